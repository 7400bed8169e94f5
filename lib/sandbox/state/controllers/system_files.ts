/**
 * Reading the small files in which a system tells about itself.
 *
 * @module
 */

/** Of a file that is not there, not for this user, or not for this device. */
const ABSENT = ["EINVAL", "EIO", "ENODEV", "EOPNOTSUPP", "ENOTDIR", "ENXIO"];

/** The text without the white space around it; undefined when the system does not tell. */
export function readLine(path: string): string | undefined {
  return ifPresent(() => Deno.readTextFileSync(path).trim());
}

/** The whole text; undefined when the system does not tell. */
export function readWhole(path: string): string | undefined {
  return ifPresent(() => Deno.readTextFileSync(path));
}

/** The bytes of a file; undefined when the system does not tell. */
export function readBytes(path: string): Uint8Array | undefined {
  return ifPresent(() => Deno.readFileSync(path));
}

/** Where a path leads once all links are followed; undefined when nowhere. */
export function resolved(path: string): string | undefined {
  return ifPresent(() => Deno.realPathSync(path));
}

/** The last part of where a path leads; undefined when nowhere. */
export function resolvedName(path: string): string | undefined {
  return resolved(path)?.split("/").at(-1);
}

/** The names in a folder, sorted; none when it is not there. */
export function namesIn(path: string): string[] {
  return ifPresent(() => [...Deno.readDirSync(path)].map(({ name }) => name).sort()) ?? [];
}

/** Whether there is something at a path. */
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
    throw error;
  }
}
