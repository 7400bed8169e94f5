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
 * arguments; a value that also has quotes or backslashes runs in `SHELL`.
 */
export function getEditorCommand(
  env: System["env"],
  path: string,
  os: string = Deno.build.os,
): EditorCommand {
  const editor = env.get("OS_EDITOR") || env.get("EDITOR") ||
    (os === "windows" ? "notepad" : "vi");
  if (editor.includes(" ") && /["'\\]/.test(editor)) {
    const quoted = `'${path.replaceAll("'", String.raw`'\''`)}'`;
    return { program: env.get("SHELL") || "/bin/bash", args: ["-c", `${editor} ${quoted}`] };
  }
  const [program = editor, ...args] = editor.split(" ").filter((word) => word !== "");
  return { program, args: [...args, path] };
}

/**
 * Opens a file in the editor and waits until it exits.
 *
 * @throws {OsctlError} of kind `file` when it cannot be started or fails.
 */
export async function runEditor(
  { env, spawn }: Pick<System, "env" | "spawn">,
  path: string,
): Promise<void> {
  const { program, args } = getEditorCommand(env, path);
  const fail = (reason: string, cause?: unknown) =>
    new OsctlError("file", `editor "${program}" failed: ${reason}`, {
      hint: "set OS_EDITOR or EDITOR to another editor",
      ...(cause === undefined ? {} : { cause }),
    });
  let child: Deno.ChildProcess;
  try {
    const stdio = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
    child = spawn(program, { args: [...args], ...stdio });
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    throw fail(reason, error);
  }
  const { success, code, signal } = await child.status;
  if (!success) throw fail(signal === null ? `exit code ${code}` : `signal ${signal}`);
}
