/**
 * Kubeconfig files: their paths, loading, and changes under a lock.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { withFileLock } from "../../platform/file_lock.ts";
import {
  ensureFolder,
  exists,
  fileErrorReason,
  readText,
  readTextIfPresent,
  removeIfPresent,
  writeFileAtomic,
} from "../../platform/files.ts";
import { dirname, join, resolve } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import { KubeconfigEditor } from "./editor.ts";
import { KUBECONFIG_LIMITS, type ParsedKubeconfig, parseKubeconfig } from "./parse.ts";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const LIST_SEPARATOR = listSeparator(Deno.build.os);

/** Returns the separator of paths in `KUBECONFIG`. */
export function listSeparator(os: typeof Deno.build.os): string {
  return os === "windows" ? ";" : ":";
}

/** The parts of the system that determine the paths. */
export type KubeconfigSurroundings = Pick<System, "env" | "home" | "cwd">;

/** Returns the paths of `KUBECONFIG`, or else the file in the home folder. */
export function kubeconfigPaths({ env, home, cwd }: KubeconfigSurroundings): readonly string[] {
  const list = (env.get("KUBECONFIG") ?? "").split(LIST_SEPARATOR).filter((path) => path !== "");
  if (list.length === 0) return [join(join(home, ".kube"), "config")];
  return [...new Set(list.map((path) => resolve(cwd, path)))];
}

/**
 * Returns the first path that can be written, or created.
 *
 * @throws {OsctlError} of kind `file` when there is none.
 */
export async function chooseWritablePath(paths: readonly string[]): Promise<string> {
  let denial = "";
  for (const path of paths) {
    const result = await checkWritable(path);
    if (result === "writable") return path;
    if (result instanceof Deno.errors.NotCapable) denial ||= `: ${result.message}`;
  }
  const list = paths.map((path) => `"${path}"`).join(", ");
  const which = paths.length === 1 ? list : `any of ${list}`;
  throw new OsctlError("file", `cannot write ${which}${denial}`, {
    hint: "use the path of a writable file",
  });
}

/** Returns `writable`, or the reason why a path is not. */
async function checkWritable(path: string): Promise<"writable" | Error> {
  try {
    if (await exists(path)) {
      (await Deno.open(path, { write: true })).close();
      return "writable";
    }
    let folder = dirname(path);
    while (!(await exists(folder))) folder = dirname(folder);
    const probe = join(folder, `.${crypto.randomUUID()}.tmp`);
    (await Deno.open(probe, { write: true, createNew: true, mode: FILE_MODE })).close();
    await removeIfPresent(probe);
    return "writable";
  } catch (error) {
    const cause = error instanceof OsctlError && error.cause instanceof Error ? error.cause : error;
    if (cause instanceof OsctlError || fileErrorReason(cause) !== undefined) return cause as Error;
    throw error;
  }
}

/**
 * Reads one kubeconfig file.
 *
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function readKubeconfig(path: string): Promise<ParsedKubeconfig> {
  return parseKubeconfig(await readText(path, KUBECONFIG_LIMITS), path, path);
}

/**
 * Changes a kubeconfig file, or creates it: read, changed and replaced under a lock, so that no other
 * process loses its update or reads half a file. `change` also gets the text of the file, undefined
 * for a new one, and must not wait for a person. The file is 0600, a new folder 0700. Nothing is
 * written when the change throws or changes nothing.
 *
 * @returns The result of `change`.
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function editKubeconfig<T>(
  path: string,
  { clock, signal }: Pick<System, "clock" | "signal">,
  change: (editor: KubeconfigEditor, text: string | undefined) => T | Promise<T>,
): Promise<T> {
  await ensureFolder(dirname(path), FOLDER_MODE);
  return await withFileLock(path, { clock, signal }, async () => {
    const before = await readTextIfPresent(path, KUBECONFIG_LIMITS);
    const editor = new KubeconfigEditor(parseKubeconfig(before ?? "", path, path));
    const result = await change(editor, before);
    const after = editor.toString();
    if (after !== before) await writeFileAtomic(path, after, { mode: FILE_MODE });
    return result;
  });
}
