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

/** Creates the command that runs this program with `args`: compiled, bundled or from sources. */
export function createSelfCommand(args: readonly string[]): SelfCommand {
  const command = Deno.execPath();
  if (Deno.build.standalone) return { command, args: [...args] };
  // From sources, `Deno.mainModule` can be a test, and libraries come from the lock file: without
  // it, the runtime asks the registry for their versions.
  const [lock, entry] = import.meta.url.endsWith("/lib/platform/self_command.ts")
    ? ["--frozen", new URL("../../main.ts", import.meta.url).href]
    : ["--no-lock", Deno.mainModule];
  return { command, args: ["run", "--allow-all", lock, "--no-prompt", "--quiet", entry, ...args] };
}
