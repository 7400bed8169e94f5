/**
 * Recognition of partitioned disks.
 *
 * @module
 */
import { withFileErrors } from "../../platform/files.ts";

const SECTOR = 512;
/** Bytes of a partition entry, of which the first 16 are its type. */
const ENTRY = 128;
const TYPE_BYTES = 16;
/** Maximum number of entries read: the usual number of a table. */
const MAX_ENTRIES = 128;

/** Returns whether a raw disk image has a GUID partition table with at least one partition. */
export async function hasPartitions(path: string): Promise<boolean> {
  return await withFileErrors("read", path, async () => {
    using file = await Deno.open(path);
    const header = await readAt(file, SECTOR, SECTOR);
    if (new TextDecoder().decode(header.subarray(0, 8)) !== "EFI PART") return false;
    const view = new DataView(header.buffer);
    const start = Number(view.getBigUint64(72, true)) * SECTOR;
    const count = Math.min(view.getUint32(80, true), MAX_ENTRIES);
    const size = view.getUint32(84, true);
    if (size < ENTRY) return false;
    const entries = await readAt(file, start, count * size);
    return Array.from(
      { length: count },
      (_, index) => entries.subarray(index * size, index * size + TYPE_BYTES),
    ).some((type) => type.some((byte) => byte !== 0));
  });
}

/** Reads `length` bytes; zeros after the end of the file. */
async function readAt(
  file: Deno.FsFile,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  await file.seek(offset, Deno.SeekMode.Start);
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const count = await file.read(bytes.subarray(at));
    if (count === null) break;
    at += count;
  }
  return bytes;
}
