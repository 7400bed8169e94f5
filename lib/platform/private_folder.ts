/**
 * Folders with Unix sockets that only this user can open.
 *
 * The runtime has no access to the credentials of the peer of a Unix socket. The owner and mode of
 * the folder take their place: in a folder of this user with mode 0700, only this user and root can
 * create or replace a socket, or connect to one.
 *
 * @module
 */
/** Longest path of a Unix socket, bytes: 104 on macOS with the final zero, 108 on Linux. */
const MAX_PATH = 103;

/** Mode of the folder. */
export const FOLDER_MODE = 0o700;

/** Suffix of sockets. */
const SOCKET_SUFFIX = ".sock";

/** Returns the path of a socket. */
export function socketPath(folder: string, name: string): string {
  return `${folder}/${name}${SOCKET_SUFFIX}`;
}

/** Returns whether the path fits into the address of a Unix socket. */
export function isSocketPath(path: string): boolean {
  return new TextEncoder().encode(path).length <= MAX_PATH;
}

/** Returns why nothing in the folder can be trusted; undefined when it can. */
export function folderFault(folder: string): string | undefined {
  const info = Deno.lstatSync(folder);
  if (!info.isDirectory) return `"${folder}" is not a directory`;
  if (info.uid !== userId()) return `"${folder}" belongs to another user`;
  if (((info.mode ?? 0) & 0o777) !== FOLDER_MODE) return `"${folder}" is accessible to others`;
  // Its owner can rename the folder; the sticky bit prevents it for others.
  const parent = Deno.statSync(folder.replace(/\/[^/]+$/, "") || "/");
  const mode = parent.mode ?? 0;
  const isOwned = parent.uid === 0 || parent.uid === userId();
  if (isOwned && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0)) return undefined;
  return `the parent of "${folder}" is writable by others`;
}

/**
 * Returns whether this process may use sockets in the folder, without a question of the runtime.
 */
export function isPermitted(folder: string): boolean {
  if (Deno.build.os === "windows") return false;
  const isGranted = (descriptor: Deno.PermissionDescriptor) =>
    Deno.permissions.querySync(descriptor).state === "granted";
  return isGranted({ name: "sys", kind: "uid" }) && isGranted({ name: "read", path: folder }) &&
    isGranted({ name: "write", path: folder });
}

/** Returns the path of a socket that can be trusted; undefined without one. */
export function findSocket(folder: string, name: string): string | undefined {
  const path = socketPath(folder, name);
  try {
    if (!isPermitted(folder) || !isSocketPath(path)) return undefined;
    const { isSocket, uid } = Deno.lstatSync(path);
    if (!isSocket || uid !== userId()) return undefined;
    return folderFault(folder) === undefined ? path : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (isInaccessible(error)) return undefined;
    throw error;
  }
}

/** Reports whether an error of the file system only means that there is no usable session. */
export function isInaccessible(error: unknown): boolean {
  // Errors of the system have a code: looped links, a name that is too long, a failing disk.
  return error instanceof Deno.errors.NotCapable || error instanceof Error && "code" in error;
}

/** Returns the identifier of the user of this process; null on Windows. */
export function userId(): number | null {
  return Deno.uid();
}
