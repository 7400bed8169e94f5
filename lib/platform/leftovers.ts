/**
 * Temporary files that processes left when they were terminated without clean-up, by SIGKILL or a
 * power failure. They may contain secrets.
 *
 * @module
 */
import { dirname, join } from "./paths.ts";

/** Names next to a target: of `writeFileAtomic` and `writeFileSet`, and probes of a folder. */
const TEMPORARY = /^(?<target>.+)\.[0-9a-f]{8}\.(?:tmp|new|new\.[0-9a-f]{8}\.tmp|(?<old>old))$/;
const PROBE = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Younger files may belong to a running process, milliseconds. */
const MIN_AGE_MS = 60 * 60 * 1000;
/** Entries of a folder that are compared. */
const MAX_ENTRIES = 10_000;

const searched = new Set<string>();
const removed: string[] = [];

/** Returns the paths of the removed files, once. */
export function takeRemovedLeftovers(): string[] {
  return removed.splice(0);
}

/** Records a removed file, for {@linkcode takeRemovedLeftovers}. */
export function recordRemoved(path: string): void {
  removed.push(path);
}

/** Options of {@linkcode removeLeftovers}. */
export interface LeftoverOptions {
  /** A file of this process in the folder: leftovers have the same owner and are older. */
  readonly written: string;
  /** Reports whether a name belongs to a temporary file. */
  isLeftover(name: string, names: ReadonlySet<string>): boolean;
  /** Minimum age, milliseconds. */
  readonly minAgeMs: number;
}

/**
 * Removes the leftovers next to a file that was just written, once per folder and process. In a
 * folder of all users, such as the one for temporary files, other programs may use such names.
 */
export async function removeTemporaryLeftovers(written: string): Promise<void> {
  const folder = dirname(written);
  if (searched.has(folder)) return;
  searched.add(folder);
  // Without the permission, the runtime may prompt for it.
  if ((await Deno.permissions.query({ name: "read", path: folder })).state !== "granted") return;
  if (await isShared(folder)) return;
  await removeLeftovers({ written, isLeftover: isTemporary, minAgeMs: MIN_AGE_MS });
}

async function isShared(folder: string): Promise<boolean> {
  let isShared = true;
  await ignoreFileErrors(async () => {
    isShared = (((await Deno.stat(folder)).mode ?? 0) & 0o002) !== 0;
  });
  return isShared;
}

/** The previous content of a file is removed only where the file has a content. */
function isTemporary(name: string, names: ReadonlySet<string>): boolean {
  if (PROBE.test(name)) return true;
  const { target, old } = TEMPORARY.exec(name)?.groups ?? {};
  return target !== undefined && (old === undefined || names.has(target));
}

/** Removes regular files that match. A folder or file that cannot be read or removed is skipped. */
export async function removeLeftovers(
  { written, isLeftover, minAgeMs }: LeftoverOptions,
): Promise<void> {
  const folder = dirname(written);
  await ignoreFileErrors(async () => {
    const own = await Deno.lstat(written);
    const names = new Set<string>();
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (isFile) names.add(name);
      if (names.size === MAX_ENTRIES) return;
    }
    for (const name of names) {
      const path = join(folder, name);
      if (path === written || !isLeftover(name, names)) continue;
      await ignoreFileErrors(async () => {
        const { uid, mtime, isFile } = await Deno.lstat(path);
        // The clock of the file system decides, which may be on a server.
        const ageMs = (own.mtime?.getTime() ?? 0) - (mtime?.getTime() ?? Infinity);
        if (!isFile || uid !== own.uid || ageMs < minAgeMs) return;
        await Deno.remove(path);
        removed.push(path);
      });
    }
  });
}

/**
 * Ignores errors of the file system: another process may remove the file, and a folder may be
 * writable without being readable.
 */
export async function ignoreFileErrors(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const isExpected = error instanceof Error &&
      (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
        error instanceof Deno.errors.NotCapable || /\(os error \d+\)/.test(error.message));
    if (!isExpected) throw error;
  }
}
