/**
 * Encoder of tar headers (pax(1)): a 512-byte ustar block, preceded by a pax extended header for
 * values that do not fit: long or non-ASCII names, sizes from 8 GiB, large user ids.
 *
 * @module
 */

/** Type flags of tar members. */
export const TYPE_FLAG = {
  FILE: "0",
  SYMLINK: "2",
  CHARACTER_DEVICE: "3",
  BLOCK_DEVICE: "4",
  DIRECTORY: "5",
  PIPE: "6",
} as const;

/** A member of a tar archive. */
export interface TarMember {
  readonly type: typeof TYPE_FLAG[keyof typeof TYPE_FLAG];
  /** Relative path; folders end with a slash. */
  readonly name: string;
  /** Permission, setuid, setgid and sticky bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly user: string;
  readonly group: string;
  /** Content length, bytes; 0 unless a file. */
  readonly size: number;
  /** Unix seconds. */
  readonly modified: number;
  /** Target of a symbolic link. */
  readonly link: string;
  readonly deviceMajor: number;
  readonly deviceMinor: number;
}

/** Size of a tar block, bytes. */
export const BLOCK_SIZE = 512;

const UTF8 = new TextEncoder();
const MAX_OCTAL_7 = 0o7777777;
const MAX_OCTAL_11 = 0o77777777777;
// deno-lint-ignore no-control-regex -- tests for ASCII
const ASCII = /^[\x01-\x7f]*$/;

/** Encodes the header of a member: one block, or at least three with a pax extended header. */
export function encodeTarHeader(member: TarMember): Uint8Array {
  const records: [string, string][] = [];
  const split = splitName(member.name);
  if (split === undefined) records.push(["path", member.name]);
  if (!fits(member.link, 100)) records.push(["linkpath", member.link]);
  if (!fits(member.user, 32)) records.push(["uname", member.user]);
  if (!fits(member.group, 32)) records.push(["gname", member.group]);
  if (member.size > MAX_OCTAL_11) records.push(["size", String(member.size)]);
  if (member.uid > MAX_OCTAL_7) records.push(["uid", String(member.uid)]);
  if (member.gid > MAX_OCTAL_7) records.push(["gid", String(member.gid)]);
  if (member.modified < 0 || member.modified > MAX_OCTAL_11) {
    records.push(["mtime", String(member.modified)]);
  }
  const main = encodeBlock(
    member,
    member.type,
    split ?? { name: toAscii(member.name), prefix: "" },
  );
  if (records.length === 0) return main;
  const body = UTF8.encode(records.map(([key, value]) => paxRecord(key, value)).join(""));
  const extended = encodeBlock(
    { ...member, size: body.length, mode: 0o644, link: "", deviceMajor: 0, deviceMinor: 0 },
    "x",
    { name: "PaxHeaders.0/member", prefix: "" },
  );
  const whole = new Uint8Array(BLOCK_SIZE + body.length + paddingSize(body.length) + BLOCK_SIZE);
  whole.set(extended, 0);
  whole.set(body, BLOCK_SIZE);
  whole.set(main, whole.length - BLOCK_SIZE);
  return whole;
}

/** Returns the number of padding bytes after `size` bytes of content. */
export function paddingSize(size: number): number {
  return (BLOCK_SIZE - size % BLOCK_SIZE) % BLOCK_SIZE;
}

/** Returns the end-of-archive marker: two zero blocks. */
export function createEndOfArchive(): Uint8Array {
  return new Uint8Array(2 * BLOCK_SIZE);
}

/** Returns a pax record, `<length> <key>=<value>\n`; the length includes its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = UTF8.encode(` ${key}=${value}\n`).length;
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return `${length} ${key}=${value}\n`;
}

function fits(text: string, limit: number): boolean {
  return ASCII.test(text) && text.length <= limit;
}

/** Splits a long name at a slash into prefix (at most 155) and name (at most 100 characters). */
function splitName(name: string): { name: string; prefix: string } | undefined {
  if (!ASCII.test(name)) return undefined;
  if (name.length <= 100) return { name, prefix: "" };
  const cut = name.indexOf("/", name.length - 101);
  if (cut <= 0 || cut > 155 || cut === name.length - 1) return undefined;
  return { name: name.slice(cut + 1), prefix: name.slice(0, cut) };
}

/** Returns the fallback for readers without pax support, which the header field truncates. */
function toAscii(text: string): string {
  return ASCII.test(text) ? text : text.replace(/[^\x21-\x7e]/g, "_");
}

function encodeBlock(
  member: TarMember,
  type: string,
  names: { name: string; prefix: string },
): Uint8Array {
  const bytes = new Uint8Array(BLOCK_SIZE);
  const text = (offset: number, limit: number, value: string) => {
    bytes.set(UTF8.encode(value.slice(0, limit)), offset);
  };
  const octal = (offset: number, digits: number, value: number) => {
    // Values out of range are in the pax extended header.
    const valueInRange = value >= 0 && value < 8 ** digits ? value : 0;
    text(offset, digits, valueInRange.toString(8).padStart(digits, "0"));
  };
  text(0, 100, names.name);
  octal(100, 7, member.mode);
  octal(108, 7, member.uid);
  octal(116, 7, member.gid);
  octal(124, 11, member.size);
  octal(136, 11, member.modified);
  text(156, 1, type);
  text(157, 100, toAscii(member.link));
  text(257, 8, "ustar\x0000");
  text(265, 32, toAscii(member.user));
  text(297, 32, toAscii(member.group));
  octal(329, 7, member.deviceMajor);
  octal(337, 7, member.deviceMinor);
  text(345, 155, names.prefix);
  bytes.fill(0x20, 148, 156);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  text(148, 7, `${sum.toString(8).padStart(6, "0")}\0`);
  return bytes;
}
