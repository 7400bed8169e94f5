/**
 * `common.Data` without copying what it carries: files pass through a node in large pieces.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";

/** Tag of the field `bytes`. */
const BYTES = 0x12;
/** Below this size a copy costs less than another part. */
const SMALL = 4096;

/** The encoded message in parts, the last of which is the bytes themselves. */
export function dataParts(message: common.IData): readonly Uint8Array[] {
  const { bytes, ...rest } = message;
  if (!bytes || bytes.length < SMALL) return [common.Data.encode(message).finish()];
  const header = [BYTES];
  let length = bytes.length;
  for (; length >= 0x80; length >>>= 7) header.push(length & 0x7f | 0x80);
  header.push(length);
  const before = common.Data.encode(rest).finish();
  return [...(before.length > 0 ? [before] : []), Uint8Array.from(header), bytes];
}
