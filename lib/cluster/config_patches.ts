/**
 * Patches of `cluster create`.
 *
 * @module
 */
import type { OsctlError } from "../errors.ts";
import { type Patch, readPatches } from "../machineconfig/patch/mod.ts";
import { collecting, together } from "../machineconfig/patch/problems.ts";
import type { ConfigRelease } from "../machineconfig/schema/types.ts";
import type { CreateFlags } from "./create_flags.ts";

/** Patches of each role, in the order they apply. */
export type TypePatches = Readonly<Record<"controlplane" | "worker", readonly Patch[]>>;

/**
 * Reads the patches of all flags: for all machines, then for a role.
 *
 * @param read Reads a file.
 * @throws {OsctlError} of kind `input` or `file` with the problems of all patches.
 */
export async function readConfigPatches(
  { configPatch, configPatchControlPlane, configPatchWorker }: CreateFlags,
  release: ConfigRelease,
  read: (path: string) => Promise<string>,
): Promise<TypePatches> {
  const failures: OsctlError[] = [];
  const patchesOf = async (flag: string, values: readonly string[]) =>
    await collecting(failures, () => readPatches({ values, flag, release, read })) ?? [];
  const all = await patchesOf("--config-patch", configPatch);
  const controlplane = await patchesOf("--config-patch-control-plane", configPatchControlPlane);
  const worker = await patchesOf("--config-patch-worker", configPatchWorker);
  if (failures.length > 0) throw together(failures);
  return { controlplane: [...all, ...controlplane], worker: [...all, ...worker] };
}
