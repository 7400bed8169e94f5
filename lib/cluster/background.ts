/**
 * Start and stop of the background process that serves an embedded cluster. Signals are sent only
 * to a process whose identity is verified.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import { type ErrorKind, OsctlError } from "../errors.ts";
import type { SelfCommand } from "../platform/self_command.ts";
import type { Clock, Spawn } from "../platform/system.ts";
import type { ClusterState } from "./cluster_state.ts";
import { isAlive, type ProcessIdentity, readIdentity } from "./process_identity.ts";

const POLL_MS = 20;
const GRACE_MS = 10_000;

/** The only line that the background process writes to stdout, as JSON. */
export type Handshake =
  | { readonly ready: true }
  | { readonly error: { kind: ErrorKind; message: string; hint?: string } };

/** Options of {@linkcode startBackground}. */
export interface StartOptions {
  readonly self: SelfCommand;
  /** Existing file for stderr. */
  readonly logPath: string;
  readonly cwd: string;
  readonly spawn: Spawn;
  /** Cancels the start and stops the process. */
  readonly signal: AbortSignal;
}

/**
 * Starts the process in its own session and waits for its handshake.
 *
 * @throws {OsctlError} The error that the process reported, or that it exited without handshake. The
 *   process has exited.
 */
export async function startBackground(options: StartOptions): Promise<void> {
  const { spawn, signal, logPath } = options;
  const { command, args } = redirected(options.self);
  const isWindows = Deno.build.os === "windows";
  const child = spawn(command, {
    args,
    // A process of Windows prevents that its folder is removed.
    ...isWindows ? {} : { cwd: options.cwd },
    env: { OSCTL_LOG_TO: logPath },
    stdin: "null",
    stdout: "piped",
    stderr: isWindows ? "piped" : "null",
    detached: true,
  });
  const errors = isWindows ? collect(child.stderr) : undefined;
  let ended = false;
  const status = child.status.then(() => ended = true);
  const stop = () => ended || child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (signal.aborted) stop();
    const line = await firstLine(child.stdout);
    if (line === undefined) {
      await status;
      signal.throwIfAborted();
      const log = await errors ?? await Deno.readTextFile(logPath);
      throw new OsctlError(
        "unsupported",
        `the cluster's background process exited during start-up${lastLine(log)}`,
        { hint: `see ${logPath}` },
      );
    }
    const handshake = JSON.parse(line) as Handshake;
    if ("ready" in handshake) {
      signal.throwIfAborted();
      child.unref();
      return;
    }
    await status;
    const { kind, message, hint } = handshake.error;
    throw new OsctlError(kind, message, hint === undefined ? {} : { hint });
  } catch (error) {
    if (signal.aborted) await status;
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Returns the end of a log for a message, for example `: error: cannot bind`; empty without one. */
function lastLine(log: string): string {
  const last = log.trimEnd().split("\n").at(-1) ?? "";
  return last === "" ? "" : `: ${last.slice(0, 300)}`;
}

/** Characters of stderr that are collected. */
const MAX_COLLECTED = 100_000;

async function collect(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text = (text + chunk).slice(-MAX_COLLECTED);
  }
  return text;
}

/** Returns the command with stderr appended to the log, which `Deno.Command` cannot do. */
function redirected(self: SelfCommand): SelfCommand {
  if (Deno.build.os === "windows") return self;
  const script = 'exec "$@" 2>>"$OSCTL_LOG_TO"';
  return { command: "/bin/sh", args: ["-c", script, "sh", self.command, ...self.args] };
}

/** Reads the first line and cancels the stream; undefined when it ends before. */
async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const reader = stream.getReader();
  const text = new TextDecoder();
  let line = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      line += text.decode(value, { stream: true });
      const end = line.indexOf("\n");
      if (end >= 0) return line.slice(0, end);
    }
  } finally {
    await reader.cancel();
  }
}

/** Longest start of a background process, milliseconds. */
const START_MS = 120_000;

/**
 * Waits while the background process of a cluster starts. The program that started it may have been
 * killed: then the process ends as soon as its nodes listen.
 */
export async function awaitStart(
  state: ClusterState,
  { clock, spawn, signal }: StopOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const deadline = clock.now() + START_MS;
  while (clock.now() < deadline) {
    const process = await state.readProcess();
    // Older versions do not record it.
    if (process?.isServing !== false || !await isAlive(process, spawn)) return;
    await sleep(clock, POLL_MS, signal);
  }
}

/** Options of {@linkcode stopBackground}. */
export interface StopOptions {
  readonly spawn: Spawn;
  readonly clock: Clock;
}

/**
 * Stops the process if its identity matches: SIGTERM, then SIGKILL after ten seconds.
 *
 * @throws {OsctlError} When the process cannot be stopped.
 */
export async function stopBackground(
  identity: ProcessIdentity,
  options: StopOptions,
): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!(await isAlive(identity, options.spawn))) return;
    sendSignal(identity.pid, signal);
    if (await waitForExit(identity, GRACE_MS, options)) return;
  }
  throw new OsctlError("unsupported", `process ${identity.pid} did not exit after SIGKILL`);
}

async function waitForExit(
  identity: ProcessIdentity,
  ms: number,
  { spawn, clock }: StopOptions,
): Promise<boolean> {
  const deadline = clock.now() + ms;
  while (await isAlive(identity, spawn)) {
    if (clock.now() >= deadline) return false;
    await sleep(clock, POLL_MS);
  }
  return true;
}

/**
 * Sends a signal to a process, which may have exited.
 *
 * @throws {OsctlError} of kind `file` for a process of another user.
 */
export function sendSignal(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  // Zero and negative numbers are groups of processes, 1 is the system's own.
  if (!Number.isSafeInteger(pid) || pid < 2) {
    throw new OsctlError("input", `"${pid}" is no process of a cluster or session`, {
      hint: "remove the damaged record",
    });
  }
  try {
    Deno.kill(pid, signal);
  } catch (error) {
    // Exited in the meantime; no such process has the code ESRCH.
    if (error instanceof Deno.errors.NotFound) return;
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new OsctlError(
      "file",
      `permission denied to stop process ${pid}, which serves the cluster`,
      { hint: "run as the user who created the cluster", cause: error },
    );
  }
}

/** Returns the identity of this process. */
export async function ownIdentity(pid: number, spawn: Spawn): Promise<ProcessIdentity> {
  const identity = await readIdentity(pid, spawn);
  if (identity === undefined) throw new Error(`process ${pid} cannot see itself`);
  return identity;
}
