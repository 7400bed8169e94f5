/**
 * Whether the calls of a command use a session.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Environment, System } from "../platform/system.ts";
import { isInaccessible, isPermitted } from "../platform/private_folder.ts";
import { sessionFolder } from "../rpc/session/session_folder.ts";

/** Variable that turns sessions on, also without a terminal, or off. */
export const SESSION_VARIABLE = "OSCTL_SESSION";

/** How calls use sessions. */
export interface SessionUse {
  /** Folder of the sockets. */
  readonly folder: string;
}

/** The parts of the system that decide about sessions. */
type SessionSystem = Pick<System, "env" | "home" | "terminal">;

/**
 * Returns whether sessions may be used: `OSCTL_SESSION` decides; without it, they are off in CI and
 * without a terminal, where a background process would go unnoticed.
 *
 * @throws {OsctlError} of kind `usage` for another value than 0 or 1.
 */
export function allowsSessions(
  { env, terminal }: Pick<SessionSystem, "env" | "terminal">,
): boolean {
  const isAsked = parseVariable(env);
  if (Deno.build.os === "windows") return false;
  if (isAsked !== undefined) return isAsked;
  const ci = env.get("CI") ?? "";
  if (ci !== "" && ci !== "false") return false;
  return (["stderr", "stdout", "stdin"] as const).some((name) => terminal.isTerminal(name));
}

/** Returns the folder of the sessions to use; undefined when there is none, which is cheap to find. */
export function findSessions(system: SessionSystem): string | undefined {
  if (!allowsSessions(system)) return undefined;
  const folder = sessionFolder(system);
  try {
    if (!isPermitted(folder)) return undefined;
    return Deno.statSync(folder).isDirectory ? folder : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || isInaccessible(error)) return undefined;
    throw error;
  }
}

function parseVariable(env: Environment): boolean | undefined {
  const text = env.get(SESSION_VARIABLE) ?? "";
  if (text === "") return undefined;
  if (text === "0" || text === "1") return text === "1";
  throw new OsctlError("usage", `invalid value "${text}" in ${SESSION_VARIABLE}`, {
    hint: "use 1 to allow sessions, or 0 to connect directly",
  });
}
