/**
 * Source of `Dmesg`: the records of `/dev/kmsg`, one line each.
 *
 * @module
 */
import { closeSync, constants, openSync, readSync } from "node:fs";
import { permissionDeniedError, unknownError } from "../status_errors.ts";
import { formatKernelRecord, parseKernelRecord } from "./kernel_record.ts";
import { TimeSlice } from "./time_slice.ts";
import { describeSystemError } from "./system_errors.ts";

const DEVICE = "/dev/kmsg";
/** Upper limit of a record, bytes. */
const RECORD_SIZE = 8192;
/** Polling interval while following, milliseconds; a blocking read cannot be canceled. */
const POLL_MS = 200;

/** Options of reading the kernel log. */
export interface KernelLogRange {
  /** Whether to wait for new records. */
  readonly follow: boolean;
  /** Whether to skip existing records. */
  readonly tail: boolean;
}

/**
 * Yields the kernel log as lines until `signal` aborts.
 *
 * @param path device; replaced in tests.
 * @throws {StatusError} PermissionDenied when the user has no access, Unknown for other failures.
 */
export async function* readKernelLog(
  range: KernelLogRange,
  signal: AbortSignal,
  path = DEVICE,
): AsyncGenerator<string> {
  const device = openDevice(path);
  try {
    const bootTime = Date.now() - uptime() * 1000;
    const slice = new TimeSlice();
    // The device starts at the oldest record, so existing records are read and dropped.
    if (range.tail) { for (let next = device.next(); next !== undefined;) next = device.next(); }
    while (!signal.aborted) {
      const text = device.next();
      if (text === undefined) {
        if (!range.follow) return;
        await delay(POLL_MS, signal);
        continue;
      }
      const record = parseKernelRecord(text);
      if (record !== undefined) yield formatKernelRecord(record, bootTime);
      if (slice.isExpired()) await slice.renew();
    }
  } finally {
    device.close();
  }
}

/** Returns seconds since boot with two decimals; `Deno.osUptime()` has none. */
function uptime(): number {
  return Number(Deno.readTextFileSync("/proc/uptime").split(" ")[0]);
}

/** The open device, which returns one record per read. */
interface Device {
  /** Returns the next record; undefined when there is none yet. */
  next(): string | undefined;
  close(): void;
}

function openDevice(path: string): Device {
  let fd: number;
  try {
    // Without O_NONBLOCK a read at the end of the log blocks; `Deno.open` cannot set it.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw toStatusError(path, error);
  }
  const buffer = new Uint8Array(RECORD_SIZE);
  const next = (): string | undefined => {
    for (;;) {
      try {
        const length = readSync(fd, buffer);
        // The kernel's device reports its end as EAGAIN; containers may bind `/dev/null` over it.
        return length === 0 ? undefined : new TextDecoder().decode(buffer.subarray(0, length));
      } catch (error) {
        if (errorCode(error) === "EAGAIN") return undefined;
        // EPIPE: the kernel has overwritten the record; the next read returns the oldest one.
        if (errorCode(error) !== "EPIPE") throw toStatusError(path, error);
      }
    }
  };
  return { next, close: () => closeSync(fd) };
}

function toStatusError(path: string, error: unknown): Error {
  const code = errorCode(error);
  if (code === "EPERM" || code === "EACCES") {
    return permissionDeniedError(
      `open ${path}: permission denied: kernel.dmesg_restrict hides the kernel log from this user`,
    );
  }
  return unknownError(describeSystemError("read", path, error));
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Resolves after `ms` milliseconds, or when `signal` aborts. */
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
