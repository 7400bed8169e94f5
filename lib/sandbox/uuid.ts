/**
 * Random UUIDs.
 *
 * @module
 */
import type { Random } from "../platform/system.ts";

/** Generates a version 4 UUID. */
export function uuid(random: Random): string {
  const bytes = Uint8Array.from(random.bytes(16));
  bytes[6] = bytes[6]! & 0x0f | 0x40;
  bytes[8] = bytes[8]! & 0x3f | 0x80;
  const hex = bytes.toHex();
  return [0, 8, 12, 16, 20].map((start, index, all) => hex.slice(start, all[index + 1])).join("-");
}
