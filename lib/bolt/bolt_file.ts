/**
 * Writer of bbolt database files (format version 2): 4096-byte pages, two meta pages, a freelist
 * page, and per bucket one leaf page with its overflow pages, or a branch page above several.
 * Numbers are little-endian.
 *
 * @module
 */
import { fnv1a } from "./fnv1a.ts";

/** A key-value pair of a bucket. */
export interface BoltEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Buckets by name. Buckets and entries may be in any order. */
export type BoltBuckets = Readonly<Record<string, readonly BoltEntry[]>>;

const PAGE_SIZE = 4096;
const PAGE_HEADER = 16;
const ELEMENT_HEADER = 16;

const BRANCH = 0x01;
const LEAF = 0x02;
const META = 0x04;
const FREE_LIST = 0x10;
const BUCKET_ELEMENT = 0x01;

const MAGIC = 0xed0cdaed;
const VERSION = 2;

/** Entries of a leaf page. A page counts its elements in 16 bits. */
const LEAF_ENTRIES = 1024;

const ROOT_PAGE = 3;
const FREE_LIST_PAGE = 2;

/** Returns the database file of `buckets`. Equal content gives equal bytes. */
export function encodeBoltFile(buckets: BoltBuckets): Uint8Array<ArrayBuffer> {
  const utf8 = new TextEncoder();
  const named = Object.entries(buckets)
    .map(([name, entries]) => ({ key: utf8.encode(name), entries: sortByKey(entries) }))
    .sort((a, b) => compareBytes(a.key, b.key));
  const roots = named.map(({ key }) => ({ key, value: new Uint8Array(16) }));
  const pages: PlannedPage[] = [{ id: ROOT_PAGE, entries: roots, flags: BUCKET_ELEMENT }];
  let next = ROOT_PAGE + pagesFor(roots);
  for (const [index, { entries }] of named.entries()) {
    const leaves: LeafPage[] = [];
    for (const leaf of splitLeaves(entries)) {
      leaves.push({ id: next, entries: leaf, flags: 0 });
      next += pagesFor(leaf);
    }
    let root = leaves[0]!.id;
    if (leaves.length > 1) {
      const children = leaves.map(({ id, entries }) => ({ key: entries[0]!.key, page: id }));
      pages.push({ id: next, children });
      root = next;
      next += pagesFor(children);
    }
    pages.push(...leaves);
    // The bucket header: its root page, then its sequence number, which stays 0.
    new DataView(roots[index]!.value.buffer).setBigUint64(0, BigInt(root), true);
  }
  const bytes = new Uint8Array(next * PAGE_SIZE);
  for (const page of pages) {
    if ("children" in page) writeBranch(bytes, page);
    else writeLeaf(bytes, page);
  }
  writeHeader(new DataView(bytes.buffer, FREE_LIST_PAGE * PAGE_SIZE), FREE_LIST_PAGE, FREE_LIST, 0);
  for (const transaction of [0, 1]) writeMeta(bytes, transaction, next);
  return bytes;
}

interface LeafPage {
  readonly id: number;
  readonly entries: readonly BoltEntry[];
  readonly flags: number;
}

interface BranchPage {
  readonly id: number;
  readonly children: readonly { readonly key: Uint8Array; readonly page: number }[];
}

type PlannedPage = LeafPage | BranchPage;

/** Splits sorted entries into leaf pages; one empty leaf without entries. */
function splitLeaves(entries: readonly BoltEntry[]): (readonly BoltEntry[])[] {
  const leaves = [entries.slice(0, LEAF_ENTRIES)];
  for (let at = LEAF_ENTRIES; at < entries.length; at += LEAF_ENTRIES) {
    leaves.push(entries.slice(at, at + LEAF_ENTRIES));
  }
  return leaves;
}

function sortByKey(entries: readonly BoltEntry[]): BoltEntry[] {
  return [...entries].sort((a, b) => compareBytes(a.key, b.key));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    if (a[index] !== b[index]) return a[index]! - b[index]!;
  }
  return a.length - b.length;
}

function pagesFor(elements: readonly { key: Uint8Array; value?: Uint8Array }[]): number {
  const content = elements.reduce(
    (sum, { key, value }) => sum + ELEMENT_HEADER + key.length + (value?.length ?? 0),
    PAGE_HEADER,
  );
  return Math.ceil(content / PAGE_SIZE);
}

function writeHeader(
  view: DataView,
  id: number,
  flags: number,
  count: number,
  overflow = 0,
): void {
  view.setBigUint64(0, BigInt(id), true);
  view.setUint16(8, flags, true);
  view.setUint16(10, count, true);
  view.setUint32(12, overflow, true);
}

function writeBranch(bytes: Uint8Array<ArrayBuffer>, { id, children }: BranchPage): void {
  const start = id * PAGE_SIZE;
  const view = new DataView(bytes.buffer, start);
  writeHeader(view, id, BRANCH, children.length, pagesFor(children) - 1);
  let element = PAGE_HEADER;
  let content = PAGE_HEADER + children.length * ELEMENT_HEADER;
  for (const { key, page } of children) {
    view.setUint32(element, content - element, true);
    view.setUint32(element + 4, key.length, true);
    view.setBigUint64(element + 8, BigInt(page), true);
    bytes.set(key, start + content);
    element += ELEMENT_HEADER;
    content += key.length;
  }
}

function writeLeaf(bytes: Uint8Array<ArrayBuffer>, { id, entries, flags }: LeafPage): void {
  const start = id * PAGE_SIZE;
  const view = new DataView(bytes.buffer, start);
  writeHeader(view, id, LEAF, entries.length, pagesFor(entries) - 1);
  let element = PAGE_HEADER;
  let content = PAGE_HEADER + entries.length * ELEMENT_HEADER;
  for (const { key, value } of entries) {
    view.setUint32(element, flags, true);
    view.setUint32(element + 4, content - element, true);
    view.setUint32(element + 8, key.length, true);
    view.setUint32(element + 12, value.length, true);
    bytes.set(key, start + content);
    bytes.set(value, start + content + key.length);
    element += ELEMENT_HEADER;
    content += key.length + value.length;
  }
}

/** Writes the meta page of a transaction; readers use the one with the higher transaction id. */
function writeMeta(bytes: Uint8Array<ArrayBuffer>, transaction: number, pages: number): void {
  const start = transaction * PAGE_SIZE;
  writeHeader(new DataView(bytes.buffer, start), transaction, META, 0);
  const view = new DataView(bytes.buffer, start + PAGE_HEADER);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, PAGE_SIZE, true);
  view.setBigUint64(16, BigInt(ROOT_PAGE), true);
  view.setBigUint64(32, BigInt(FREE_LIST_PAGE), true);
  view.setBigUint64(40, BigInt(pages), true);
  view.setBigUint64(48, BigInt(transaction), true);
  const checked = bytes.subarray(start + PAGE_HEADER, start + PAGE_HEADER + 56);
  view.setBigUint64(56, fnv1a(checked), true);
}
