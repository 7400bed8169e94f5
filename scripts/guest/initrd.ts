/**
 * Writes an initial RAM disk.
 *
 * @module
 */
import type { Entry } from "../image/entries.ts";

/**
 * Writes a cpio archive ("newc"), which the kernel unpacks. Not compressed: without KVM, zstd takes a
 * quarter of the boot.
 */
export async function writeInitrd(path: string, entries: readonly Entry[]): Promise<void> {
  const unique = new Map<string, Entry>(entries.map((entry) => [entry.path, entry]));
  const sorted = [...unique.values()].sort((a, b) => a.path < b.path ? -1 : 1);
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const write = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  };
  let inode = 0;
  for (const { path, content, mode } of sorted) {
    const bytes = typeof content === "object"
      ? await Deno.readFile(content.file)
      : new TextEncoder().encode(content ?? "");
    const type = content === undefined ? 0o040000 : 0o100000;
    const permissions = mode ?? (content === undefined ? 0o755 : 0o644);
    await write(cpioHeader(path, type | permissions, bytes.length, ++inode));
    await write(bytes);
    await write(new Uint8Array(-bytes.length & 3));
  }
  await write(cpioHeader("TRAILER!!!", 0, 0, 0));
}

/** Returns the header of a cpio member with its name, padded to four bytes. */
function cpioHeader(name: string, mode: number, size: number, inode: number): Uint8Array {
  const links = 1;
  const fields = [inode, mode, 0, 0, links, 0, size, 0, 0, 0, 0, name.length + 1, 0];
  const text = `070701${
    fields.map((field) => field.toString(16).padStart(8, "0")).join("")
  }${name}\0`;
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(bytes.length + (-bytes.length & 3));
  padded.set(bytes);
  return padded;
}
