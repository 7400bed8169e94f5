/**
 * Names of snapshots: a file, or a file in a folder that is named by its time.
 *
 * @module
 */
import { ensureFolder, removeIfPresent } from "../../../platform/files.ts";
import { resolve } from "../../../platform/paths.ts";
import type { Clock, System } from "../../../platform/system.ts";

/** The target of a snapshot. */
export interface SnapshotTarget {
  /** Absolute path. */
  readonly path: string;
  /** Path for messages. */
  readonly name: string;
  /** The folder that is given instead of a file. */
  readonly folder: string | undefined;
}

/** Snapshots in a folder; their names sort by time. */
export const SNAPSHOT_NAME = /^etcd-\d{8}T\d{6}Z\.db$/;

/** Returns the name of a snapshot that is saved now. */
export function timedName(clock: Pick<Clock, "now">): string {
  const stamp = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  return `etcd-${stamp}Z.db`;
}

/** Returns the target of a path: one that ends with a slash is a folder. */
export async function snapshotTarget(
  { cwd, clock }: Pick<System, "cwd" | "clock">,
  given: string,
): Promise<SnapshotTarget> {
  const path = resolve(cwd, given);
  if (!given.endsWith("/")) {
    return { path, name: given, folder: undefined };
  }
  const file = timedName(clock);
  const folder = path.replace(/\/$/, "");
  await ensureFolder(folder, 0o700);
  return { path: `${folder}/${file}`, name: `${given.replace(/\/$/, "")}/${file}`, folder };
}

/** Removes the oldest snapshots of a folder, all but `keep`; 0 removes none. */
export async function removeOldSnapshots({ folder }: SnapshotTarget, keep: number): Promise<void> {
  if (folder === undefined || keep <= 0) return;
  const names: string[] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile && SNAPSHOT_NAME.test(name)) names.push(name);
  }
  for (const name of names.toSorted().slice(0, -keep)) await removeIfPresent(`${folder}/${name}`);
}
