/**
 * Headers of the POSIX tar format (pax(1)): 512-byte ustar blocks, preceded by extended records for
 * what does not fit: long or non-ASCII names, files of 8 GiB and more, large user ids.
 *
 * @module
 */

/** Kinds of members by their type flag. */
export const MEMBER = {
  FILE: "0",
  SYMLINK: "2",
  CHARACTER_DEVICE: "3",
  BLOCK_DEVICE: "4",
  DIRECTORY: "5",
  PIPE: "6",
} as const;

/** One member of an archive. */
export interface Member {
  readonly type: typeof MEMBER[keyof typeof MEMBER];
  /** Relative path; a folder's ends with a slash. */
  readonly name: string;
  /** Permission, setuid, setgid and sticky bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly user: string;
  readonly group: string;
  /** Bytes of content that follow; 0 for anything but a file. */
  readonly size: number;
  /** Unix seconds. */
  readonly modified: number;
  /** Target of a symbolic link. */
  readonly link: string;
  readonly deviceMajor: number;
  readonly deviceMinor: number;
}

/** Size of a tar block, bytes. */
export const BLOCK = 512;

const UTF8 = new TextEncoder();
const MAX_OCTAL_7 = 0o7777777;
const MAX_OCTAL_11 = 0o77777777777;
// deno-lint-ignore no-control-regex -- the question is whether a name is plain ASCII
const ASCII = /^[\x01-\x7f]*$/;

/** The header of one member: one block, or three and more with extended records. */
export function headerOf(member: Member): Uint8Array {
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
  const main = block(member, member.type, split ?? { name: plain(member.name), prefix: "" });
  if (records.length === 0) return main;
  const body = UTF8.encode(records.map(([key, value]) => record(key, value)).join(""));
  const extended = block(
    { ...member, size: body.length, mode: 0o644, link: "", deviceMajor: 0, deviceMinor: 0 },
    "x",
    { name: "PaxHeaders.0/member", prefix: "" },
  );
  const whole = new Uint8Array(BLOCK + body.length + paddingOf(body.length) + BLOCK);
  whole.set(extended, 0);
  whole.set(body, BLOCK);
  whole.set(main, whole.length - BLOCK);
  return whole;
}

/** Zero bytes needed after `size` bytes of content to fill the last block. */
export function paddingOf(size: number): number {
  return (BLOCK - size % BLOCK) % BLOCK;
}

/** The two zero blocks that end an archive. */
export function endOfArchive(): Uint8Array {
  return new Uint8Array(2 * BLOCK);
}

/** One extended record: its own length in decimal, key and value. */
function record(key: string, value: string): string {
  const rest = UTF8.encode(` ${key}=${value}\n`).length;
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return `${length} ${key}=${value}\n`;
}

function fits(text: string, limit: number): boolean {
  return ASCII.test(text) && text.length <= limit;
}

/** A long name fits if it can be cut at a slash into at most 155 and 100 characters. */
function splitName(name: string): { name: string; prefix: string } | undefined {
  if (!ASCII.test(name)) return undefined;
  if (name.length <= 100) return { name, prefix: "" };
  const cut = name.indexOf("/", name.length - 101);
  if (cut <= 0 || cut > 155 || cut === name.length - 1) return undefined;
  return { name: name.slice(cut + 1), prefix: name.slice(0, cut) };
}

/** What an old reader sees of a text that stands in the extended records; `text` cuts it. */
function plain(text: string): string {
  return ASCII.test(text) ? text : text.replace(/[^\x21-\x7e]/g, "_");
}

function block(
  member: Member,
  type: string,
  names: { name: string; prefix: string },
): Uint8Array {
  const bytes = new Uint8Array(BLOCK);
  const text = (offset: number, limit: number, value: string) => {
    bytes.set(UTF8.encode(value.slice(0, limit)), offset);
  };
  const octal = (offset: number, digits: number, value: number) => {
    const inRange = value >= 0 && value < 8 ** digits ? value : 0;
    text(offset, digits, inRange.toString(8).padStart(digits, "0"));
  };
  text(0, 100, names.name);
  octal(100, 7, member.mode);
  octal(108, 7, member.uid);
  octal(116, 7, member.gid);
  octal(124, 11, member.size);
  octal(136, 11, member.modified);
  text(156, 1, type);
  text(157, 100, plain(member.link));
  text(257, 8, "ustar\x0000");
  text(265, 32, plain(member.user));
  text(297, 32, plain(member.group));
  octal(329, 7, member.deviceMajor);
  octal(337, 7, member.deviceMinor);
  text(345, 155, names.prefix);
  bytes.fill(0x20, 148, 156);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  text(148, 7, `${sum.toString(8).padStart(6, "0")}\0`);
  return bytes;
}
