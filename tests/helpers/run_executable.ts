/**
 * Runs commands of tests with the executable that `OSCTL_EXECUTABLE` names, where nothing of the test
 * has to be in the process of the command.
 *
 * @module
 */
import { useDefaultSignalsInChildren } from "../../scripts/default_signals.ts";
import { EXECUTABLE } from "../../scripts/program.ts";
import type { CommandOutcome, RunCommandOptions } from "./run_command.ts";

/** File that receives a line for each command: where it ran, and its first word. */
const RECORD = Deno.env.get("OSCTL_EXECUTABLE_RECORD");

/** Options that a child process cannot have: parts of the test itself. */
const IN_PROCESS = [
  ...["system", "wiring", "tree", "clock", "terminals", "size", "signal", "spawn", "random"],
] as const satisfies readonly (keyof RunCommandOptions)[];

/** Returns the outcome of the executable; undefined when the command must run in this process. */
export async function runExecutable(
  args: readonly string[],
  options: RunCommandOptions,
): Promise<CommandOutcome | undefined> {
  if (EXECUTABLE === undefined) return undefined;
  const reason = findReason(args, options);
  if (RECORD !== undefined) {
    const words = `${reason ?? "executable"}\t${args[0] ?? ""}\n`;
    await Deno.writeTextFile(RECORD, words, { append: true });
  }
  if (reason !== undefined) return undefined;
  const { home = "", cwd = home, env = {}, release, stdin = "" } = options;
  useDefaultSignalsInChildren();
  const child = new Deno.Command(EXECUTABLE, {
    args: [...args],
    cwd,
    clearEnv: true,
    env: { HOME: home, ...env, ...release === undefined ? {} : { OSCTL_INTERFACE: release } },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin as Uint8Array;
  const writer = child.stdin.getWriter();
  // A command that does not read ends before.
  await writer.write(input as Uint8Array<ArrayBuffer>).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr), bytes: stdout };
}

/** Returns why a command cannot run as a child process; undefined when it can. */
function findReason(args: readonly string[], options: RunCommandOptions): string | undefined {
  const part = IN_PROCESS.find((name) => options[name] !== undefined);
  if (part !== undefined) return `in this process: ${part}`;
  if (options.stdin instanceof ReadableStream) return "in this process: stdin";
  // Completions have short deadlines, which tests extend.
  if (args[0] === "__complete") return "in this process: deadlines";
  const { home = "/nonexistent", cwd = home } = options;
  return isFolder(home) && isFolder(cwd) ? undefined : "in this process: no home";
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
