/**
 * Turns what a walk finds into a member of an archive.
 *
 * @module
 */
import { type Names, readAccounts } from "./accounts.ts";
import { KIND, statMode } from "./file_mode.ts";
import { MEMBER, type Member } from "./tar_header.ts";
import type { Entry } from "./walk.ts";

/** Who owns files, by name. */
export interface Owners {
  readonly users: Names;
  readonly groups: Names;
}

/** The owners this machine knows. */
export function localOwners(): Owners {
  return { users: readAccounts("/etc/passwd"), groups: readAccounts("/etc/group") };
}

const TYPE_BY_KIND: Readonly<Record<number, Member["type"]>> = {
  [KIND.REGULAR]: MEMBER.FILE,
  [KIND.DIRECTORY]: MEMBER.DIRECTORY,
  [KIND.SYMLINK]: MEMBER.SYMLINK,
  [KIND.CHARACTER_DEVICE]: MEMBER.CHARACTER_DEVICE,
  [KIND.BLOCK_DEVICE]: MEMBER.BLOCK_DEVICE,
  [KIND.PIPE]: MEMBER.PIPE,
};

/** The member for an entry; undefined for what tar does not know (a socket). */
export function memberOf(entry: Entry, owners: Owners): Member | undefined {
  const { info } = entry;
  const mode = statMode(info);
  const type = TYPE_BY_KIND[mode & KIND.MASK];
  if (type === undefined) return undefined;
  const isDevice = type === MEMBER.CHARACTER_DEVICE || type === MEMBER.BLOCK_DEVICE;
  const device = isDevice ? deviceNumbers(info.rdev ?? 0) : { major: 0, minor: 0 };
  const uid = info.uid ?? 0;
  const gid = info.gid ?? 0;
  return {
    type,
    name: type === MEMBER.DIRECTORY ? `${entry.relative}/` : entry.relative,
    mode: mode & 0o7777,
    uid,
    gid,
    user: owners.users.get(uid) ?? "",
    group: owners.groups.get(gid) ?? "",
    size: type === MEMBER.FILE ? info.size : 0,
    modified: unixSeconds(info.mtime),
    link: entry.link,
    deviceMajor: device.major,
    deviceMinor: device.minor,
  };
}

/** Whole seconds since the Unix epoch, 0 for a time the runtime cannot express. */
export function unixSeconds(time: Date | null): number {
  const milliseconds = time?.getTime() ?? 0;
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
}

/** Splits a Linux device number as makedev(3) joins it. */
export function deviceNumbers(device: number): { major: number; minor: number } {
  const bits = BigInt(device);
  return {
    major: Number(((bits >> 8n) & 0xfffn) | ((bits >> 32n) & 0xffff_f000n)),
    minor: Number((bits & 0xffn) | ((bits >> 12n) & 0xffff_ff00n)),
  };
}
