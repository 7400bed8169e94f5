/**
 * The folder of the session sockets of a user.
 *
 * @module
 */
import { HOME_FOLDER } from "../../distribution.ts";
import { isInaccessible, userId } from "../../platform/private_folder.ts";
import { isAbsolute } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";

/** Returns the folder: below `XDG_RUNTIME_DIR`, which ends with the login, or the home directory. */
export function sessionFolder({ env, home }: Pick<System, "env" | "home">): string {
  const runtime = env.get("XDG_RUNTIME_DIR") ?? "";
  return isAbsolute(runtime) && isOwn(runtime)
    ? `${runtime}/osctl`
    : `${home}/${HOME_FOLDER}/session`;
}

/**
 * Reports whether a folder belongs to this user, as the specification of `XDG_RUNTIME_DIR` requires:
 * `su` leaves the variable of another user.
 */
function isOwn(folder: string): boolean {
  try {
    const { isDirectory, uid } = Deno.statSync(folder);
    return isDirectory && uid === userId();
  } catch (error) {
    // Without permission to read it, its use reports the reason.
    if (error instanceof Deno.errors.NotCapable) return true;
    if (isInaccessible(error)) return false;
    throw error;
  }
}
