/**
 * Reads untrusted tar archives: POSIX ustar, PAX and GNU, sparse files included.
 *
 * @module
 */
import { ArchiveError } from "./archive_error.ts";
import { ByteReader } from "./byte_reader.ts";
import { BLOCK, type HeaderBlock, isZeroBlock, parseDecimal } from "./header.ts";
import { parseHeaderBlock, parseText } from "./header.ts";
import { parsePaxRecords, type PaxRecords } from "./pax.ts";
import { type Extent, readGnuMap, readPaxMap, type SparseFile, validateMap } from "./sparse.ts";

/** A kind of entry; `type X` for an unknown one. */
export type TarEntryType = typeof TYPES[keyof typeof TYPES] | `type ${string}`;

/** Bytes at a position of a file. */
export interface Piece {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** An entry of an archive. */
export interface TarEntry {
  readonly name: string;
  readonly type: TarEntryType;
  readonly mode: number;
  /** Size of the file with its holes, bytes. */
  readonly size: number;
  /** Target of a link, or empty. */
  readonly linkName: string;
  /**
   * The content in ascending order; zeros where no piece is. To read before the next entry; what is
   * not read is skipped.
   */
  readonly pieces: AsyncIterable<Piece>;
}

/** Options of {@linkcode readTar}. */
export interface ReadTarOptions {
  /** Accepts an archive that ends after an entry's content: no padding, no end blocks. */
  readonly canLackEnd?: boolean;
}

const TYPES = {
  "0": "file",
  "\0": "file",
  "7": "file",
  S: "file",
  "1": "link",
  "2": "symlink",
  "3": "character-device",
  "4": "block-device",
  "5": "directory",
  "6": "fifo",
} as const satisfies Record<string, string>;

/** Maximum size of a long name or of extended records, bytes, as in Go's archive/tar. */
const MAX_META_BYTES = 1024 * 1024;

const TRUNCATED = "truncated";

/**
 * Yields the entries in order.
 *
 * @throws {ArchiveError} for an invalid or truncated archive; errors of `source`.
 */
export async function* readTar(
  source: AsyncIterable<Uint8Array>,
  { canLackEnd = false }: ReadTarOptions = {},
): AsyncGenerator<TarEntry, void, undefined> {
  const reader = new ByteReader(source);
  try {
    const defaults = new Map<string, string>();
    while (true) {
      const next = await readEntry(reader, defaults, canLackEnd);
      if (next === undefined) break;
      const { entry, data, padding } = next;
      yield { ...entry, pieces: data.pieces() };
      await data.skipRest();
      if (await reader.skip(padding) < padding && !canLackEnd) throw new ArchiveError(TRUNCATED);
    }
    await requireZeros(reader);
  } finally {
    await reader.close();
  }
}

/** The content of one entry in the archive. */
class EntryData {
  readonly #reader: ByteReader;
  readonly #name: string;
  readonly #extents: readonly Extent[];
  readonly #bytes: number;
  #left: number;

  /** @param bytes Bytes of data without a map, padding and header. */
  constructor(reader: ByteReader, name: string, bytes: number, extents: readonly Extent[]) {
    this.#reader = reader;
    this.#name = name;
    this.#extents = extents;
    this.#bytes = bytes;
    this.#left = bytes;
  }

  async *pieces(): AsyncGenerator<Piece, void, undefined> {
    for (const extent of this.#extents) {
      const end = extent.offset + extent.length;
      for (let offset = extent.offset; offset < end;) {
        const bytes = await this.#reader.readSome(end - offset);
        if (bytes.length === 0) throw this.#truncated();
        this.#left -= bytes.length;
        yield { offset, bytes };
        offset += bytes.length;
      }
    }
  }

  /** Discards what was not read. */
  async skipRest(): Promise<void> {
    this.#left -= await this.#reader.skip(this.#left);
    if (this.#left > 0) throw this.#truncated();
  }

  #truncated(): ArchiveError {
    const read = this.#bytes - this.#left;
    return new ArchiveError(`"${this.#name}" ends after ${read} of ${this.#bytes} bytes`);
  }
}

/** Values from the blocks before a header that override its fields. */
interface Overrides {
  records: PaxRecords;
  name: string | undefined;
  linkName: string | undefined;
}

interface ReadEntry {
  readonly entry: Omit<TarEntry, "pieces">;
  readonly data: EntryData;
  readonly padding: number;
}

/** Reads headers up to the header of an entry; returns undefined at the end of the archive. */
async function readEntry(
  reader: ByteReader,
  defaults: Map<string, string>,
  canLackEnd: boolean,
): Promise<ReadEntry | undefined> {
  const overrides: Overrides = { records: [], name: undefined, linkName: undefined };
  while (true) {
    const block = await readBlock(reader, canLackEnd);
    if (block === undefined) return undefined;
    const header = parseHeaderBlock(block);
    switch (header.typeFlag) {
      case "x":
        overrides.records = parsePaxRecords(await readMeta(reader, header));
        break;
      case "g":
        setDefaults(defaults, parsePaxRecords(await readMeta(reader, header)));
        break;
      case "L":
        overrides.name = parseText(await readMeta(reader, header));
        break;
      case "K":
        overrides.linkName = parseText(await readMeta(reader, header));
        break;
      default:
        return await toEntry(reader, block, header, withDefaults(overrides, defaults));
    }
  }
}

/** Reads a header block; returns undefined at the end of the archive, two zero blocks. */
async function readBlock(
  reader: ByteReader,
  canLackEnd: boolean,
): Promise<Uint8Array | undefined> {
  const block = await reader.read(BLOCK);
  if (block.length === 0 && canLackEnd) return undefined;
  if (block.length < BLOCK) throw new ArchiveError(TRUNCATED);
  if (!isZeroBlock(block)) return block;
  const second = await reader.read(BLOCK);
  if (second.length < BLOCK && !canLackEnd) throw new ArchiveError(TRUNCATED);
  if (!isZeroBlock(second)) throw new ArchiveError("data after the end");
  return undefined;
}

/** Reads the data of a header that describes the next one. */
async function readMeta(reader: ByteReader, { size }: HeaderBlock): Promise<Uint8Array> {
  if (size > MAX_META_BYTES) throw new ArchiveError("extended header is too large");
  const padded = await reader.read(size + paddingOf(size));
  if (padded.length < size) throw new ArchiveError(TRUNCATED);
  return padded.subarray(0, size);
}

/** Keys of a global header that apply to the following entries. */
const DEFAULT_KEYS = ["path", "linkpath", "size"];

function setDefaults(defaults: Map<string, string>, records: PaxRecords): void {
  for (const [key, value] of records) {
    if (DEFAULT_KEYS.includes(key)) defaults.set(key, value);
  }
}

function withDefaults(overrides: Overrides, defaults: ReadonlyMap<string, string>): Overrides {
  return { ...overrides, records: [...defaults, ...overrides.records] };
}

async function toEntry(
  reader: ByteReader,
  block: Uint8Array,
  header: HeaderBlock,
  { records, name: longName, linkName: longLinkName }: Overrides,
): Promise<ReadEntry> {
  const values = new Map(records);
  // An empty value restores the value of the header.
  for (const [key, value] of values) if (value === "") values.delete(key);
  const path = values.get("GNU.sparse.name") ?? values.get("path") ?? longName ?? header.name;
  const size = values.get("size");
  const type = toType(header.typeFlag, path);
  const entry = {
    name: path,
    type,
    mode: header.mode,
    linkName: values.get("linkpath") ?? longLinkName ?? header.linkName,
  };
  const archived = size === undefined ? header.size : parseDecimal(size, "size");
  if (hasNoData(header.typeFlag)) {
    return { entry: { ...entry, size: 0 }, data: new EntryData(reader, path, 0, []), padding: 0 };
  }
  const sparse = await readSparse(reader, block, header, records);
  if (sparse !== undefined) validateMap(sparse, archived);
  const bytes = archived - (sparse?.mapBytes ?? 0);
  const extents = sparse?.extents ?? [{ offset: 0, length: bytes }];
  return {
    entry: { ...entry, size: sparse?.size ?? bytes },
    data: new EntryData(reader, path, bytes, extents),
    padding: paddingOf(archived),
  };
}

async function readSparse(
  reader: ByteReader,
  block: Uint8Array,
  { typeFlag, isGnu }: HeaderBlock,
  records: PaxRecords,
): Promise<SparseFile | undefined> {
  if (typeFlag !== "S") return await readPaxMap(records, reader);
  // Without the magic of GNU tar, other fields are at the position of the map.
  if (!isGnu) throw new ArchiveError("sparse file of an unknown format");
  return await readGnuMap(block, reader);
}

/** Type of an entry. Archives before POSIX mark a directory by the end of its name. */
function toType(flag: string, name: string): TarEntryType {
  if (!isKnown(flag)) return `type ${flag}`;
  return TYPES[flag] === "file" && name.endsWith("/") ? "directory" : TYPES[flag];
}

function isKnown(flag: string): flag is keyof typeof TYPES {
  return Object.hasOwn(TYPES, flag);
}

/** Reports whether the size of an entry of this type does not count data. */
function hasNoData(flag: string): boolean {
  return isKnown(flag) && TYPES[flag] !== "file";
}

function paddingOf(size: number): number {
  return -size & (BLOCK - 1);
}

/** Checks the rest of the archive, which fills a record of the tape. */
async function requireZeros(reader: ByteReader): Promise<void> {
  while (true) {
    const bytes = await reader.readSome(BLOCK);
    if (bytes.length === 0) return;
    if (!isZeroBlock(bytes)) throw new ArchiveError("data after the end");
  }
}
