/**
 * Addresses in filter expressions.
 *
 * @module
 */

/** Parses an IPv4 address of one to four numbers: `10`, `10.1`; returns its bits and their number. */
export function parseIpv4(text: string): { address: number; bits: number } | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){0,3}$/.test(text)) return undefined;
  const parts = text.split(".").map(Number);
  if (parts.some((part) => part > 255)) return undefined;
  const bits = parts.length * 8;
  const address = parts.reduce((sum, part, index) => sum + part * 2 ** (24 - 8 * index), 0);
  return { address, bits };
}

/** Returns the mask of a prefix length. */
export function toMask(bits: number): number {
  return bits <= 0 ? 0 : 0xffff_ffff << (32 - Math.min(bits, 32)) >>> 0;
}

/** Parses an IPv6 address into words of 32 bits. */
export function parseIpv6(text: string): number[] | undefined {
  let source = text;
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (dotted !== null) {
    const ipv4 = parseIpv4(dotted[2]!);
    if (ipv4 === undefined) return undefined;
    const { address } = ipv4;
    source = `${dotted[1]}${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}`;
  }
  const halves = source.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => half === "" ? [] : half.split(":"));
  const missing = 8 - head!.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head!, ...Array<string>(missing).fill("0"), ...tail ?? []];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  const numbers = groups.map((group) => parseInt(group, 16));
  return [0, 2, 4, 6].map((index) => (numbers[index]! << 16 | numbers[index + 1]!) >>> 0);
}

/** Parses a hardware address into bytes. */
export function parseMac(text: string): number[] | undefined {
  const match = /^[0-9a-f]{1,2}(?:[:-][0-9a-f]{1,2}){5}$/i.exec(text);
  return match === null ? undefined : text.split(/[:-]/).map((part) => parseInt(part, 16));
}
