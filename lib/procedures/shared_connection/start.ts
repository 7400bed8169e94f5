/**
 * Starts sessions.
 *
 * @module
 */
import { resolveSessionTarget } from "../../client/session_target.ts";
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import { killChild } from "../../platform/kill_child.ts";
import { createSelfCommand } from "../../platform/self_command.ts";
import { sessionFolder } from "../../rpc/session/mod.ts";
import { checkFolder, listSessions } from "./records.ts";
import type { Handshake } from "./serve.ts";
import { targetNames } from "./target_names.ts";
import { type SessionOptions, type SessionRecord, SHORTEST_IDLE_MS } from "./types.ts";
import type { ProcedureSystem } from "../context.ts";

/** A session that was started, or had been running. */
export interface StartedSession {
  readonly record: SessionRecord;
  readonly isNew: boolean;
}

/**
 * Starts a session for a context, unless one runs.
 *
 * @throws {OsctlError} when no endpoint can be reached, the folder is unsafe, or on Windows.
 */
export async function startSession(
  system: ProcedureSystem,
  options: SessionOptions,
  idleMs: number,
): Promise<StartedSession> {
  requireSupport();
  if (idleMs < SHORTEST_IDLE_MS) {
    throw new OsctlError("usage", `invalid value "${formatDuration(idleMs)}" for --idle`, {
      hint: "use at least 1s, such as 10m",
    });
  }
  const target = await resolveSessionTarget(system, options);
  await requireFile(target.path);
  const folder = sessionFolder(system);
  if (checkFolder(folder)) {
    const running = await listSessions(folder, system);
    // The session of another build, or of other credentials, serves none of this one's commands.
    const names = (await targetNames(system, target)).join();
    const same = running.find(({ record, status }) =>
      status !== undefined && record.context === target.context &&
      record.osconfig === target.path && record.names.join() === names
    );
    if (same !== undefined) return { record: same.record, isNew: false };
  }
  return { record: await spawnSession(system, options, target.path, idleMs), isNew: true };
}

/** @throws {OsctlError} on Windows. */
export function requireSupport(): void {
  if (Deno.build.os !== "windows") return;
  throw new OsctlError("unsupported", "sessions are not supported on Windows", {
    hint: "commands connect directly",
  });
}

/** @throws {OsctlError} for a pipe, which the process of the session could not read again. */
async function requireFile(path: string): Promise<void> {
  if ((await Deno.stat(path)).isFile) return;
  throw new OsctlError("file", `the client configuration "${path}" is not a regular file`, {
    hint: "a session reads it again when it changes; use a file",
  });
}

/** Returns the arguments of the background process; its working directory is another one. */
export function sessionArguments(
  { context, endpoints }: SessionOptions,
  osconfig: string,
  idleMs: number,
): string[] {
  return [
    "session",
    "run",
    ...["--osconfig", osconfig],
    ...(context === "" ? [] : ["--context", context]),
    ...endpoints.flatMap((endpoint) => ["--endpoints", endpoint]),
    ...["--idle", formatDuration(idleMs)],
  ];
}

/** Options of a process that outlives this one, its terminal and its working directory. */
export const BACKGROUND_OPTIONS = {
  cwd: "/",
  stdin: "null",
  stderr: "null",
  detached: true,
} as const;

/** Longest wait for a session to start, milliseconds: longer than its own limit. */
const HANDSHAKE_MS = 20_000;

async function spawnSession(
  system: ProcedureSystem,
  options: SessionOptions,
  osconfig: string,
  idleMs: number,
): Promise<SessionRecord> {
  const { command, args } = createSelfCommand(sessionArguments(options, osconfig, idleMs));
  const child = system.spawn(command, {
    ...BACKGROUND_OPTIONS,
    args,
    stdout: "piped",
  });
  const { clock } = system;
  using limit = createDeadline({
    clock,
    ms: HANDSHAKE_MS,
    signals: [system.signal],
    expired: () =>
      new OsctlError(
        "connection",
        `the session did not start within ${formatDuration(HANDSHAKE_MS)}`,
        { hint: "check the endpoints; commands connect directly without a session" },
      ),
  });
  let isReady = false;
  try {
    const handshake = await raceWithAbort(readHandshake(child.stdout), limit.signal);
    if (handshake === undefined) {
      throw new OsctlError("unsupported", "the process of the session ended during its start");
    }
    if ("error" in handshake) {
      const { kind, message, hint } = handshake.error;
      throw new OsctlError(kind, message, hint === undefined ? {} : { hint });
    }
    child.unref();
    isReady = true;
    return handshake.ready;
  } finally {
    if (!isReady) await endChild(child, clock);
  }
}

/** Time that a process has to remove its files, milliseconds. */
const END_MS = 1000;

/** Ends a process that starts: it holds nothing that could be lost. */
async function endChild(child: Deno.ChildProcess, clock: ProcedureSystem["clock"]): Promise<void> {
  const stop = new AbortController();
  const late = sleep(clock, END_MS, stop.signal).then(() => killChild(child), () => {});
  try {
    child.kill("SIGTERM");
  } catch (error) {
    // The process has ended.
    if (!(error instanceof TypeError)) throw error;
  }
  await child.status;
  stop.abort();
  await late;
}

async function readHandshake(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Handshake | undefined> {
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const end = text.indexOf("\n");
    if (end >= 0) return JSON.parse(text.slice(0, end));
  }
  return undefined;
}
