/**
 * File modes on the wire: Go's `io/fs.FileMode`, whose type and special bits differ from `st_mode`.
 *
 * @module
 */

/** Type and special bits of Go's `io/fs.FileMode`. */
export const MODE = {
  DIRECTORY: 0x8000_0000,
  SYMLINK: 0x0800_0000,
  DEVICE: 0x0400_0000,
  PIPE: 0x0200_0000,
  SOCKET: 0x0100_0000,
  SETUID: 0x0080_0000,
  SETGID: 0x0040_0000,
  CHARACTER_DEVICE: 0x0020_0000,
  STICKY: 0x0010_0000,
  IRREGULAR: 0x0008_0000,
} as const;

/** File type bits of `st_mode` (inode(7)). */
export const KIND = {
  MASK: 0o170000,
  SOCKET: 0o140000,
  SYMLINK: 0o120000,
  REGULAR: 0o100000,
  BLOCK_DEVICE: 0o060000,
  DIRECTORY: 0o040000,
  CHARACTER_DEVICE: 0o020000,
  PIPE: 0o010000,
} as const;

/** Returns the `st_mode` of a file, or an equivalent on systems without one (Windows). */
export function statMode(info: Deno.FileInfo): number {
  if (info.mode !== null) return info.mode;
  if (info.isDirectory) return KIND.DIRECTORY | 0o755;
  return info.isSymlink ? KIND.SYMLINK | 0o777 : KIND.REGULAR | 0o644;
}

/** Converts an `st_mode` to Go's `io/fs.FileMode`, unsigned 32-bit. */
export function wireMode(mode: number): number {
  let bits = (mode & 0o777) | kindBits(mode & KIND.MASK);
  if (mode & 0o4000) bits |= MODE.SETUID;
  if (mode & 0o2000) bits |= MODE.SETGID;
  if (mode & 0o1000) bits |= MODE.STICKY;
  return bits >>> 0;
}

function kindBits(kind: number): number {
  switch (kind) {
    case KIND.REGULAR:
      return 0;
    case KIND.DIRECTORY:
      return MODE.DIRECTORY;
    case KIND.SYMLINK:
      return MODE.SYMLINK;
    case KIND.BLOCK_DEVICE:
      return MODE.DEVICE;
    case KIND.CHARACTER_DEVICE:
      return MODE.DEVICE | MODE.CHARACTER_DEVICE;
    case KIND.PIPE:
      return MODE.PIPE;
    case KIND.SOCKET:
      return MODE.SOCKET;
    default:
      return MODE.IRREGULAR;
  }
}
