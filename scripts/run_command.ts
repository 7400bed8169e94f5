/**
 * Runs commands and reads their output.
 *
 * @module
 */

/**
 * Runs a command with empty stdin and returns what it prints on stdout.
 *
 * @throws {Error} with what it prints on stderr when it fails.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: Pick<Deno.CommandOptions, "cwd" | "env"> = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    ...options,
    args: [...args],
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  if (success) return decoder.decode(stdout);
  const name = command === Deno.execPath() ? `deno ${args[0]}` : command;
  throw new Error(`${name} failed: ${decoder.decode(stderr).trim()}`);
}

/** Runs the runtime and returns what it prints on stdout. */
export async function runDeno(
  args: readonly string[],
  options?: Pick<Deno.CommandOptions, "cwd" | "env">,
): Promise<string> {
  return await runCommand(Deno.execPath(), args, options);
}

/** Folders of the runtime. */
export interface RuntimeFolders {
  /** The cache. */
  readonly denoDir: string;
  /** The packages of npm in it. */
  readonly npmCache: string;
}

/** Returns the folders of the runtime. */
export async function findRuntimeFolders(): Promise<RuntimeFolders> {
  return JSON.parse(await runDeno(["info", "--json"]));
}
