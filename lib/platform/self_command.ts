/**
 * How this very program is started again, for the processes it leaves in the background.
 *
 * @module
 */

/** A program and its arguments. */
export interface SelfCommand {
  command: string;
  args: string[];
}

/** The module to run: the sources' entry, or that of the bundle this file became a part of. */
function entry(): string {
  // Not always the main module: under `deno test` that is the test.
  const fromSources = import.meta.url.endsWith("/lib/platform/self_command.ts");
  return fromSources ? new URL("../../main.ts", import.meta.url).href : Deno.mainModule;
}

/** The command that runs this program with `args`: compiled, bundled or from its sources. */
export function createSelfCommand(args: readonly string[]): SelfCommand {
  const command = Deno.execPath();
  if (Deno.build.standalone) return { command, args: [...args] };
  const runtime = ["run", "--allow-all", "--no-lock", "--no-prompt", "--quiet"];
  return { command, args: [...runtime, entry(), ...args] };
}
