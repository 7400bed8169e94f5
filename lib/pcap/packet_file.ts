/**
 * The pcap file format: <https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcap/>. Both byte
 * orders, microseconds and nanoseconds.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** Link types: <https://www.tcpdump.org/linktypes.html>. */
export const LINK_ETHERNET = 1;
export const LINK_RAW = 101;

/** Bytes of the file header and of a record header. */
const FILE_HEADER_BYTES = 24;
const RECORD_HEADER_BYTES = 16;

/** Maximum size of a record, bytes: the limit of tcpdump. */
export const MAX_CAPTURE_BYTES = 262_144;

const MAGIC_MICROSECONDS = 0xa1b2c3d4;
const MAGIC_NANOSECONDS = 0xa1b23c4d;

/** The header of a capture. */
export interface CaptureHeader {
  readonly littleEndian: boolean;
  /** Timestamps have nanoseconds instead of microseconds. */
  readonly nanoseconds: boolean;
  /** Maximum bytes captured per packet, as declared. */
  readonly snapLength: number;
  readonly linkType: number;
}

/** A captured packet. `data` is valid until the next chunk is read. */
export interface CapturedPacket {
  /** Seconds since the Unix epoch. */
  readonly seconds: number;
  readonly nanos: number;
  /** Bytes on the wire. */
  readonly length: number;
  /** The captured bytes: at most `length`. */
  readonly data: Uint8Array;
}

function captureError(reason: string): OsctlError {
  return new OsctlError("node", `invalid packet capture: ${reason}`, {
    hint: "capture again; the node sent a corrupt stream",
  });
}

/**
 * Parses the 24 bytes of a file header.
 *
 * @throws {OsctlError} of kind `node` when it is not a pcap header.
 */
function parseCaptureHeader(bytes: Uint8Array): CaptureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, FILE_HEADER_BYTES);
  for (const littleEndian of [true, false]) {
    const magic = view.getUint32(0, littleEndian);
    if (magic !== MAGIC_MICROSECONDS && magic !== MAGIC_NANOSECONDS) continue;
    const version = `${view.getUint16(4, littleEndian)}.${view.getUint16(6, littleEndian)}`;
    if (version !== "2.4") throw captureError(`unsupported version ${version}`);
    return {
      littleEndian,
      nanoseconds: magic === MAGIC_NANOSECONDS,
      snapLength: view.getUint32(16, littleEndian),
      // The upper bits carry the length of a frame check sequence.
      linkType: view.getUint32(20, littleEndian) & 0xffff,
    };
  }
  throw captureError(`unknown magic number ${view.getUint32(0).toString(16).padStart(8, "0")}`);
}

/** Encodes a file header, little-endian. */
export function encodeCaptureHeader(
  { snapLength, linkType, nanoseconds }: Omit<CaptureHeader, "littleEndian">,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FILE_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, nanoseconds ? MAGIC_NANOSECONDS : MAGIC_MICROSECONDS, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, snapLength, true);
  view.setUint32(20, linkType, true);
  return bytes;
}

/** Encodes a record, little-endian: header and data. */
export function encodePacket(
  { seconds, nanos, length, data }: CapturedPacket,
  nanoseconds: boolean,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(RECORD_HEADER_BYTES + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, seconds, true);
  view.setUint32(4, nanoseconds ? nanos : Math.floor(nanos / 1000), true);
  view.setUint32(8, data.length, true);
  view.setUint32(12, length, true);
  bytes.set(data, RECORD_HEADER_BYTES);
  return bytes;
}

/**
 * Splits a stream of chunks into records. Call {@linkcode push} for each chunk, then iterate
 * records with {@linkcode next} until it returns false.
 */
export class RecordReader {
  /** Set once 24 bytes have been received. */
  header: CaptureHeader | undefined;
  /** Records returned by {@linkcode next}. */
  count = 0;
  /** Records whose data is shorter than the packet on the wire. */
  truncated = 0;
  /** The current record. */
  seconds = 0;
  fraction = 0;
  length = 0;
  captured = 0;
  /** Offset of the current record's data in {@linkcode buffer}. */
  offset = 0;
  buffer: Uint8Array = new Uint8Array();
  #position = 0;
  #store = new Uint8Array(64 * 1024);

  /** Bytes received after the last whole record, and from the header when it is incomplete. */
  get pending(): number {
    return this.buffer.length - this.#position;
  }

  /** Offset after the last whole record in {@linkcode buffer}. */
  get position(): number {
    return this.#position;
  }

  /** Drops the bytes of an incomplete record, after the receiver has stopped the capture. */
  dropRest(): void {
    this.buffer = this.buffer.subarray(0, this.#position);
  }

  /** Adds a chunk. An incomplete record and its continuations are copied into one buffer. */
  push(chunk: Uint8Array): void {
    const rest = this.pending;
    if (rest === 0) {
      this.buffer = chunk;
      this.#position = 0;
      return;
    }
    const isStored = this.buffer.buffer === this.#store.buffer;
    let start = isStored ? this.#position : 0;
    if (!isStored || start + rest + chunk.length > this.#store.length) {
      const needed = rest + chunk.length;
      const target = needed > this.#store.length ? new Uint8Array(2 * needed) : this.#store;
      target.set(this.buffer.subarray(this.#position));
      this.#store = target;
      start = 0;
    }
    this.#store.set(chunk, start + rest);
    this.buffer = this.#store.subarray(0, start + rest + chunk.length);
    this.#position = start;
  }

  /**
   * Advances to the next whole record; returns false when more bytes are needed.
   *
   * @throws {OsctlError} of kind `node` for an invalid header or record.
   */
  next(): boolean {
    const { buffer } = this;
    if (this.header === undefined) {
      if (buffer.length - this.#position < FILE_HEADER_BYTES) return false;
      this.header = parseCaptureHeader(buffer.subarray(this.#position));
      this.#position += FILE_HEADER_BYTES;
    }
    const start = this.#position;
    if (buffer.length - start < RECORD_HEADER_BYTES) return false;
    const isLittle = this.header.littleEndian;
    const captured = readUint32(buffer, start + 8, isLittle);
    const length = readUint32(buffer, start + 12, isLittle);
    if (captured > MAX_CAPTURE_BYTES) {
      throw captureError(`record ${this.count + 1} has ${captured} bytes`);
    }
    if (captured > length) {
      throw captureError(
        `record ${this.count + 1} has ${captured} bytes of a packet of ${length} bytes`,
      );
    }
    const offset = start + RECORD_HEADER_BYTES;
    if (buffer.length - offset < captured) return false;
    this.seconds = readUint32(buffer, start, isLittle);
    this.fraction = readUint32(buffer, start + 4, isLittle);
    this.captured = captured;
    this.length = length;
    this.offset = offset;
    this.#position = offset + captured;
    this.count++;
    if (captured < length) this.truncated++;
    return true;
  }

  /** Returns the current record. */
  get packet(): CapturedPacket {
    const nanos = this.header!.nanoseconds ? this.fraction : this.fraction * 1000;
    return {
      seconds: this.seconds + Math.floor(nanos / 1e9),
      nanos: nanos % 1e9,
      length: this.length,
      data: this.buffer.subarray(this.offset, this.offset + this.captured),
    };
  }
}

function readUint32(data: Uint8Array, at: number, isLittle: boolean): number {
  return (isLittle
    ? data[at]! | data[at + 1]! << 8 | data[at + 2]! << 16 | data[at + 3]! << 24
    : data[at]! << 24 | data[at + 1]! << 16 | data[at + 2]! << 8 | data[at + 3]!) >>> 0;
}
