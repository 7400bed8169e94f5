/**
 * Maps of sparse files: GNU `S`, and PAX 0.0, 0.1 and 1.0 of GNU tar.
 *
 * @module
 */
import { ArchiveError } from "./archive_error.ts";
import type { ByteReader } from "./byte_reader.ts";
import { BLOCK, parseDecimal, parseNumber } from "./header.ts";
import type { PaxRecords } from "./pax.ts";

/** A range of a sparse file that the archive contains. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

/** A sparse file. */
export interface SparseFile {
  /** Size with the holes, bytes. */
  readonly size: number;
  /** Ascending, without overlap; everything between is zeros. */
  readonly extents: readonly Extent[];
  /** Bytes of the map before the data. */
  readonly mapBytes: number;
}

/** Maximum size of a map, bytes, as in Go's archive/tar. */
const MAX_MAP_BYTES = 1024 * 1024;

const ENTRY_BYTES = 24;
/** Position of the map in a header block, and of the fields after its four entries. */
const HEADER_MAP = { at: 386, entries: 4, more: 482, size: 483 };
/** Entries of a further block of the map. */
const BLOCK_ENTRIES = 21;

/**
 * Reads the map of a file of type `S`, which continues in blocks after its header.
 *
 * @throws {ArchiveError} for an invalid map.
 */
export async function readGnuMap(header: Uint8Array, reader: ByteReader): Promise<SparseFile> {
  const extents = parseEntries(header.subarray(HEADER_MAP.at), HEADER_MAP.entries);
  const size = parseNumber(header.subarray(HEADER_MAP.size, HEADER_MAP.size + 12), "size");
  let hasMore = header[HEADER_MAP.more] !== 0;
  for (let bytes = BLOCK; hasMore; bytes += BLOCK) {
    const block = await readMapBlock(reader, bytes);
    extents.push(...parseEntries(block, BLOCK_ENTRIES));
    hasMore = block[BLOCK_ENTRIES * ENTRY_BYTES] !== 0;
  }
  return { size, extents, mapBytes: 0 };
}

/** Parses entries up to an empty one. */
function parseEntries(block: Uint8Array, count: number): Extent[] {
  const extents: Extent[] = [];
  for (let index = 0; index < count; index++) {
    const entry = block.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    if (entry[0] === 0 || entry[12] === 0) break;
    const offset = parseNumber(entry.subarray(0, 12), "offset of a sparse file");
    extents.push({ offset, length: parseNumber(entry.subarray(12), "length of a sparse file") });
  }
  return extents;
}

async function readMapBlock(reader: ByteReader, bytesBefore: number): Promise<Uint8Array> {
  if (bytesBefore > MAX_MAP_BYTES) throw new ArchiveError("map of a sparse file is too large");
  const block = await reader.read(BLOCK);
  if (block.length < BLOCK) throw new ArchiveError("truncated");
  return block;
}

/**
 * Reads the map of a file that extended records describe as sparse; undefined for other files.
 *
 * @throws {ArchiveError} for an invalid map.
 */
export async function readPaxMap(
  records: PaxRecords,
  reader: ByteReader,
): Promise<SparseFile | undefined> {
  const values = new Map(records);
  const major = values.get("GNU.sparse.major");
  const minor = values.get("GNU.sparse.minor");
  if (major === undefined && minor === undefined) {
    const size = values.get("GNU.sparse.size");
    return size === undefined ? undefined : {
      size: parseDecimal(size, "size of a sparse file"),
      extents: toExtents(mapNumbers(records, values.get("GNU.sparse.map"))),
      mapBytes: 0,
    };
  }
  if (major !== "1" || minor !== "0") {
    throw new ArchiveError(`unknown sparse format ${major ?? ""}.${minor ?? ""}`);
  }
  const size = parseDecimal(values.get("GNU.sparse.realsize") ?? "", "size of a sparse file");
  return { size, ...await readMapOfData(reader) };
}

/** Numbers of the formats 0.1, one record, and 0.0, two records per extent. */
function mapNumbers(records: PaxRecords, map: string | undefined): string[] {
  if (map !== undefined) return map === "" ? [] : map.split(",");
  return records
    .filter(([key]) => key === "GNU.sparse.offset" || key === "GNU.sparse.numbytes")
    .map(([, value]) => value);
}

/** Reads the map of format 1.0: a count, then offsets and lengths, a decimal number per line. */
async function readMapOfData(reader: ByteReader): Promise<Omit<SparseFile, "size">> {
  const lines: string[] = [];
  let rest = "";
  let mapBytes = 0;
  do {
    const block = await readMapBlock(reader, mapBytes);
    mapBytes += BLOCK;
    const parts = (rest + String.fromCharCode(...block)).split("\n");
    rest = parts.pop()!;
    lines.push(...parts);
    // No number is longer.
    if (rest.length > BLOCK) throw new ArchiveError("invalid map of a sparse file");
  } while (lines.length === 0 || lines.length <= 2 * parseDecimal(lines[0]!, "count of extents"));
  const count = parseDecimal(lines[0]!, "count of extents");
  return { extents: toExtents(lines.slice(1, 2 * count + 1)), mapBytes };
}

function toExtents(numbers: readonly string[]): Extent[] {
  if (numbers.length % 2 !== 0) throw new ArchiveError("invalid map of a sparse file");
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    offset: parseDecimal(numbers[2 * index]!, "offset of a sparse file"),
    length: parseDecimal(numbers[2 * index + 1]!, "length of a sparse file"),
  }));
}

/**
 * Checks a map against the size of the file and of its data in the archive.
 *
 * @throws {ArchiveError} for extents that overlap, end after the file, or do not match the data.
 */
export function validateMap({ size, extents, mapBytes }: SparseFile, archivedBytes: number): void {
  let end = 0;
  let total = mapBytes;
  for (const { offset, length } of extents) {
    if (offset < end || offset + length > size) {
      throw new ArchiveError("invalid map of a sparse file");
    }
    end = offset + length;
    total += length;
  }
  if (total !== archivedBytes) {
    throw new ArchiveError("the map of a sparse file does not match its data");
  }
}
