/**
 * Networks and their addresses.
 *
 * @module
 */
import { formatIp, parseIp } from "../pki/ip.ts";

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

/** An IPv4 network as numbers. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** Parses an IPv4 network; undefined for anything else. */
function parseRange(cidr: string): Range | undefined {
  const [, text = "", bits = ""] = /^([^/]+)\/(\d{1,2})$/.exec(cidr) ?? [];
  const bytes = parseIp(text);
  if (bytes?.length !== 4 || Number(bits) > 32) return undefined;
  const size = 2 ** (32 - Number(bits));
  const address = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const first = Math.floor(address / size) * size;
  return { first, last: first + size - 1 };
}

/** Reports whether two IPv4 networks have an address in common. */
export function overlaps(one: string, other: string): boolean {
  const [a, b] = [parseRange(one), parseRange(other)];
  return a !== undefined && b !== undefined && a.first <= b.last && b.first <= a.last;
}
