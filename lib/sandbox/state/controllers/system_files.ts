/**
 * Access to `/proc` and `/sys`, where missing files are normal.
 *
 * @module
 */

/** Error codes of attributes that a device does not support. */
const ABSENT = ["EINVAL", "EIO", "ENODEV", "EOPNOTSUPP", "ENOTDIR", "ENXIO"];

/** Reads a file without surrounding white space; undefined when it is not available. */
export function readTrimmed(path: string): string | undefined {
  return ifPresent(() => Deno.readTextFileSync(path).trim());
}

/** Reads a file; undefined when it is not available. */
export function readText(path: string): string | undefined {
  return ifPresent(() => Deno.readTextFileSync(path));
}

/** Reads the bytes of a file; undefined when it is not available. */
export function readBytes(path: string): Uint8Array | undefined {
  return ifPresent(() => Deno.readFileSync(path));
}

/** Resolves all symbolic links; undefined when the target does not exist. */
export function realPath(path: string): string | undefined {
  return ifPresent(() => Deno.realPathSync(path));
}

/** Returns the base name of the resolved path; undefined when the target does not exist. */
export function realName(path: string): string | undefined {
  return realPath(path)?.split("/").at(-1);
}

/** Returns the sorted names in a folder; empty when it does not exist. */
export function listNames(path: string): string[] {
  return ifPresent(() => [...Deno.readDirSync(path)].map(({ name }) => name).sort()) ?? [];
}

/** Reports whether a path exists. */
export function exists(path: string): boolean {
  return ifPresent(() => Deno.lstatSync(path)) !== undefined;
}

function ifPresent<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof Deno.errors.PermissionDenied) return undefined;
    if (error instanceof Deno.errors.NotADirectory) return undefined;
    if (error instanceof Error && "code" in error && ABSENT.includes(String(error.code))) {
      return undefined;
    }
    // Deno sets no code for ENODEV, of a network interface that disappears.
    if (error instanceof Error && error.message.includes("(os error 19)")) return undefined;
    throw error;
  }
}
