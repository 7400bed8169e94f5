/** Tar archives byte by byte, also those that no library writes. */

/** A header and its data. */
export interface RawEntry {
  readonly name: string;
  /** The type flag; "0" by default. */
  readonly flag?: string;
  readonly data?: string | Uint8Array;
  /** The size field: a number, or its 12 bytes; the length of `data` by default. */
  readonly size?: number | Uint8Array;
  readonly magic?: string;
  readonly linkName?: string;
  /** Bytes at positions of the header, such as a map of GNU tar. */
  readonly fields?: readonly (readonly [at: number, bytes: string | Uint8Array])[];
  /** Whether the checksum is wrong. */
  readonly isDamaged?: boolean;
}

const encoder = new TextEncoder();
const encode = (value: string | Uint8Array) =>
  typeof value === "string" ? encoder.encode(value) : value;

export const GNU_MAGIC = "ustar  \0";

/** An octal number of 12 bytes, as in a map of GNU tar. */
export const octal = (value: number) => `${value.toString(8).padStart(11, "0")}\0`;

/** Records of an extended header. */
export function paxRecords(...records: readonly (readonly [string, string])[]): string {
  return records.map(([key, value]) => {
    const rest = ` ${key}=${value}\n`;
    const length = encoder.encode(rest).length;
    const digits = String(length + String(length).length).length;
    return `${length + digits}${rest}`;
  }).join("");
}

/** A header, its data, and padding. */
export function rawEntry(entry: RawEntry): Uint8Array<ArrayBuffer> {
  const { name, flag = "0", magic = "ustar\x0000", linkName = "", fields = [] } = entry;
  const data = encode(entry.data ?? "");
  const { size = data.length } = entry;
  const block = new Uint8Array(512 + data.length + (-data.length & 511));
  const put = (at: number, bytes: string | Uint8Array) => block.set(encode(bytes), at);
  put(0, name.slice(0, 100));
  put(100, "0000644\0");
  put(124, typeof size === "number" ? octal(size) : size);
  put(136, octal(0));
  put(148, "        ");
  put(156, flag);
  put(157, linkName);
  put(257, magic);
  for (const [at, bytes] of fields) put(at, bytes);
  const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  put(148, `${(sum + (entry.isDamaged ? 1 : 0)).toString(8).padStart(6, "0")}\0 `);
  put(512, data);
  return block;
}

/** An archive of entries, or of blocks, with its end. */
export function rawTar(...entries: readonly (RawEntry | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const blocks = entries.map((entry) => entry instanceof Uint8Array ? entry : rawEntry(entry));
  return concat(...blocks, new Uint8Array(1024));
}

export function concat(...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(stream).bytes();
}
