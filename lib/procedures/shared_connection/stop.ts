/**
 * Stops sessions.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { sendSignal } from "../../cluster/background.ts";
import { isAlive } from "../../cluster/process_identity.ts";
import { OsctlError } from "../../errors.ts";
import { removeEmptyFolder } from "../../platform/private_listener.ts";
import { askSession, checkFolder, listSessions } from "./records.ts";
import { endStart } from "./start_marker.ts";
import type { SessionRecord } from "./types.ts";
import type { ProcedureSystem } from "../context.ts";

const POLL_MS = 20;

/** Time that a session has to end its calls and to exit, milliseconds. */
const EXIT_MS = 5000;

/**
 * Stops sessions, and returns their records. A process that does not respond is killed.
 *
 * @param context Stops only sessions of this context; all when undefined.
 */
export async function stopSessions(
  folder: string,
  system: Pick<ProcedureSystem, "spawn" | "clock">,
  context: string | undefined,
): Promise<SessionRecord[]> {
  const records = (await listSessions(folder, system))
    .map(({ record }) => record)
    .filter((record) => context === undefined || record.context === context);
  await Promise.all(records.map((record) => stopSession(folder, record, system)));
  // Removes the files of killed processes.
  if (checkFolder(folder)) {
    await listSessions(folder, system);
    await endStart(folder);
    await removeEmptyFolder(folder);
  }
  return records;
}

async function stopSession(
  folder: string,
  record: SessionRecord,
  { spawn, clock }: Pick<ProcedureSystem, "spawn" | "clock">,
): Promise<void> {
  const { process } = record;
  const isStopping = await askSession(folder, record, "stop", clock) !== undefined;
  const hasExited = async (ms: number) => {
    for (const start = clock.now(); clock.now() - start < ms;) {
      if (!await isAlive(process, spawn)) return true;
      await sleep(clock, POLL_MS);
    }
    return false;
  };
  if (isStopping && await hasExited(EXIT_MS)) return;
  // Suspended, or stuck: it holds nothing that could be lost.
  if (await isAlive(process, spawn)) sendSignal(process.pid, "SIGKILL");
  if (await hasExited(EXIT_MS)) return;
  throw new OsctlError("unsupported", `process ${process.pid} did not exit after SIGKILL`);
}

/** Age from which a process without a response is not only starting, milliseconds. */
const STUCK_MS = 30_000;

/** Ends the processes of a context that do not respond: sessions that hung, of earlier versions too. */
export async function endStuckSessions(
  folder: string,
  system: Pick<ProcedureSystem, "spawn" | "clock">,
  { context, osconfig }: Pick<SessionRecord, "context" | "osconfig">,
): Promise<void> {
  const { clock } = system;
  const suspects = (await listSessions(folder, system)).filter(({ record, status }) =>
    status === undefined && record.context === context && record.osconfig === osconfig &&
    Math.abs(clock.now() - record.since) > STUCK_MS
  );
  for (const { record } of suspects) {
    // A busy machine is late as well: once more.
    if (await askSession(folder, record, "status", clock) !== undefined) continue;
    await stopSession(folder, record, system);
  }
}
