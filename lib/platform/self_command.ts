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

/** Returns the entry module: `main.ts` of the sources, or the bundle that contains this file. */
function findEntry(): string {
  // From sources, `Deno.mainModule` can be a test.
  const fromSources = import.meta.url.endsWith("/lib/platform/self_command.ts");
  return fromSources ? new URL("../../main.ts", import.meta.url).href : Deno.mainModule;
}

/** Creates the command that runs this program with `args`: compiled, bundled or from sources. */
export function createSelfCommand(args: readonly string[]): SelfCommand {
  const command = Deno.execPath();
  if (Deno.build.standalone) return { command, args: [...args] };
  const runtime = ["run", "--allow-all", "--no-lock", "--no-prompt", "--quiet"];
  return { command, args: [...runtime, findEntry(), ...args] };
}
