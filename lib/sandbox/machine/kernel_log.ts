/**
 * `Dmesg`: the kernel's log from `/dev/kmsg`, one line for each record.
 *
 * @module
 */
import { closeSync, constants, openSync, readSync } from "node:fs";
import { parseKernelRecord, recordLine } from "./kernel_record.ts";
import { failed, permissionDenied } from "./refusal.ts";
import { Slices } from "./slices.ts";
import { describe } from "./system_error.ts";

const DEVICE = "/dev/kmsg";
/** Larger than any record. */
const RECORD_SIZE = 8192;
/** A read that waits cannot be cancelled, so a follower looks this often, milliseconds. */
const POLL_MS = 200;

/** What part of the log is wanted. */
export interface KernelLogRange {
  /** Go on with what the kernel says later. */
  readonly follow: boolean;
  /** Only what comes from now on. */
  readonly tail: boolean;
}

/**
 * The kernel's log as lines, until `signal` is aborted.
 *
 * @throws {StatusError} PermissionDenied when this user may not read it, Unknown when it cannot be
 * read at all.
 */
export async function* kernelLog(
  range: KernelLogRange,
  signal: AbortSignal,
  path = DEVICE,
): AsyncGenerator<string> {
  const device = openDevice(path);
  try {
    const bootTime = Date.now() - uptime() * 1000;
    const slices = new Slices();
    // The device is opened at its beginning, so what is not wanted is read and dropped.
    if (range.tail) { for (let next = device.next(); next !== undefined;) next = device.next(); }
    while (!signal.aborted) {
      const text = device.next();
      if (text === undefined) {
        if (!range.follow) return;
        await delay(POLL_MS, signal);
        continue;
      }
      const record = parseKernelRecord(text);
      if (record !== undefined) yield recordLine(record, bootTime);
      if (slices.due()) await slices.pause();
    }
  } finally {
    device.close();
  }
}

/** Seconds since the machine started, to the hundredth; the runtime tells whole ones only. */
function uptime(): number {
  return Number(Deno.readTextFileSync("/proc/uptime").split(" ")[0]);
}

/** The open device; each read gives one record. */
interface Device {
  /** The next record, undefined when there is none yet. */
  next(): string | undefined;
  close(): void;
}

function openDevice(path: string): Device {
  let fd: number;
  try {
    // Without O_NONBLOCK, which `Deno.open` cannot set, a read at the end of the log blocks.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw refusal(path, error);
  }
  const buffer = new Uint8Array(RECORD_SIZE);
  const next = (): string | undefined => {
    for (;;) {
      try {
        const length = readSync(fd, buffer);
        // The kernel's device reports its end as EAGAIN; containers may bind `/dev/null` over it.
        return length === 0 ? undefined : new TextDecoder().decode(buffer.subarray(0, length));
      } catch (error) {
        if (codeOf(error) === "EAGAIN") return undefined;
        // EPIPE: the kernel overwrote the record; the next read returns the oldest one left.
        if (codeOf(error) !== "EPIPE") throw refusal(path, error);
      }
    }
  };
  return { next, close: () => closeSync(fd) };
}

function refusal(path: string, error: unknown): Error {
  const code = codeOf(error);
  if (code === "EPERM" || code === "EACCES") {
    return permissionDenied(
      `open ${path}: permission denied: the setting kernel.dmesg_restrict keeps the kernel log ` +
        "from this user",
    );
  }
  return failed(describe("read", path, error));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Waits, but not longer than until `signal` is aborted. */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => resolve();
  const timer = setTimeout(wake, ms);
  signal.addEventListener("abort", wake, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", wake);
}
