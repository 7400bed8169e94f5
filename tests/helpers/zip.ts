/**
 * Reads zip archives: sizes and checksums of every member are verified.
 *
 * @module
 */
import { crc32 } from "node:zlib";

/** A member of an archive. */
export interface ZipMember {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
}

/** Contents of an archive. */
export interface ZipContents {
  readonly members: ReadonlyMap<string, ZipMember>;
  readonly comment: string;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

/** Reads an archive smaller than 4 GiB. */
export async function readZip(path: string): Promise<ZipContents> {
  const archive = await Deno.readFile(path);
  const view = new DataView(archive.buffer);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const textAt = (start: number, length: number) =>
    decoder.decode(archive.subarray(start, start + length));
  let end = archive.length - 22;
  while (view.getUint32(end, true) !== END) end--;
  const comment = textAt(end + 22, view.getUint16(end + 20, true));
  const members = new Map<string, ZipMember>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(view.getUint32(at, true), CENTRAL, "central directory");
    const [crc, packed, size] = [16, 20, 24].map((offset) => view.getUint32(at + offset, true));
    const [nameLength, extra, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true)
    ) as [number, number, number];
    const name = textAt(at + 46, nameLength);
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true), LOCAL, `header of ${name}`);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = await inflate(archive.subarray(start, start + packed!));
    expect(bytes.length, size!, `size of ${name}`);
    expect(crc32(bytes), crc!, `checksum of ${name}`);
    if (members.has(name)) throw new Error(`two members ${name}`);
    members.set(name, { path: name, bytes, text: new TextDecoder().decode(bytes) });
    at += 46 + nameLength + extra + commentLength;
  }
  return { members, comment };
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function expect(actual: number, expected: number, what: string): void {
  if (actual !== expected) throw new Error(`${what}: ${actual}, expected ${expected}`);
}
