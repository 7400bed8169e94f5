/**
 * The command that starts this program again, for background processes.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { toFilePath } from "./paths.ts";

/** An executable and its arguments. */
export interface SelfCommand {
  command: string;
  args: string[];
}

/** Suffix of the path of a running executable that was removed: proc_pid_exe(5). */
const DELETED = " (deleted)";

/**
 * Path at the start of the program: an upgrade may move the executable later. Without permission to
 * read it, this module starts nothing.
 */
const started = pathAtStart();

function pathAtStart(): string | undefined {
  try {
    return Deno.execPath();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}

/**
 * Returns the path of the executable: after it was replaced, of the new one.
 *
 * @param paths Its paths now and at the start of the program.
 * @throws {OsctlError} of kind `file` when it was removed.
 */
export function findExecutable(paths: readonly string[] = executablePaths()): string {
  const candidates = paths.flatMap((path) =>
    path.endsWith(DELETED) ? [path, path.slice(0, -DELETED.length)] : [path]
  );
  const found = candidates.find(isFile);
  if (found !== undefined) return found;
  throw new OsctlError("file", `cannot start osctl again: "${candidates.at(-1)}" was removed`, {
    hint: "install osctl there again, or restart what runs: osctl cluster stop, then start",
  });
}

function executablePaths(): string[] {
  return [...started === undefined ? [] : [started], Deno.execPath()];
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    // A file that this process may not look at can still be started.
    return !(error instanceof Deno.errors.NotFound);
  }
}

/**
 * Creates the command that runs this program with `args`: compiled, bundled or from sources.
 *
 * @param permissions Flags of the runtime, except of a compiled program, which has all. The files of the
 *   program are readable.
 * @throws {OsctlError} of kind `file` when the executable was removed.
 */
export function createSelfCommand(
  args: readonly string[],
  permissions: readonly string[] = ["--allow-all"],
): SelfCommand {
  const command = findExecutable();
  if (Deno.build.standalone) return { command, args: [...args] };
  // From sources, `Deno.mainModule` can be a test, and libraries come from the lock file: without
  // it, the runtime asks the registry for their versions. For a bundle, the runtime would apply the
  // import map of any `deno.json` in a parent folder, which may belong to another user.
  const [own, entry] = import.meta.url.endsWith("/lib/platform/self_command.ts")
    ? [["--frozen"], new URL("../../main.ts", import.meta.url).href]
    : [["--no-config", "--no-lock"], Deno.mainModule];
  const folder = toFilePath(new URL(".", entry), Deno.build.os);
  const flags = permissions.map((flag) =>
    flag.startsWith("--allow-read=") ? `${flag},${folder}` : flag
  );
  return { command, args: ["run", ...flags, ...own, "--no-prompt", "--quiet", entry, ...args] };
}
