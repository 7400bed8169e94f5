/**
 * Records of clusters of virtual machines: read, required and refused.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { exists, withFileErrors } from "../../platform/files.ts";
import type { ClusterState } from "../cluster_state.ts";
import type { ClusterRecord } from "../types.ts";
import { clusterFiles } from "./cluster_spec.ts";
import { readState } from "./state_file.ts";

/** Reads the record of this program or of talosctl. */
export async function readRecord(state: ClusterState): Promise<ClusterRecord | undefined> {
  const record = await state.readRecord();
  return record ?? (await readState(clusterFiles(state.folder).state))?.record;
}

export async function refuseExisting(state: ClusterState): Promise<void> {
  if (await state.entries() !== undefined) throw existingCluster(state);
}

/** Creates the folder of a cluster, which must not exist. */
export async function createFolder(state: ClusterState): Promise<void> {
  await withFileErrors("create the directory", state.folder, async () => {
    try {
      await Deno.mkdir(state.folder, { mode: 0o700 });
    } catch (error) {
      if (error instanceof Deno.errors.AlreadyExists) throw existingCluster(state);
      throw error;
    }
  });
}

function existingCluster(state: ClusterState): OsctlError {
  return new OsctlError("input", `cluster "${state.name}" already exists`, {
    hint: `use another --name, or remove it with: osctl cluster destroy --name ${state.name}`,
  });
}

/** @throws {OsctlError} When talosctl created the cluster, which cannot be restarted. */
export async function requireOwn(state: ClusterState): Promise<void> {
  if (await exists(clusterFiles(state.folder).spec)) return;
  throw new OsctlError("unsupported", `another client created the cluster "${state.name}"`, {
    hint: "show and destroy are supported",
  });
}
