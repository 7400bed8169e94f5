/**
 * Addresses in networks.
 *
 * @module
 */
import { formatIp } from "../pki/ip.ts";

/** Returns the address at an offset from the base of a network. */
export function addressAt(base: Uint8Array, offset: number): string {
  const bytes = base.slice();
  let rest = offset;
  for (let index = bytes.length - 1; rest > 0 && index >= 0; index--) {
    rest += bytes[index]!;
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return formatIp(bytes);
}
