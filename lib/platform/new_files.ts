/**
 * Several files that a command makes together: all clashes are found before the work starts, and
 * nothing is readable by others.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { exists, readText, withFileErrors, writeFileAtomic } from "./files.ts";
import { dirname, resolve } from "./paths.ts";

/** Where new files go, and what happens to those already there. */
export interface Place {
  /** The folder relative names are resolved against. */
  readonly cwd: string;
  /** Replace what is there. */
  readonly force: boolean;
}

/**
 * Makes sure that none of the files is there, unless they may be replaced, and that none of them is
 * a source, ever.
 *
 * @throws {OsctlError} of kind `file` that names every file in the way.
 */
export async function rejectExistingFiles(
  names: readonly string[],
  place: Place,
  sources: readonly string[] = [],
): Promise<void> {
  const read = sources.map((source) => resolve(place.cwd, source));
  const eaten = names.find((name) => read.includes(resolve(place.cwd, name)));
  if (eaten !== undefined) {
    throw new OsctlError("file", `"${eaten}" would be written over what it is made from`, {
      hint: "choose another name",
    });
  }
  if (place.force) return;
  const present: string[] = [];
  let folder = false;
  for (const name of names) {
    const path = resolve(place.cwd, name);
    if (!(await exists(path))) continue;
    present.push(`"${name}"`);
    folder ||= await withFileErrors(
      "look at",
      path,
      async () => (await Deno.lstat(path)).isDirectory,
    );
  }
  if (present.length === 0) return;
  const list = [present.slice(0, -1).join(", "), present.at(-1)].filter(Boolean).join(" and ");
  throw new OsctlError("file", `${list} already ${present.length === 1 ? "exists" : "exist"}`, {
    hint: folder
      ? "choose another name; a folder cannot be replaced by a file"
      : "choose another name, or replace what is there with --force",
  });
}

/**
 * Makes sure that the folder of every file is there, before work starts whose result could not be
 * written.
 *
 * @throws {OsctlError} of kind `file` that names the folder.
 */
export async function requireParentFolders(
  names: readonly string[],
  { cwd }: Place,
): Promise<void> {
  for (const folder of new Set(names.map((name) => dirname(resolve(cwd, name))))) {
    const { isDirectory } = await withFileErrors(
      "write to the folder",
      folder,
      () => Deno.stat(folder),
    );
    if (!isDirectory) throw new OsctlError("file", `"${folder}" is not a folder`);
  }
}

/**
 * Writes the files, by name, in the order given, with mode 0600 from the first byte.
 *
 * @throws {OsctlError} of kind `file` naming the file that could not be written.
 */
export async function writeSecretFiles(
  files: Readonly<Record<string, string>>,
  place: Place,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await writeFileAtomic(resolve(place.cwd, name), content, {
      mode: 0o600,
      overwrite: place.force,
    });
  }
}

/**
 * Reads a text whose name is relative to the place.
 *
 * @throws {OsctlError} of kind `file` naming the path.
 */
export async function readTextIn(name: string, place: Place): Promise<string> {
  return await readText(resolve(place.cwd, name));
}

/** The path with another ending (`.csr`) in place of the last one, or added when it has none. */
export function replaceExtension(path: string, ending: string): string {
  return path.replace(/\.[^./\\]*$/, "") + ending;
}
