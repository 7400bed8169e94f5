/**
 * Mounted file systems, from `/proc/mounts`.
 *
 * @module
 */
import { statfs } from "node:fs/promises";

/** One line of `/proc/mounts`. */
export interface Mount {
  readonly filesystem: string;
  readonly mountedOn: string;
}

/** A mounted file system with its size, bytes; 0 for one that has none. */
export interface MountFacts extends Mount {
  readonly size: number;
  /** What an ordinary user can still write. */
  readonly available: number;
}

/** Reads mounts(5). Spaces and the like stand there as `\040`. */
export function parseMounts(text: string): Mount[] {
  const mounts: Mount[] = [];
  for (const line of text.split("\n")) {
    const [filesystem, mountedOn] = line.split(" ");
    if (filesystem === undefined || mountedOn === undefined) continue;
    mounts.push({ filesystem: unescape(filesystem), mountedOn: unescape(mountedOn) });
  }
  return mounts;
}

function unescape(text: string): string {
  return text.replaceAll(
    /\\([0-7]{3})/g,
    (_, digits: string) => String.fromCharCode(parseInt(digits, 8)),
  );
}

/** Every mount with its size, in the order of the kernel. */
export async function listMounts(): Promise<MountFacts[]> {
  const mounts = parseMounts(await Deno.readTextFile("/proc/mounts"));
  return await Promise.all(mounts.map(measure));
}

async function measure(mount: Mount): Promise<MountFacts> {
  try {
    const isFolder = (await Deno.stat(mount.mountedOn)).isDirectory;
    if (!isFolder) return { ...mount, size: 0, available: 0 };
    const { bsize, blocks, bavail } = await statfs(mount.mountedOn);
    return { ...mount, size: bsize * blocks, available: bsize * bavail };
  } catch {
    // Hidden under another mount, not for this user, or gone: it is mounted, and its size unknown.
    return { ...mount, size: 0, available: 0 };
  }
}
