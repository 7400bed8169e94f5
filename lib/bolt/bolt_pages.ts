/**
 * Reads a bbolt database (format version 2) page by page, in constant memory, and verifies meta
 * checksums, page numbers and key order. Numbers are little-endian.
 *
 * @module
 */
import { fnv1a } from "./fnv1a.ts";

/** A corrupt database; the message names the page or bucket. */
export class BoltError extends Error {
  override readonly name = "BoltError";
}

/** Reads `length` bytes at `offset`; fewer only at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Returns the reader of an open file, which no other reader may use meanwhile. */
export function readerOf(file: Deno.FsFile): ReadAt {
  return async (offset, length) => {
    const bytes = new Uint8Array(length);
    await file.seek(offset, Deno.SeekMode.Start);
    let done = 0;
    while (done < length) {
      const count = await file.read(bytes.subarray(done));
      if (count === null) break;
      done += count;
    }
    return done === length ? bytes : bytes.slice(0, done);
  };
}

/** Called with each entry, in key order. The bytes are valid during the call only. */
export type EntryVisitor = (key: Uint8Array, value: Uint8Array) => void;

const PAGE_HEADER = 16;
const ELEMENT_HEADER = 16;
const BUCKET_HEADER = 16;
const META_LENGTH = 64;

const BRANCH = 0x01;
const LEAF = 0x02;
const BUCKET_ELEMENT = 0x01;

const MAGIC = 0xed0cdaed;
const VERSION = 2;
const MIN_PAGE_SIZE = 512;
const MAX_PAGE_SIZE = 64 * 1024;

/** A page with its overflow pages. */
interface Page {
  readonly id: number;
  readonly flags: number;
  readonly count: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
}

/** The fields of the current meta page. */
interface Meta {
  readonly pageSize: number;
  readonly root: number;
  readonly transaction: bigint;
  /** Pages in the file. */
  readonly pages: number;
}

/** A database, read from the root page. */
export class BoltPages {
  readonly #readAt: ReadAt;
  readonly #meta: Meta;
  /** A bit per page that was read, to reject pages with two references. */
  readonly #visited: Uint8Array;

  private constructor(readAt: ReadAt, meta: Meta) {
    this.#readAt = readAt;
    this.#meta = meta;
    this.#visited = new Uint8Array(Math.ceil(meta.pages / 8));
  }

  /**
   * Opens a database by its current meta page.
   *
   * @param size Bytes of the file.
   * @throws {BoltError} without a valid meta page, or for a truncated file.
   */
  static async open(readAt: ReadAt, size: number): Promise<BoltPages> {
    const first = parseMeta(await readAt(0, PAGE_HEADER + META_LENGTH));
    const candidates: Meta[] = first === undefined ? [] : [first];
    for (let at = MIN_PAGE_SIZE; at <= MAX_PAGE_SIZE; at *= 2) {
      if (first !== undefined && first.pageSize !== at) continue;
      const second = parseMeta(await readAt(at, PAGE_HEADER + META_LENGTH));
      if (second?.pageSize === at) candidates.push(second);
    }
    const [meta] = candidates.toSorted((a, b) => a.transaction < b.transaction ? 1 : -1);
    if (meta === undefined) throw new BoltError("no valid meta page");
    const needed = meta.pages * meta.pageSize;
    if (needed > size) {
      throw new BoltError(`expected ${needed} bytes, found ${size}`);
    }
    return new BoltPages(readAt, meta);
  }

  /** Bytes of all pages in use or free. */
  get size(): number {
    return this.#meta.pages * this.#meta.pageSize;
  }

  /**
   * Yields the buckets of the root in order, with their names and entries.
   *
   * @throws {BoltError} for a corrupt database.
   */
  async *buckets(): AsyncGenerator<
    { name: Uint8Array; visit(visitor: EntryVisitor): Promise<void> }
  > {
    const found: { name: Uint8Array; value: Uint8Array<ArrayBuffer> }[] = [];
    await this.#traverse(this.#meta.root, (key, value, isBucket) => {
      if (!isBucket) throw new BoltError("the root contains an entry that is not a bucket");
      found.push({ name: key.slice(), value: value.slice() });
    });
    for (const { name, value } of found) {
      yield { name, visit: (visitor) => this.#visitBucket(value, visitor) };
    }
  }

  async #visitBucket(value: Uint8Array<ArrayBuffer>, visitor: EntryVisitor): Promise<void> {
    if (value.length < BUCKET_HEADER) throw new BoltError("truncated bucket header");
    const visit = (key: Uint8Array, content: Uint8Array, isBucket: boolean) => {
      if (isBucket) throw new BoltError("unexpected nested bucket");
      visitor(key, content);
    };
    const root = pageNumber(new DataView(value.buffer), 0);
    if (root !== 0) return await this.#traverse(root, visit);
    // An inline bucket is a page in its own entry.
    if (value.length < BUCKET_HEADER + PAGE_HEADER) throw new BoltError("truncated inline bucket");
    const inline = parsePage(value.slice(BUCKET_HEADER));
    if (inline.flags !== LEAF) throw new BoltError("an inline bucket is not a leaf page");
    visitLeaf(inline, withOrderCheck(visit));
  }

  /** Visits every leaf below a page, left to right, without recursion. */
  async #traverse(
    root: number,
    visitor: (key: Uint8Array, value: Uint8Array, isBucket: boolean) => void,
  ): Promise<void> {
    const checked = withOrderCheck(visitor);
    const pending = [root];
    while (pending.length > 0) {
      const page = await this.#readPage(pending.pop()!);
      if (page.flags === LEAF) visitLeaf(page, checked);
      else if (page.flags === BRANCH) pending.push(...getChildren(page).reverse());
      else throw new BoltError(`page ${page.id} is neither a branch nor a leaf`);
    }
  }

  async #readPage(id: number): Promise<Page> {
    const { pageSize, pages } = this.#meta;
    if (id < 2 || id >= pages) throw new BoltError(`page ${id} does not exist`);
    let bytes = await this.#readAt(id * pageSize, pageSize);
    const header = new DataView(bytes.buffer);
    if (bytes.length < pageSize) throw new BoltError(`page ${id} is truncated`);
    if (pageNumber(header, 0) !== id) throw new BoltError(`page ${id} has a different number`);
    const overflow = header.getUint32(12, true);
    if (id + overflow >= pages) throw new BoltError(`page ${id} exceeds the end of the database`);
    for (let page = id; page <= id + overflow; page++) {
      const bit = 1 << (page & 7);
      if (this.#visited[page >> 3]! & bit) throw new BoltError(`page ${page} has two references`);
      this.#visited[page >> 3]! |= bit;
    }
    if (overflow > 0) {
      const length = (overflow + 1) * pageSize;
      bytes = await this.#readAt(id * pageSize, length);
      if (bytes.length < length) throw new BoltError(`page ${id} is truncated`);
    }
    return parsePage(bytes);
  }
}

function parsePage(bytes: Uint8Array<ArrayBuffer>): Page {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const id = pageNumber(view, 0);
  const page = { id, flags: view.getUint16(8, true), count: view.getUint16(10, true), bytes, view };
  if (PAGE_HEADER + page.count * ELEMENT_HEADER > bytes.length) {
    throw new BoltError(`page ${id} has too many entries`);
  }
  return page;
}

function visitLeaf(
  { id, bytes, view, count }: Page,
  visitor: (key: Uint8Array, value: Uint8Array, isBucket: boolean) => void,
): void {
  for (let index = 0; index < count; index++) {
    const element = PAGE_HEADER + index * ELEMENT_HEADER;
    const key = element + view.getUint32(element + 4, true);
    const value = key + view.getUint32(element + 8, true);
    const end = value + view.getUint32(element + 12, true);
    if (end > bytes.length) throw new BoltError(`an entry of page ${id} exceeds its end`);
    const isBucket = (view.getUint32(element, true) & BUCKET_ELEMENT) !== 0;
    visitor(bytes.subarray(key, value), bytes.subarray(value, end), isBucket);
  }
}

function getChildren({ id, count, view }: Page): number[] {
  if (count === 0) throw new BoltError(`page ${id} has no children`);
  return Array.from(
    { length: count },
    (_, index) => pageNumber(view, PAGE_HEADER + index * ELEMENT_HEADER + 8),
  );
}

/** Wraps a visitor so that it throws for keys out of order. */
function withOrderCheck<Rest extends unknown[]>(
  visitor: (key: Uint8Array, ...rest: Rest) => void,
): (key: Uint8Array, ...rest: Rest) => void {
  let previous: Uint8Array | undefined;
  return (key, ...rest) => {
    if (previous !== undefined && !isGreater(key, previous)) {
      throw new BoltError("the keys of a bucket are out of order");
    }
    previous = key;
    visitor(key, ...rest);
  };
}

function isGreater(key: Uint8Array, other: Uint8Array): boolean {
  const length = Math.min(key.length, other.length);
  for (let index = 0; index < length; index++) {
    if (key[index] !== other[index]) return key[index]! > other[index]!;
  }
  return key.length > other.length;
}

function parseMeta(bytes: Uint8Array<ArrayBuffer>): Meta | undefined {
  if (bytes.length < PAGE_HEADER + META_LENGTH) return undefined;
  const view = new DataView(bytes.buffer, PAGE_HEADER);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== VERSION) return undefined;
  const checked = bytes.subarray(PAGE_HEADER, PAGE_HEADER + 56);
  if (view.getBigUint64(56, true) !== fnv1a(checked)) return undefined;
  const pageSize = view.getUint32(8, true);
  if (pageSize < MIN_PAGE_SIZE || pageSize > MAX_PAGE_SIZE) return undefined;
  return {
    pageSize,
    root: pageNumber(view, 16),
    pages: pageNumber(view, 40),
    transaction: view.getBigUint64(48, true),
  };
}

function pageNumber(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
