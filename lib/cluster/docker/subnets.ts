/**
 * Networks that a new one must not overlap.
 *
 * @module
 */
import { formatIp, parseIp } from "../../pki/ip.ts";

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

/** Whether two IPv4 networks have an address in common. */
export function overlaps(one: string, other: string): boolean {
  const [a, b] = [parseRange(one), parseRange(other)];
  return a !== undefined && b !== undefined && a.first <= b.last && b.first <= a.last;
}

/**
 * Parses the kernel's IPv4 routes: networks and their interfaces, without default routes.
 *
 * @param text `/proc/net/route`: little-endian hexadecimal addresses.
 */
export function parseRoutes(text: string): { readonly cidr: string; readonly device: string }[] {
  return text.split("\n").slice(1).flatMap((line) => {
    const [device = "", destination = "", , , , , , mask = ""] = line.split("\t");
    if (!/^[0-9A-F]{8}$/.test(destination) || !/^[0-9A-F]{8}$/.test(mask)) return [];
    const bits = [...parseInt(mask, 16).toString(2)].filter((bit) => bit === "1").length;
    if (bits === 0) return [];
    return [{ cidr: `${formatIp(Uint8Array.fromHex(destination).reverse())}/${bits}`, device }];
  });
}
