/**
 * Event ids in xid format: seconds since the Unix epoch (4 bytes), machine (3), process (2) and
 * counter (3), as 20 base32hex digits. They sort lexicographically by time.
 *
 * @module
 */
import type { Clock, Random } from "../../platform/system.ts";

const DIGITS = "0123456789abcdefghijklmnopqrstuv";
const LENGTH = 20;

/** Generates the event ids of one node. */
export class XidGenerator {
  readonly #clock: Clock;
  readonly #origin: Uint8Array;
  #seconds = 0;
  #counter: number;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#origin = random.bytes(5);
    this.#counter = new DataView(random.bytes(4).buffer).getUint32(0) >>> 8;
  }

  /** Returns the next id, greater than all earlier ones even after the clock was set back. */
  next(): string {
    this.#seconds = Math.max(this.#seconds, Math.floor(this.#clock.now() / 1000));
    this.#counter++;
    if (this.#counter >= 2 ** 24) {
      this.#counter = 0;
      this.#seconds++;
    }
    const bytes = new Uint8Array(12);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, this.#seconds);
    bytes.set(this.#origin, 4);
    view.setUint8(9, this.#counter >>> 16);
    view.setUint16(10, this.#counter & 0xffff);
    return encode(bytes);
  }
}

function encode(bytes: Uint8Array): string {
  // 96 bits in 5-bit digits; the last digit is padded with zeros.
  let bits = BigInt(`0x${new Uint8Array(bytes).toHex()}`) << 4n;
  let text = "";
  for (let digit = 0; digit < LENGTH; digit++, bits >>= 5n) {
    text = DIGITS[Number(bits & 31n)] + text;
  }
  return text;
}

/** Reports whether `text` is a valid xid. */
export function isXid(text: string): boolean {
  // The last digit holds a single bit.
  return /^[0-9a-v]{19}[0g]$/.test(text);
}
