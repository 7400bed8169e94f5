/**
 * Addresses, ports and protocol numbers in filter expressions: `tcp dst port 443`, `net
 * 10.0.0.0/8`.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import { portOfName } from "../port_names.ts";
import { parseIpv4, parseIpv6, parseMac, toMask } from "./addresses.ts";
import { and, type Condition, or } from "./condition.ts";
import type { Token } from "./lexer.ts";
import {
  type Direction,
  ETHERTYPE_ARP,
  ETHERTYPE_IPV4,
  ETHERTYPE_IPV6,
  ETHERTYPE_RARP,
  type Primitives,
  SCTP,
  TCP,
  UDP,
} from "./primitives.ts";

/** Protocols that qualify addresses or stand alone. */
export const ETHER_TYPES: Readonly<Record<string, number>> = {
  ip: ETHERTYPE_IPV4,
  arp: ETHERTYPE_ARP,
  rarp: ETHERTYPE_RARP,
  ip6: ETHERTYPE_IPV6,
};
/** Protocols inside IPv4, IPv6 or both. */
export const PROTOCOLS: Readonly<Record<string, readonly [number: number, versions: 4 | 6 | 46]>> =
  {
    icmp: [1, 4],
    igmp: [2, 4],
    tcp: [TCP, 46],
    igrp: [9, 4],
    udp: [UDP, 46],
    esp: [50, 46],
    ah: [51, 46],
    icmp6: [58, 6],
    pim: [103, 46],
    vrrp: [112, 4],
    carp: [112, 4],
    sctp: [SCTP, 46],
  };
/** Types that qualify an address, port or number. */
export const TYPES = [
  "host",
  "net",
  "port",
  "portrange",
  "proto",
  "broadcast",
  "multicast",
] as const;
export type PrimitiveType = typeof TYPES[number];

/** Qualifiers before an address, port or number. */
export interface Qualifiers {
  readonly protocol?: string;
  readonly direction?: Direction;
  readonly type?: PrimitiveType;
}

/** The parser of the expression that contains the address. */
interface AddressParser {
  readonly primitives: Primitives;
  take(): Token;
  accept(...texts: string[]): string | undefined;
  expect(text: string): void;
  parseNumber(largest?: number): number;
  error(reason: string, token?: Token): OsctlError;
}

/**
 * Rejects links whose packets have no hardware addresses.
 *
 * @throws {OsctlError} of kind `usage`
 */
export function requireEthernet(parser: AddressParser, token: Token): void {
  if (!parser.primitives.isEthernet) {
    throw parser.error("the interface has no hardware addresses", token);
  }
}

/** Parses the address, port or protocol that qualifiers precede, or several in parentheses. */
export function parseAddress(parser: AddressParser, qualifiers: Qualifiers): Condition {
  const { protocol, direction = "src or dst", type } = qualifiers;
  if (parser.accept("(") !== undefined) {
    let condition = parseAddress(parser, qualifiers);
    for (let word; (word = parser.accept("or", "||", "and", "&&")) !== undefined;) {
      const next = parseAddress(parser, qualifiers);
      condition = word === "or" || word === "||" ? or(condition, next) : and(condition, next);
    }
    parser.expect(")");
    return condition;
  }
  const token = parser.take();
  if (token.kind === "end" || token.kind === "symbol") {
    throw parser.error("expected an address, port or protocol", token);
  }
  switch (type) {
    case "port":
    case "portrange":
      return toPorts(parser, token, protocol, direction, type);
    case "proto":
      return toProtocolNumber(parser, token, protocol);
    default:
      return toNetwork(parser, token, protocol, direction, type);
  }
}

function toPorts(
  parser: AddressParser,
  token: Token,
  protocol: string | undefined,
  direction: Direction,
  type: "port" | "portrange",
): Condition {
  const transports: Record<string, number> = { tcp: TCP, udp: UDP, sctp: SCTP };
  const transport = protocol === undefined ? undefined : transports[protocol];
  if (protocol !== undefined && transport === undefined) {
    throw parser.error(`"${protocol}" has no ports`, token);
  }
  const [, from, to] = type === "portrange"
    ? /^(\d+|[a-z]\w*)-(\d+|[a-z]\w*)$/i.exec(token.text) ?? []
    : [];
  const first = toPort(parser, from ?? token.text, token);
  const last = to === undefined ? first : toPort(parser, to, token);
  return parser.primitives.ports(
    transport === undefined ? [SCTP, TCP, UDP] : [transport],
    direction,
    Math.min(first, last),
    Math.max(first, last),
  );
}

function toPort(parser: AddressParser, text: string, token: Token): number {
  const port = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : portOfName(text);
  if (port === undefined) throw parser.error("unknown port", token);
  if (port > 0xffff) throw parser.error("expected a port up to 65535", token);
  return port;
}

function toProtocolNumber(
  parser: AddressParser,
  token: Token,
  protocol: string | undefined,
): Condition {
  const { primitives } = parser;
  const name = token.text.replace(/^\\/, "");
  const known = PROTOCOLS[name]?.[0];
  const number = token.kind === "number" ? Number(token.text) : known;
  if (protocol === "ether") {
    if (!primitives.isPpp) requireEthernet(parser, token);
    const type = token.kind === "number" ? Number(token.text) : ETHER_TYPES[name];
    if (type === undefined || type > 0xffff) throw parser.error("unknown EtherType", token);
    return primitives.etherType(type);
  }
  const etherType = protocol === undefined && known === undefined ? ETHER_TYPES[name] : undefined;
  if (etherType !== undefined) return primitives.etherType(etherType);
  if (number === undefined || number > 255) throw parser.error("unknown protocol", token);
  if (protocol === "ip") return primitives.ipv4(number);
  if (protocol === "ip6") return primitives.ipv6(number);
  if (protocol !== undefined) throw parser.error(`"${protocol}" contains no protocols`, token);
  return or(primitives.ipv4(number), primitives.ipv6(number));
}

function toNetwork(
  parser: AddressParser,
  token: Token,
  protocol: string | undefined,
  direction: Direction,
  type: PrimitiveType | undefined,
): Condition {
  const { primitives } = parser;
  const mac = parseMac(token.text);
  if (mac !== undefined) {
    if (protocol !== "ether" || type === "net") {
      throw parser.error('hardware addresses need "ether host"', token);
    }
    requireEthernet(parser, token);
    return primitives.hardwareAddress(direction, mac);
  }
  if (protocol === "ether") throw parser.error("expected a hardware address", token);
  if (protocol !== undefined && ETHER_TYPES[protocol] === undefined) {
    throw parser.error(`"${protocol}" has no addresses`, token);
  }
  const ipv6 = parseIpv6(token.text);
  if (ipv6 !== undefined) return toIpv6(parser, token, ipv6, protocol, direction);
  const ipv4 = parseIpv4(token.text);
  if (ipv4 === undefined) {
    throw parser.error("expected an IP address (names are not resolved)", token);
  }
  const isNetwork = type === "net";
  const isPartial = !isNetwork && ipv4.bits < 32;
  // A lone number is a network with "net" only.
  if (isPartial && ipv4.bits === 8) {
    throw parser.error("expected an address of four numbers", token);
  }
  const { address, mask } = parseMask(parser, token, ipv4, isNetwork);
  if (protocol === "ip6") throw parser.error("expected an IPv6 address", token);
  if (protocol !== undefined) {
    return primitives.ipv4Network(ETHER_TYPES[protocol]!, direction, address, mask);
  }
  const types = primitives.isLabelled ? [] : [ETHERTYPE_ARP, ETHERTYPE_RARP];
  const [first, ...rest] = [ETHERTYPE_IPV4, ...types].map((etherType) =>
    primitives.ipv4Network(etherType, direction, address, mask)
  );
  return or(first!, ...rest);
}

function toIpv6(
  parser: AddressParser,
  token: Token,
  address: readonly number[],
  protocol: string | undefined,
  direction: Direction,
): Condition {
  if (protocol !== undefined && protocol !== "ip6") {
    throw parser.error(`"${protocol}" has no IPv6 addresses`, token);
  }
  const bits = parser.accept("/") === undefined ? 128 : parser.parseNumber(128);
  const mask = [0, 1, 2, 3].map((index) => toMask(bits - 32 * index));
  if (address.some((word, index) => (word & ~mask[index]!) !== 0)) {
    throw parser.error(`the address has bits after the prefix of ${bits} bits`, token);
  }
  return parser.primitives.ipv6Network(direction, address, mask);
}

function parseMask(
  parser: AddressParser,
  token: Token,
  { address, bits }: { address: number; bits: number },
  isNetwork: boolean,
): { address: number; mask: number } {
  let mask = toMask(bits);
  const hasMask = isNetwork && parser.accept("mask") !== undefined;
  if (hasMask) {
    const maskToken = parser.take();
    const parsed = parseIpv4(maskToken.text);
    if (parsed === undefined) throw parser.error("expected a network mask", maskToken);
    mask = parsed.address;
  } else if (isNetwork && parser.accept("/") !== undefined) mask = toMask(parser.parseNumber(32));
  if ((address & ~mask) !== 0) {
    throw parser.error("the address has bits outside of the mask", token);
  }
  return { address, mask };
}
