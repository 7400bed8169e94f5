/**
 * Runs the user's editor.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { fileErrorReason } from "../../platform/files.ts";
import type { System } from "../../platform/system.ts";

/** An editor's command line for a file. */
interface EditorCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * Returns the command line of `OS_EDITOR`, `EDITOR`, or the default of the system. Spaces separate
 * arguments; a value that also has quotes or backslashes runs in `SHELL`. On Windows, double quotes
 * enclose an argument with spaces.
 */
export function getEditorCommand(
  env: System["env"],
  path: string,
  os: string = Deno.build.os,
): EditorCommand {
  const editor = env.get("OS_EDITOR") || env.get("EDITOR") ||
    (os === "windows" ? "notepad" : "vi");
  if (os === "windows") {
    const words = editor.match(/"[^"]*"|[^\s"]+/g)?.map((word) => word.replaceAll('"', "")) ?? [];
    const [program = "notepad", ...args] = words;
    return { program, args: [...args, path] };
  }
  if (editor.includes(" ") && /["'\\]/.test(editor)) {
    const quoted = `'${path.replaceAll("'", String.raw`'\''`)}'`;
    return { program: env.get("SHELL") || "/bin/bash", args: ["-c", `${editor} ${quoted}`] };
  }
  const [program = editor, ...args] = editor.split(" ").filter((word) => word !== "");
  return { program, args: [...args, path] };
}

/** The parts of the system that an editor needs. */
export type EditorSystem = Pick<
  System,
  "env" | "spawn" | "clock" | "signal" | "stderr" | "terminal" | "ignoreInterrupt"
>;

/** Time for an editor to end after SIGTERM, milliseconds. */
const TERMINATE_MS = 2000;

/** Resets attributes, shows the cursor, and leaves the alternate screen. */
const RESET_SCREEN = "\x1b[0m\x1b[?25h\x1b[?1049l";

/**
 * Opens a file in the editor and waits until it exits. ^C is for the editor. When the signal aborts,
 * the editor is terminated.
 *
 * @throws {OsctlError} of kind `file` when it cannot be started or fails, `cancelled` when ^C ended
 * it; the signal's reason when that is aborted.
 */
export async function runEditor(system: EditorSystem, path: string): Promise<void> {
  const { env, spawn, signal, ignoreInterrupt } = system;
  const { program, args } = getEditorCommand(env, path);
  const fail = (reason: string, cause?: unknown) =>
    new OsctlError("file", `editor "${program}" failed: ${reason}`, {
      hint: "set OS_EDITOR or EDITOR to another editor",
      ...(cause === undefined ? {} : { cause }),
    });
  const settings = await readTerminalSettings(system);
  signal.throwIfAborted();
  const heedInterrupt = ignoreInterrupt();
  let status: Deno.CommandStatus;
  try {
    const stdio = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
    status = await waitForEditor(spawn(program, { args: [...args], ...stdio }), system);
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    throw fail(reason, error);
  } finally {
    heedInterrupt();
  }
  if (status.signal !== null && settings !== undefined) {
    await restoreTerminal(system, settings, status.signal);
  }
  signal.throwIfAborted();
  if (status.signal === "SIGINT") {
    throw new OsctlError("cancelled", `editor "${program}" was interrupted, nothing was applied`);
  }
  const { success, code } = status;
  if (!success) {
    throw fail(status.signal === null ? `exit code ${code}` : `signal ${status.signal}`);
  }
}

/** Waits until the editor exits; terminates it when the signal aborts. */
async function waitForEditor(
  child: Deno.ChildProcess,
  { clock, signal }: EditorSystem,
): Promise<Deno.CommandStatus> {
  let cancelKill = () => {};
  const terminate = () => {
    kill(child, "SIGTERM");
    cancelKill = clock.after(TERMINATE_MS, () => kill(child, "SIGKILL"));
  };
  signal.addEventListener("abort", terminate, { once: true });
  try {
    return await child.status;
  } finally {
    signal.removeEventListener("abort", terminate);
    cancelKill();
  }
}

function kill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch (error) {
    // The editor has exited; its status is about to arrive.
    if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Returns the settings of the terminal in the form of `stty`; undefined without a terminal. */
async function readTerminalSettings(
  { spawn, terminal }: EditorSystem,
): Promise<string | undefined> {
  if (!terminal.isTerminal("stdin")) return undefined;
  const stdio = { stdin: "inherit", stdout: "piped", stderr: "null" } as const;
  try {
    const { success, stdout } = await spawn("stty", { args: ["-g"], ...stdio }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch (error) {
    // Windows has no stty.
    if (fileErrorReason(error) === undefined) throw error;
    return undefined;
  }
}

/** Restores what an editor that died of a signal may have changed. */
async function restoreTerminal(
  { spawn, stderr }: EditorSystem,
  settings: string,
  killedBy: Deno.Signal,
): Promise<void> {
  const stdio = { stdin: "inherit", stdout: "null", stderr: "null" } as const;
  await spawn("stty", { args: [settings], ...stdio }).status;
  // Editors leave the alternate screen at other signals.
  if (killedBy === "SIGKILL") await stderr.write(RESET_SCREEN);
}
