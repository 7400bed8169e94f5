/**
 * Patches of generated configurations.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { ConfigDocument } from "../data.ts";
import { applyPatches, type Patch, readPatches } from "../patch/mod.ts";
import { collecting, together } from "../patch/problems.ts";
import type { ConfigRelease } from "../schema/types.ts";

/** Machine types with a generated file. */
export type RenderedType = "controlplane" | "worker";

/** Documents of each type. */
export type Configs = Readonly<Record<RenderedType, readonly ConfigDocument[]>>;

/** Values of the patch flags. */
export interface PatchFlags {
  readonly configPatch: readonly string[];
  readonly configPatchControlPlane: readonly string[];
  readonly configPatchWorker: readonly string[];
  readonly release: ConfigRelease;
}

/** Patches of each type, in the order they apply. */
export type TypePatches = Readonly<Record<RenderedType, readonly Patch[]>>;

/**
 * Reads the patches of all flags: first those for all machines, then patches of a type.
 *
 * @param read Reads a file.
 * @throws {OsctlError} of kind `input` or `file` with the errors of all patches.
 */
export async function readTypePatches(
  { configPatch, configPatchControlPlane, configPatchWorker, release }: PatchFlags,
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

/**
 * Reads the patches of all flags and returns a function that applies them.
 *
 * @param read Reads a file.
 * @throws {OsctlError} of kind `input` or `file` with the errors of all patches; the returned function
 * throws one with the errors of all types, each once.
 */
export async function readAllPatches(
  flags: PatchFlags,
  read: (path: string) => Promise<string>,
): Promise<(configs: Configs) => Configs> {
  const patches = await readTypePatches(flags, read);
  return (configs) => patchAll(configs, patches, flags.release);
}

function patchAll(
  configs: Configs,
  patches: TypePatches,
  release: ConfigRelease,
): Configs {
  const failures = new Map<string, OsctlError>();
  const patched = (type: RenderedType) => {
    try {
      return applyPatches(configs[type], patches[type], { release });
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      failures.set(error.message, error);
      return [];
    }
  };
  const result = { controlplane: patched("controlplane"), worker: patched("worker") };
  if (failures.size > 0) throw together([...failures.values()]);
  return result;
}
