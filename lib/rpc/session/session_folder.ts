/**
 * The folder of the session sockets of a user.
 *
 * @module
 */
import { HOME_FOLDER } from "../../distribution.ts";
import { isAbsolute } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";

/** Returns the folder: below `XDG_RUNTIME_DIR`, which ends with the login, or the home directory. */
export function sessionFolder({ env, home }: Pick<System, "env" | "home">): string {
  const runtime = env.get("XDG_RUNTIME_DIR") ?? "";
  return isAbsolute(runtime) ? `${runtime}/osctl` : `${home}/${HOME_FOLDER}/session`;
}
