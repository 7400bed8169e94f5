/**
 * The command that starts this program again, for background processes.
 *
 * @module
 */

/** An executable and its arguments. */
export interface SelfCommand {
  command: string;
  args: string[];
}

/**
 * Creates the command that runs this program with `args`: compiled, bundled or from sources.
 *
 * @param permissions Flags of the runtime, except of a compiled program, which has all. The files of the
 *   program are readable.
 */
export function createSelfCommand(
  args: readonly string[],
  permissions: readonly string[] = ["--allow-all"],
): SelfCommand {
  const command = Deno.execPath();
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

/** Returns the path of a URL of a file; on Windows without the slash before the drive. */
export function toFilePath({ pathname }: URL, os: typeof Deno.build.os): string {
  const path = decodeURIComponent(pathname);
  return os === "windows" ? path.replace(/^\/(?=[A-Za-z]:)/, "") : path;
}
