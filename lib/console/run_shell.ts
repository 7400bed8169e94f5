/**
 * A child shell that is bound to one context.
 *
 * @module
 */
import { BOUND_CONTEXT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { loadClientConfig, selectContext } from "../osconfig/load.ts";
import { fileErrorReason } from "../platform/files.ts";
import { unaskable } from "../platform/unaskable.ts";
import type { System } from "../platform/system.ts";
import type { ConnectionOptions } from "../procedures/context.ts";

/**
 * Runs the shell of the user until it ends. It exits with the code of its last command, which has been
 * reported.
 *
 * @throws {OsctlError} of kind `usage` in such a shell, `file` when the shell cannot be started.
 */
export async function runShell(
  system: Pick<System, "env" | "home" | "cwd" | "spawn" | "terminal" | "ignoreInterrupt">,
  flags: ConnectionOptions,
): Promise<void> {
  const { env, spawn, terminal, ignoreInterrupt } = system;
  const bound = env.get(BOUND_CONTEXT);
  if (bound !== undefined) {
    throw new OsctlError("usage", `this shell is bound to context "${bound}"`, {
      hint: "exit it before starting another",
    });
  }
  const reason = unaskable(terminal);
  if (reason !== undefined) {
    throw new OsctlError("usage", `cannot start a shell: ${reason}`, {
      hint: "use --context with each command of a script",
    });
  }
  const config = await loadClientConfig(flags.osconfig, system);
  const { name } = selectContext(config, flags.context);
  const program = env.get("SHELL") || (Deno.build.os === "windows" ? "cmd.exe" : "/bin/sh");
  const heedInterrupt = ignoreInterrupt();
  try {
    await spawn(program, {
      env: { [BOUND_CONTEXT]: name, OSCONFIG: config.path! },
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
    }).status;
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === undefined) throw error;
    throw new OsctlError("file", `shell "${program}" cannot be started: ${reason}`, {
      hint: "set SHELL to another shell",
    });
  } finally {
    heedInterrupt();
  }
}
