/**
 * Mounted file systems from `/proc/mounts`.
 *
 * @module
 */
import { statfs } from "node:fs/promises";

/** A line of `/proc/mounts`. */
export interface Mount {
  readonly filesystem: string;
  readonly mountedOn: string;
}

/** A mounted file system with its size, bytes; 0 when it has none. */
export interface MountUsage extends Mount {
  readonly size: number;
  /** Free space for unprivileged users. */
  readonly available: number;
}

/** Parses mounts(5) and decodes its octal escapes, such as `\040` for a space. */
export function parseMounts(text: string): Mount[] {
  const mounts: Mount[] = [];
  for (const line of text.split("\n")) {
    const [filesystem, mountedOn] = line.split(" ");
    if (filesystem === undefined || mountedOn === undefined) continue;
    mounts.push({
      filesystem: decodeOctalEscapes(filesystem),
      mountedOn: decodeOctalEscapes(mountedOn),
    });
  }
  return mounts;
}

/** Decodes octal escapes, such as `\\040` for a space. */
export function decodeOctalEscapes(text: string): string {
  return text.replaceAll(
    /\\([0-7]{3})/g,
    (_, digits: string) => String.fromCharCode(parseInt(digits, 8)),
  );
}

/** Returns all mounts with their sizes, in kernel order. */
export async function listMounts(): Promise<MountUsage[]> {
  const mounts = parseMounts(await Deno.readTextFile("/proc/mounts"));
  return await Promise.all(mounts.map(measure));
}

async function measure(mount: Mount): Promise<MountUsage> {
  try {
    const isFolder = (await Deno.stat(mount.mountedOn)).isDirectory;
    if (!isFolder) return { ...mount, size: 0, available: 0 };
    const { bsize, blocks, bavail } = await statfs(mount.mountedOn);
    return { ...mount, size: bsize * blocks, available: bsize * bavail };
  } catch {
    // Shadowed by another mount, not accessible, or just unmounted: listed with unknown size.
    return { ...mount, size: 0, available: 0 };
  }
}
