/**
 * Child processes that end with this process, even when it is killed.
 *
 * @module
 */
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import type { Clock } from "../../platform/system.ts";
import { findProgram, type ProgramHost, requireProgram } from "./programs.ts";

/** Time between SIGTERM and SIGKILL, milliseconds. */
const GRACE_MS = 5000;

/** A started program. */
export interface BoundChild {
  readonly pid: number;
  readonly stdin: WritableStreamDefaultWriter<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly status: Promise<Deno.CommandStatus>;
  /** Sends SIGTERM, then SIGKILL; resolves when it has exited. */
  stop(clock: Clock): Promise<void>;
}

/**
 * Starts a program. The kernel kills it when this process ends; without `setpriv` of util-linux, it
 * survives until the cluster is destroyed.
 */
export async function startBound(
  host: ProgramHost,
  name: string,
  args: readonly string[],
): Promise<BoundChild> {
  const program = await requireProgram(name, host.env);
  const setpriv = await findProgram("setpriv", host.env);
  const [command, words] = setpriv === undefined
    ? [program, args]
    : [setpriv, ["--pdeathsig", "KILL", "--", program, ...args]];
  const child = host.spawn(command, {
    args: [...words],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
  let hasExited = false;
  const status = child.status.finally(() => hasExited = true);
  const send = (signal: "SIGTERM" | "SIGKILL") => {
    if (!hasExited) child.kill(signal);
  };
  return {
    pid: child.pid,
    stdin: child.stdin.getWriter(),
    stdout: child.stdout,
    stderr: child.stderr,
    status,
    async stop(clock) {
      send("SIGTERM");
      using deadline = createDeadline({
        clock,
        ms: GRACE_MS,
        signals: [],
        expired: () => "expired",
      });
      await raceWithAbort(status, deadline.signal).catch((reason) => {
        if (reason !== "expired") throw reason;
        send("SIGKILL");
      });
      await status;
    },
  };
}

/** Passes every chunk of a stream to a function, until its end. */
export async function drain(
  stream: ReadableStream<Uint8Array>,
  receive: (chunk: Uint8Array) => Promise<void> | void,
): Promise<void> {
  for await (const chunk of stream) await receive(chunk);
}
