/**
 * Names in DNS messages, with limits for compression pointers: RFC 1035, section 4.1.4.
 *
 * @module
 */
import { readUint16, toSafeText } from "../bytes.ts";
import { DecodeError, NO_BYTES, TextBytes } from "../layer.ts";

/**
 * Maximum number of compression pointers of a name, one less than in talosctl's limit of nested
 * names.
 */
const MAX_POINTERS = 255;
/** Longest run of labels without a pointer, bytes. */
const MAX_LABELS = 255;
/** Maximum size of all names of a message, bytes: pointers can multiply them. */
const MAX_NAME_BYTES = 1 << 20;

/** A position in a DNS message, with bounded reading of names. */
export class DnsReader {
  offset = 12;
  #nameBytes = 0;

  constructor(readonly data: Uint8Array) {}

  /** Reads a name and advances. */
  name(): TextBytes {
    const parts: Uint8Array[] = [];
    const end = this.#readLabels(this.offset, parts);
    this.offset = end;
    return joinLabels(parts);
  }

  #readLabels(start: number, parts: Uint8Array[]): number {
    const { data } = this;
    let end: number | undefined;
    let offset = start;
    for (let pointers = 0;; pointers++) {
      if (pointers >= MAX_POINTERS) throw new DecodeError("max DNS recursion level hit");
      if (offset >= data.length) throw new DecodeError("dns name offset too high");
      const first = offset;
      while (data[offset] !== 0 && data[offset]! < 0x40) {
        const next = offset + data[offset]! + 1;
        if (next - first > MAX_LABELS) throw new DecodeError("dns name is too long");
        if (next > data.length) {
          throw new DecodeError("dns name uncomputable: invalid index");
        }
        this.#nameBytes += next - offset;
        if (this.#nameBytes > MAX_NAME_BYTES) throw new DecodeError("dns names are too long");
        parts.push(data.subarray(offset + 1, next));
        offset = next;
        if (offset >= data.length) throw new DecodeError("dns index walked out of range");
      }
      const marker = data[offset]!;
      if (marker === 0) return end ?? offset + 1;
      if (marker < 0xc0) {
        const hex = marker.toString(16);
        throw new DecodeError(
          marker < 0x80
            ? `qname '0x40' - RFC 2673 unsupported yet (data=${hex} index=${offset})`
            : `qname '0x80' unsupported yet (data=${hex} index=${offset})`,
        );
      }
      if (offset + 2 > data.length) throw new DecodeError("dns offset pointer too high");
      end ??= offset + 2;
      offset = readUint16(data, offset) & 0x3fff;
      if (offset > data.length) throw new DecodeError("dns offset pointer too high");
    }
  }
}

function joinLabels(parts: readonly Uint8Array[]): TextBytes {
  if (parts.length === 0) return new TextBytes(NO_BYTES, ".");
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length + 1, -1));
  let offset = 0;
  for (const part of parts) {
    if (offset > 0) bytes[offset++] = 0x2e;
    bytes.set(part, offset);
    offset += part.length;
  }
  return new TextBytes(bytes, toSafeText(bytes));
}
