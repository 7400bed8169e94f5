/**
 * Parses IP addresses and subnets as Go's net/netip does.
 *
 * @module
 */
import { formatIp, parseIp } from "../../pki/ip.ts";

/** An address. */
export interface Address {
  /** 4 or 16 bytes. */
  readonly bytes: Uint8Array;
  /** In the notation of nodes. */
  readonly text: string;
}

/** A subnet. */
export interface Subnet extends Address {
  readonly bits: number;
}

/** Parses an IP address with an optional zone after `%`. */
export function parseAddress(text: string): Address | undefined {
  const percent = text.includes(":") ? text.indexOf("%") : -1;
  const plain = percent < 0 ? text : text.slice(0, percent);
  const zone = percent < 0 ? "" : text.slice(percent);
  if (zone === "%") return undefined;
  const bytes = parseIp(plain);
  if (bytes === undefined) return undefined;
  // An IPv4-mapped IPv6 address stays IPv6.
  const mapped = plain.includes(":") && bytes.length === 4;
  if (!mapped) return { bytes, text: formatIp(bytes) + zone };
  const long = new Uint8Array(16);
  long.set([0xff, 0xff, ...bytes], 10);
  return { bytes: long, text: `::ffff:${formatIp(bytes)}${zone}` };
}

/** Parses `10.0.0.0/8`; host bits can be set. */
export function parseSubnet(text: string): Subnet | undefined {
  const slash = text.lastIndexOf("/");
  const [host, size] = [text.slice(0, slash), text.slice(slash + 1)];
  const address = slash < 0 || host.includes("%") ? undefined : parseAddress(host);
  if (address === undefined || !/^(0|[1-9]\d{0,2})$/.test(size)) return undefined;
  const bits = Number(size);
  if (bits > address.bytes.length * 8) return undefined;
  return { bytes: address.bytes, bits, text: `${address.text}/${bits}` };
}

/** Parses `10.0.0.1:80` or `[fd00::1]:80`, and returns the notation of nodes. */
export function parseAddressPort(text: string): string | undefined {
  const match = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(text);
  const address = match === null ? undefined : parseAddress(match[1] ?? match[2]!);
  const inBrackets = match?.[1] !== undefined;
  if (address === undefined || Number(match![3]) > 0xffff) return undefined;
  const isLong = address.bytes.length === 16;
  if (isLong !== inBrackets) return undefined;
  return `${isLong ? `[${address.text}]` : address.text}:${Number(match![3])}`;
}
