/**
 * Output files of a command: conflicts are detected before the work starts, and secrets have mode
 * 0600.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { exists, readText, withFileErrors, writeFileAtomic } from "./files.ts";
import { dirname, resolve } from "./paths.ts";

/** Options of output files. */
export interface OutputOptions {
  /** Base of relative paths. */
  readonly cwd: string;
  /** Overwrite existing files. */
  readonly force: boolean;
}

/**
 * Checks that no output file exists, unless `force` is set, and that none is also an input.
 *
 * @throws {OsctlError} of kind `file` with all existing files.
 */
export async function rejectExistingFiles(
  names: readonly string[],
  options: OutputOptions,
  sources: readonly string[] = [],
): Promise<void> {
  const inputs = sources.map((source) => resolve(options.cwd, source));
  const conflict = names.find((name) => inputs.includes(resolve(options.cwd, name)));
  if (conflict !== undefined) {
    throw new OsctlError("file", `output "${conflict}" is also an input`, {
      hint: "choose another name",
    });
  }
  if (options.force) return;
  const present: string[] = [];
  let hasFolder = false;
  for (const name of names) {
    const path = resolve(options.cwd, name);
    if (!(await exists(path))) continue;
    present.push(`"${name}"`);
    hasFolder ||= await withFileErrors(
      "read",
      path,
      async () => (await Deno.lstat(path)).isDirectory,
    );
  }
  if (present.length === 0) return;
  const list = [present.slice(0, -1).join(", "), present.at(-1)].filter(Boolean).join(" and ");
  throw new OsctlError("file", `${list} already ${present.length === 1 ? "exists" : "exist"}`, {
    hint: hasFolder
      ? "choose another name; a directory cannot be replaced by a file"
      : "choose another name, or overwrite with --force",
  });
}

/**
 * Checks that the folder of every output file exists, before the work starts.
 *
 * @throws {OsctlError} of kind `file` with the path of the folder.
 */
export async function requireParentFolders(
  names: readonly string[],
  { cwd }: OutputOptions,
): Promise<void> {
  for (const folder of new Set(names.map((name) => dirname(resolve(cwd, name))))) {
    const { isDirectory } = await withFileErrors(
      "write to the directory",
      folder,
      () => Deno.stat(folder),
    );
    if (!isDirectory) throw new OsctlError("file", `"${folder}" is not a directory`);
  }
}

/**
 * Writes files by name, in order, with mode 0600 from the first byte.
 *
 * @throws {OsctlError} of kind `file` with the path of the file.
 */
export async function writeSecretFiles(
  files: Readonly<Record<string, string>>,
  options: OutputOptions,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await writeFileAtomic(resolve(options.cwd, name), content, {
      mode: 0o600,
      overwrite: options.force,
    });
  }
}

/**
 * Reads a text file relative to `cwd`.
 *
 * @throws {OsctlError} of kind `file` with the path.
 */
export async function readTextIn(name: string, options: OutputOptions): Promise<string> {
  return await readText(resolve(options.cwd, name));
}

/** Replaces the last extension of a path, or adds one: `.csr`. */
export function replaceExtension(path: string, extension: string): string {
  return path.replace(/\.[^./\\]*$/, "") + extension;
}
