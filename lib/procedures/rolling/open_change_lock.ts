/**
 * Opens the lock of a rolling change.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { HOME_FOLDER } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { ensureFolder, readTextIfPresent } from "../../platform/files.ts";
import type { ProcedureContext } from "../context.ts";
import { openLock } from "./lock.ts";
import type { Parts } from "./parts.ts";
import type { RollingLock } from "./types.ts";
import { findNodeProblem } from "./workload.ts";

/** Options of {@linkcode openChangeLock}. */
export interface ChangeLockOptions {
  readonly parts: Parts;
  /** Identifies the cluster. */
  readonly clusterId: string;
  /** ID of the change. */
  readonly id: string;
  readonly title: string;
  report(text: string): void;
}

/**
 * Opens the lock, with the operator from the environment.
 *
 * @throws {OsctlError} that names operator, node and phase of another rolling change.
 */
export async function openChangeLock(
  { clock, signal, home, env, random }: ProcedureContext<NodeClient>,
  { parts, clusterId, id, title, report }: ChangeLockOptions,
): Promise<RollingLock> {
  const folder = `${home}/${HOME_FOLDER}/rolling`;
  await ensureFolder(folder, 0o700);
  const user = env.get("USER") ?? env.get("USERNAME") ?? "unknown";
  const machine = env.get("HOSTNAME") ?? await readHostName();
  return await openLock({
    clock,
    signal,
    holder: { id, title, operator: machine === "" ? user : `${user}@${machine}` },
    session: random.bytes(8).toHex(),
    folder,
    cluster: clusterId,
    kubernetes: parts.servers.open,
    findProblem: (node, signal) => findNodeProblem(parts.servers.open, node, signal),
    report,
  });
}

/** Returns the name of this machine; empty where it cannot be read. */
async function readHostName(): Promise<string> {
  try {
    return (await readTextIfPresent("/proc/sys/kernel/hostname"))?.trim() ?? "";
  } catch (error) {
    if (error instanceof OsctlError) return "";
    throw error;
  }
}
