/**
 * Records of the sessions of a user: one file per process, beside the sockets.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { isAlive } from "../../cluster/process_identity.ts";
import { OsctlError } from "../../errors.ts";
import {
  fileErrorReason,
  readTextIfPresent,
  removeIfPresent,
  writeFileAtomic,
} from "../../platform/files.ts";
import { folderFault, socketPath } from "../../platform/private_folder.ts";
import { count, flag, listOf, mapOf, number, text, textLike } from "../../platform/shape.ts";
import { callSession } from "../../rpc/session/mod.ts";
import { type ListedSession, type SessionRecord, type SessionStatus, START_MS } from "./types.ts";
import type { ProcedureSystem } from "../context.ts";

const SUFFIX = ".json";
/**
 * Attempts to connect to the socket of a killed process, and the pause after each, milliseconds.
 */
const RELEASE_ATTEMPTS = 10;
const RELEASE_MS = 20;

const LIMITS = { bytes: 1024 * 1024 };

/** Returns the name of the socket of a session's control service. */
export function controlName({ pid }: { readonly pid: number }): string {
  return `control-${pid}`;
}

/**
 * Checks the folder of the sessions.
 *
 * @returns false when it does not exist.
 * @throws {OsctlError} of kind `file` when other users have access.
 */
export function checkFolder(folder: string): boolean {
  let fault: string | undefined;
  try {
    fault = folderFault(folder);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    fault = `"${folder}": ${reason}`;
  }
  if (fault === undefined) return true;
  throw new OsctlError("file", `cannot use the folder of sessions: ${fault}`, {
    hint: "remove the folder, or give it your user and mode 0700",
  });
}

/** Stores the record of a session. */
export async function writeRecord(folder: string, record: SessionRecord): Promise<void> {
  await writeFileAtomic(pathOf(folder, record), JSON.stringify(record), { mode: 0o600 });
}

/** Removes what a session has left in the folder, unless a newer one has replaced it. */
export async function removeRecord(folder: string, record: SessionRecord): Promise<void> {
  await removeIfPresent(socketPath(folder, controlName(record.process)));
  await removeIfPresent(pathOf(folder, record));
}

/** Lists the sessions that run and do not only start, by context, and removes what others have left. */
export async function listSessions(
  folder: string,
  { spawn, clock }: Pick<ProcedureSystem, "spawn" | "clock">,
): Promise<ListedSession[]> {
  const listed = await Promise.all(
    (await readRecords(folder)).map(async (record) => {
      if (!await isAlive(record.process, spawn)) {
        await removeLeftovers(folder, record, clock);
        return [];
      }
      const age = Math.abs(clock.now() - record.since);
      if (record.isStarting === true && age < START_MS) return [];
      const answer = await askSession(folder, record, "status", clock);
      return [{ record, status: answer as SessionStatus | undefined }];
    }),
  );
  const key = ({ record }: ListedSession) => `${record.context} ${record.process.pid}`;
  return listed.flat().sort((a, b) => key(a) < key(b) ? -1 : 1);
}

/** Calls a method of a session's control service; undefined when it does not respond. */
export function askSession(
  folder: string,
  { process }: SessionRecord,
  method: "status" | "stop",
  clock: ProcedureSystem["clock"],
): Promise<unknown> {
  return callSession(socketPath(folder, controlName(process)), method, clock);
}

async function readRecords(folder: string): Promise<SessionRecord[]> {
  const records: SessionRecord[] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile || !name.endsWith(SUFFIX)) continue;
    const content = await readRecordText(`${folder}/${name}`);
    const record = content === undefined ? undefined : parse(content);
    if (record !== undefined) records.push(record);
  }
  return records;
}

/** Returns the text of a record; undefined for one that no session has written. */
async function readRecordText(path: string): Promise<string | undefined> {
  try {
    return await readTextIfPresent(path, LIMITS);
  } catch (error) {
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
}

function parse(content: string): SessionRecord | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isRecord(value) ? value as SessionRecord : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Everything that is used: a signal to process 0 or -1 would reach others, a name another folder. */
const isRecord = mapOf({
  process: mapOf({ pid: (pid) => count(pid) && Number(pid) > 1, started: text }),
  context: text,
  osconfig: text,
  endpoints: listOf(text),
  names: listOf(textLike(/^[\w-]{1,80}$/)),
  since: number,
  idleMs: number,
}, { isStarting: flag });

/** Removes the files of a process that was killed. Another session may listen on the same names. */
async function removeLeftovers(
  folder: string,
  record: SessionRecord,
  clock: ProcedureSystem["clock"],
): Promise<void> {
  for (const name of record.names) {
    const path = socketPath(folder, name);
    if (!await isServed(path, clock)) await removeIfPresent(path);
  }
  await removeRecord(folder, record);
}

/**
 * Reports whether a process listens on a socket. The threads of a killed one may still release
 * theirs.
 */
async function isServed(path: string, clock: ProcedureSystem["clock"]): Promise<boolean> {
  for (let attempt = 1; attempt <= RELEASE_ATTEMPTS; attempt++) {
    try {
      const conn = await Deno.connect({ transport: "unix", path });
      conn.close();
    } catch {
      // Nothing listens there.
      return false;
    }
    await sleep(clock, RELEASE_MS);
  }
  return true;
}

function pathOf(folder: string, { process }: SessionRecord): string {
  return `${folder}/${process.pid}${SUFFIX}`;
}
