/**
 * Reads the machine configuration in a file, with patches.
 *
 * @module
 */
import type { Source } from "../../machineconfig/load/mod.ts";
import { readSource } from "../../machineconfig/patch/files.ts";
import { type Patch, patchText, readPatches } from "../../machineconfig/patch/mod.ts";
import { schemaRelease } from "../../machineconfig/schema/releases.ts";
import { checkSchema } from "../../node/machine_config/mod.ts";
import type { ConsoleContext } from "../context.ts";

/** The file and patches of a command line. */
export interface ConfigFileFlags {
  /** Path, or `-` for stdin. */
  readonly file: string;
  /** Patches, or `@file`. */
  readonly configPatch: readonly string[];
}

/**
 * Reads and patches a configuration, and checks its syntax and types.
 *
 * @throws {OsctlError} of kind `input` with the position of each error, `file` for an unreadable file.
 */
export async function readConfigFile(
  context: ConsoleContext,
  { file, configPatch }: ConfigFileFlags,
): Promise<Source> {
  const source = await readSource(file, context);
  const patches = await readPatchFlags(context, configPatch);
  const text = patchText({ ...source, release: schemaRelease(context.release) }, patches);
  const name = text === source.text ? source.name : `${source.name} after the patches`;
  checkSchema({ text, name });
  return { text, name };
}

/** Reads the patches of `--config-patch`. */
export async function readPatchFlags(
  context: ConsoleContext,
  values: readonly string[],
): Promise<Patch[]> {
  return await readPatches({
    values,
    flag: "--config-patch",
    release: schemaRelease(context.release),
    read: async (path) => (await readSource(path, context)).text,
  });
}
