/**
 * File modes in the encoding of Go's `io/fs.FileMode`: permissions in the lowest nine bits, type and
 * special bits from bit 31 downwards.
 *
 * @module
 */

/** Letters of the bits 31 to 19. */
const LETTERS = "dalTLDpSugct?";
const PERMISSIONS = "rwxrwxrwx";

/** Formats a mode like Go: `drwxr-xr-x`, `Lrwxrwxrwx`, `-rw-r--r--`, with a letter for each type bit. */
export function formatFileMode(mode: number): string {
  let kind = "";
  for (let index = 0; index < LETTERS.length; index++) {
    if (mode & (1 << (31 - index))) kind += LETTERS[index];
  }
  let permissions = "";
  for (let index = 0; index < PERMISSIONS.length; index++) {
    permissions += mode & (1 << (8 - index)) ? PERMISSIONS[index] : "-";
  }
  return (kind || "-") + permissions;
}

/** File types by bit, the most specific first: a character device also has the device bit. */
const KINDS: readonly (readonly [bit: number, kind: string])[] = [
  [31, "directory"],
  [27, "symlink"],
  [21, "character-device"],
  [26, "device"],
  [25, "pipe"],
  [24, "socket"],
  [19, "irregular"],
];

/** Returns the file type of a mode. */
export function getFileKind(mode: number): string {
  return KINDS.find(([bit]) => mode & (1 << bit))?.[1] ?? "file";
}

/** Formats permissions as four octal digits including setuid, setgid and sticky: `4755`. */
export function formatOctalMode(mode: number): string {
  const special = (mode & (1 << 23) ? 4 : 0) | (mode & (1 << 22) ? 2 : 0) |
    (mode & (1 << 20) ? 1 : 0);
  return String(special) + (mode & 0o777).toString(8).padStart(3, "0");
}
