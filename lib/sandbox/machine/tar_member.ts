/**
 * Conversion of file tree entries to tar members.
 *
 * @module
 */
import { KIND, statMode } from "./file_mode.ts";
import { type TarMember, TYPE_FLAG } from "./tar_header.ts";
import type { Entry } from "./walk.ts";

/** User and group names by numeric id. */
export interface Owners {
  readonly users: Names;
  readonly groups: Names;
}

/** Reads the users and groups of this machine. */
export function readOwners(): Owners {
  return { users: readAccounts("/etc/passwd"), groups: readAccounts("/etc/group") };
}

const TYPE_BY_KIND: Readonly<Record<number, TarMember["type"]>> = {
  [KIND.REGULAR]: TYPE_FLAG.FILE,
  [KIND.DIRECTORY]: TYPE_FLAG.DIRECTORY,
  [KIND.SYMLINK]: TYPE_FLAG.SYMLINK,
  [KIND.CHARACTER_DEVICE]: TYPE_FLAG.CHARACTER_DEVICE,
  [KIND.BLOCK_DEVICE]: TYPE_FLAG.BLOCK_DEVICE,
  [KIND.PIPE]: TYPE_FLAG.PIPE,
};

/** Converts an entry; undefined for sockets, which tar cannot store. */
export function toTarMember(entry: Entry, owners: Owners): TarMember | undefined {
  const { info } = entry;
  const mode = statMode(info);
  const type = TYPE_BY_KIND[mode & KIND.MASK];
  if (type === undefined) return undefined;
  const isDevice = type === TYPE_FLAG.CHARACTER_DEVICE || type === TYPE_FLAG.BLOCK_DEVICE;
  const device = isDevice ? splitDeviceNumber(info.rdev ?? 0) : { major: 0, minor: 0 };
  const uid = info.uid ?? 0;
  const gid = info.gid ?? 0;
  return {
    type,
    name: type === TYPE_FLAG.DIRECTORY ? `${entry.relative}/` : entry.relative,
    mode: mode & 0o7777,
    uid,
    gid,
    user: owners.users.get(uid) ?? "",
    group: owners.groups.get(gid) ?? "",
    size: type === TYPE_FLAG.FILE ? info.size : 0,
    modified: toUnixSeconds(info.mtime),
    link: entry.link,
    deviceMajor: device.major,
    deviceMinor: device.minor,
  };
}

/** Converts to whole seconds since the Unix epoch; 0 when the date is missing or invalid. */
export function toUnixSeconds(time: Date | null): number {
  const milliseconds = time?.getTime() ?? 0;
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
}

/** Splits a Linux device number (makedev(3)). */
export function splitDeviceNumber(device: number): { major: number; minor: number } {
  const bits = BigInt(device);
  return {
    major: Number(((bits >> 8n) & 0xfffn) | ((bits >> 32n) & 0xffff_f000n)),
    minor: Number((bits & 0xffn) | ((bits >> 12n) & 0xffff_ff00n)),
  };
}

/** Account names by numeric id. */
export type Names = ReadonlyMap<number, string>;

/** Parses a passwd(5) or group(5) file. The first of several names of an id wins. */
export function parseAccounts(text: string): Names {
  const names = new Map<number, string>();
  for (const line of text.split("\n")) {
    const [name, , id] = line.split(":");
    if (!name || !id || !/^[0-9]+$/.test(id) || names.has(Number(id))) continue;
    names.set(Number(id), name);
  }
  return names;
}

/** Reads a passwd or group file; empty when it does not exist. */
function readAccounts(path: string): Names {
  try {
    return parseAccounts(Deno.readTextFileSync(path));
  } catch (error) {
    // Containers may have no such files.
    if (error instanceof Deno.errors.NotFound) return new Map();
    throw error;
  }
}
