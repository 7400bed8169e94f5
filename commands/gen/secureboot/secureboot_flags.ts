/** Flags and output of the `gen secureboot` commands. */
import { string } from "../../../lib/cli/flags.ts";
import type { Context } from "../../wiring.ts";
import { groupFlags as genFlags, need, refuseControls } from "../group_flags.ts";

/** Flags of the group. */
export const ownFlags = {
  output: string({
    short: "o",
    default: "_out",
    help: "output directory, created with mode 0700",
    placeholder: "directory",
    complete: "localFolder",
  }),
};

/** Flags inherited by the commands that write files. */
export const secureBootFlags = { ...genFlags, ...ownFlags };

/** Options of {@linkcode generateInto}. */
export interface GenerateOptions {
  readonly output: string;
  readonly force: boolean;
  /** Names of the output files. */
  readonly names: readonly string[];
  /** Paths of the input files. */
  readonly sources?: readonly string[];
}

/**
 * Generates files and writes them into the output directory with mode 0600, all of them or none.
 *
 * @throws {OsctlError} of kind `file` before generating when a file exists and `force` is not set.
 */
export async function generateInto(
  context: Context,
  { output, force, names, sources = [] }: GenerateOptions,
  generate: () => Promise<ReadonlyMap<string, string | Uint8Array>>,
): Promise<void> {
  need({ output });
  refuseControls({ output });
  const { rejectExistingFiles } = await import("../../../lib/platform/new_files.ts");
  const { ensureFolder } = await import("../../../lib/platform/files.ts");
  const { writeFileSet } = await import("../../../lib/platform/file_set.ts");
  const { join, resolve } = await import("../../../lib/platform/paths.ts");
  const { cwd } = context;
  await rejectExistingFiles(names.map((name) => join(output, name)), { cwd, force }, sources);
  const files = await generate();
  await ensureFolder(resolve(cwd, output), 0o700);
  const paths = new Map<string, string | Uint8Array>();
  for (const [name, content] of files) {
    await context.stderr.write(`writing ${join(output, name)}\n`);
    paths.set(resolve(cwd, join(output, name)), content);
  }
  await writeFileSet(paths, { mode: 0o600, overwrite: force });
}
