/**
 * The background process of an embedded cluster: started, watched until its nodes listen, found
 * again later, and stopped. Only a process that is beyond doubt ours gets a signal.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import { type ErrorKind, OsctlError } from "../errors.ts";
import type { SelfCommand } from "../platform/self_command.ts";
import type { Clock, Spawn } from "../platform/system.ts";
import { identityOf, isAlive, type ProcessIdentity } from "./process_identity.ts";

const POLL_MS = 20;
const GRACE_MS = 10_000;

/** What the background process says on its stdout, as one line of JSON, once. */
export type Handshake =
  | { readonly ready: true }
  | { readonly error: { kind: ErrorKind; message: string; hint?: string } };

/** How the background process is started. */
export interface StartOptions {
  readonly self: SelfCommand;
  /** Where its stderr goes. Must exist. */
  readonly logPath: string;
  readonly cwd: string;
  readonly spawn: Spawn;
  /** Cancels the start: the process is stopped. */
  readonly signal: AbortSignal;
}

/**
 * Starts the process in a session of its own and waits for its handshake.
 *
 * @throws {OsctlError} what the process reported, or that it ended without a word, with the log's
 *   path. The process is gone then.
 */
export async function startBackground(options: StartOptions): Promise<void> {
  const { spawn, signal, logPath } = options;
  const { command, args } = redirected(options.self);
  const child = spawn(command, {
    args,
    cwd: options.cwd,
    env: { OSCTL_LOG_TO: logPath },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
    detached: true,
  });
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
      throw new OsctlError("unsupported", "the cluster's background process ended at once", {
        hint: `see ${logPath}`,
      });
    }
    const said = JSON.parse(line) as Handshake;
    if ("ready" in said) {
      signal.throwIfAborted();
      child.unref();
      return;
    }
    await status;
    const { kind, message, hint } = said.error;
    throw new OsctlError(kind, message, hint === undefined ? {} : { hint });
  } catch (error) {
    if (signal.aborted) await status;
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** The command with its stderr appended to the log, which only a shell can do for a child. */
function redirected(self: SelfCommand): SelfCommand {
  if (Deno.build.os === "windows") return self;
  const script = 'exec "$@" 2>>"$OSCTL_LOG_TO"';
  return { command: "/bin/sh", args: ["-c", script, "sh", self.command, ...self.args] };
}

/** The first line of a stream, which is then let go; undefined when it ends before. */
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

/** How {@linkcode stopBackground} works. */
export interface StopOptions {
  readonly spawn: Spawn;
  readonly clock: Clock;
}

/**
 * Ends the process, if it still is that process: asks first, insists after ten seconds.
 *
 * @throws {OsctlError} when it cannot be ended.
 */
export async function stopBackground(
  identity: ProcessIdentity,
  options: StopOptions,
): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!(await isAlive(identity, options.spawn))) return;
    try {
      Deno.kill(identity.pid, signal);
    } catch (error) {
      // Ended between the look and the signal.
      if (error instanceof Deno.errors.NotFound) return;
      if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
      throw new OsctlError(
        "file",
        `may not stop process ${identity.pid}, which serves the cluster`,
        {
          hint: "run this as the user who created the cluster",
          cause: error,
        },
      );
    }
    if (await endsWithin(identity, GRACE_MS, options)) return;
  }
  throw new OsctlError("unsupported", `process ${identity.pid} does not end`);
}

async function endsWithin(
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

/** The identity of this very process. */
export async function ownIdentity(pid: number, spawn: Spawn): Promise<ProcessIdentity> {
  const identity = await identityOf(pid, spawn);
  if (identity === undefined) throw new Error(`process ${pid} cannot see itself`);
  return identity;
}
