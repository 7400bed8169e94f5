/**
 * Parser of filter expressions: pcap-filter(7). `and` and `or` have the same precedence and associate
 * to the left; `not` binds tighter.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import { portOfName } from "../port_names.ts";
import { parseIpv4, parseIpv6, parseMac, toMask } from "./addresses.ts";
import { and, compare, type Condition, loadAt, moved, not, or } from "./condition.ts";
import * as code from "./instruction.ts";
import { syntaxError, type Token, tokenize } from "./lexer.ts";
import { parseRelation, startsRelation } from "./parse_relation.ts";
import {
  type Direction,
  ETHERTYPE_ARP,
  ETHERTYPE_IPV4,
  ETHERTYPE_IPV6,
  ETHERTYPE_RARP,
  Primitives,
  SCTP,
  TCP,
  UDP,
} from "./primitives.ts";

/** Protocols that qualify addresses or stand alone. */
const ETHER_TYPES: Readonly<Record<string, number>> = {
  ip: ETHERTYPE_IPV4,
  arp: ETHERTYPE_ARP,
  rarp: ETHERTYPE_RARP,
  ip6: ETHERTYPE_IPV6,
};
/** Protocols inside IPv4, IPv6 or both. */
const PROTOCOLS: Readonly<Record<string, readonly [number: number, versions: 4 | 6 | 46]>> = {
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
/** Service access point of the spanning tree protocol, in LLC headers. */
const LLC_STP = 0x42;
/** Primitives of pcap-filter(7) that are not implemented. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  ...["ifname", "on", "ifindex", "rnr", "rulenum", "rset", "ruleset", "vxlan"],
  ...["srnr", "subrulenum", "reason", "action"],
  ...["gateway", "protochain", "decnet", "atalk", "aarp", "lat", "moprc", "mopdl", "iso", "clnp"],
  ...["esis", "isis", "ipx", "netbeui", "wlan", "fddi", "tr", "ra", "ta", "addr1", "addr2"],
  ...["addr3", "addr4", "lane", "oam", "oamf4", "bcc", "metac", "vpi", "vci"],
]);
/** Headers that contain packets: what the link must have, and the largest number. */
const ENCAPSULATIONS: Readonly<Record<string, readonly [what: string, largest: number]>> = {
  vlan: ["VLAN tags", 0xfff],
  mpls: ["MPLS labels", 0xf_ffff],
  pppoes: ["PPPoE sessions", 0xffff],
  // In UDP packets of any link.
  geneve: ["", 0xff_ffff],
};
const ETHERTYPE_PPPOE_DISCOVERY = 0x8863;
const TYPES = ["host", "net", "port", "portrange", "proto", "broadcast", "multicast"] as const;
type PrimitiveType = typeof TYPES[number];

/** What precedes an address, port or number. */
interface Qualifiers {
  readonly protocol?: string;
  readonly direction?: Direction;
  readonly type?: PrimitiveType;
}

/** Bytes captured of a packet by compiled filters, as with tcpdump. */
export const CAPTURE_BYTES = 262_144;

/** Deepest nesting of parentheses and negations. */
const DEEPEST = 200;

/** Reads tokens, and the primitives they form. */
export class FilterParser {
  readonly primitives: Primitives;
  readonly #expression: string;
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;
  /** Of the primitive before, which a lone address repeats. */
  #qualifiers: Qualifiers = {};
  /** Set after `geneve`. */
  #tunnel: Condition | undefined;

  constructor(expression: string, linkType: number) {
    this.primitives = new Primitives(linkType, (reason) => this.error(reason, this.peek(-1)));
    this.#expression = expression;
    this.#tokens = tokenize(expression);
  }

  get token(): Token {
    return this.#tokens[this.#index]!;
  }

  peek(distance: number): Token {
    return this.#tokens[Math.min(this.#index + distance, this.#tokens.length - 1)]!;
  }

  take(): Token {
    return this.#tokens[this.#index++] ?? this.#tokens.at(-1)!;
  }

  /** Takes a token when it is one of `texts`. */
  accept(...texts: string[]): string | undefined {
    const { kind, text } = this.token;
    if (kind === "end" || !texts.includes(text)) return undefined;
    this.#index++;
    return text;
  }

  expect(text: string): void {
    if (this.accept(text) === undefined) throw this.error(`expected "${text}"`);
  }

  error(reason: string, token = this.token): OsctlError {
    return syntaxError(this.#expression, token, reason);
  }

  /** Enters a level of nesting. */
  nest<Result>(parse: () => Result): Result {
    if (++this.#depth > DEEPEST) throw this.error("nested too deeply");
    const result = parse();
    this.#depth--;
    return result;
  }

  parse(): Condition {
    const condition = this.#parseExpression();
    if (this.token.kind !== "end") throw this.error("unexpected text");
    return condition;
  }

  #parseExpression(): Condition {
    let condition = this.#parseTerm();
    for (;;) {
      if (this.accept("and", "&&") !== undefined) condition = and(condition, this.#parseTerm());
      else if (this.accept("or", "||") !== undefined) condition = or(condition, this.#parseTerm());
      else return condition;
    }
  }

  #parseTerm(): Condition {
    return this.nest(() => {
      if (this.accept("not", "!") !== undefined) return not(this.#parseTerm());
      if (startsRelation(this)) return this.#inTunnel(parseRelation(this));
      if (this.accept("(") !== undefined) {
        const condition = this.#parseExpression();
        this.expect(")");
        return condition;
      }
      return this.#inTunnel(this.#parsePrimitive());
    });
  }

  /** Restricts a condition to packets in the tunnel, whose offsets are unknown in others. */
  #inTunnel(condition: Condition): Condition {
    return this.#tunnel === undefined ? condition : and(this.#tunnel, condition);
  }

  #parsePrimitive(): Condition {
    const { token } = this;
    if (token.kind === "end") throw this.error("expected a primitive");
    const encapsulation = this.accept("vlan", "mpls", "pppoes", "geneve");
    if (encapsulation !== undefined) return this.#parseEncapsulation(encapsulation);
    if (this.accept("pppoed") !== undefined) {
      if (!this.primitives.isEthernet) throw this.error("the link has no EtherTypes", token);
      return this.primitives.etherType(ETHERTYPE_PPPOE_DISCOVERY);
    }
    const side = this.accept("inbound", "outbound");
    if (side !== undefined) {
      const outbound = this.primitives.outbound();
      return side === "outbound" ? outbound : not(outbound);
    }
    const link = this.accept("llc", "stp");
    if (link !== undefined) {
      if (!this.primitives.isEthernet) throw this.error("the interface has no LLC headers", token);
      return link === "stp" ? this.primitives.etherType(LLC_STP) : this.primitives.llc();
    }
    if (UNSUPPORTED.has(token.text)) {
      throw this.error(`osctl does not support tcpdump's "${token.text}"`, token);
    }
    const bound = this.accept("less", "greater");
    if (bound !== undefined) {
      const length = this.#parseNumber();
      const steps = [{ op: code.LD_LEN, k: 0 }];
      return bound === "greater"
        ? compare(steps, code.JGE, length)
        : not(compare(steps, code.JGT, length));
    }
    const qualifiers = this.#parseQualifiers();
    if (qualifiers === undefined) return this.#parseAddress(this.#qualifiers);
    if (qualifiers.type === "broadcast" || qualifiers.type === "multicast") {
      return this.#toGroup(qualifiers, token);
    }
    const { protocol, direction, type } = qualifiers;
    if (direction === undefined && type === undefined) {
      this.#qualifiers = qualifiers;
      return this.#toProtocol(protocol!);
    }
    this.#qualifiers = qualifiers;
    return this.#parseAddress(qualifiers);
  }

  /** Parses protocol, direction and type; undefined when there is none. */
  #parseQualifiers(): Qualifiers | undefined {
    const protocol = this.accept("ether", "link", ...Object.keys({ ...ETHER_TYPES, ...PROTOCOLS }));
    let direction: Direction | undefined;
    const first = this.accept("src", "dst");
    if (first !== undefined) {
      direction = first as Direction;
      const second = first === "src" ? "dst" : "src";
      if (this.peek(1).text === second && this.accept("or", "and") !== undefined) {
        direction = this.peek(-1).text === "or" ? "src or dst" : "src and dst";
        this.expect(second);
      }
    }
    const type = this.accept(...TYPES) as PrimitiveType | undefined;
    if (protocol === undefined && direction === undefined && type === undefined) return undefined;
    return {
      ...(protocol === undefined ? {} : { protocol: protocol === "link" ? "ether" : protocol }),
      ...(direction === undefined ? {} : { direction }),
      ...(type === undefined ? {} : { type }),
    };
  }

  /** Parses a header that contains the packet of the conditions after it, and its number. */
  #parseEncapsulation(name: string): Condition {
    const { primitives } = this;
    const [what, largest] = ENCAPSULATIONS[name]!;
    const isOnLink = name === "mpls" && primitives.isPpp;
    if (what !== "" && !primitives.isEthernet && !isOnLink) {
      throw this.error(`the link has no ${what}`, this.peek(-1));
    }
    const number = this.token.kind === "number" ? this.#parseNumber(largest) : undefined;
    switch (name) {
      case "vlan":
        return primitives.vlan(number);
      case "mpls":
        return primitives.mpls(number);
      case "pppoes":
        return primitives.pppoe(number);
      default:
        return this.#tunnel = this.#inTunnel(primitives.geneve(number));
    }
  }

  #parseNumber(largest = 0xffff_ffff): number {
    const token = this.take();
    const value = Number(token.text);
    if (token.kind !== "number" || value > largest) {
      throw this.error(`expected a number up to ${largest}`, token);
    }
    return value;
  }

  #toProtocol(protocol: string): Condition {
    const etherType = ETHER_TYPES[protocol];
    if (etherType !== undefined) return this.primitives.etherType(etherType);
    const known = PROTOCOLS[protocol];
    if (known === undefined) throw this.error("expected host, proto, broadcast or multicast");
    return this.#toIpProtocol(...known);
  }

  /** In the order of libpcap: IPv6 first for names. */
  #toIpProtocol(number: number, versions: 4 | 6 | 46): Condition {
    if (versions === 4) return this.primitives.ipv4(number);
    if (versions === 6) return this.primitives.ipv6(number);
    return or(this.primitives.ipv6(number), this.primitives.ipv4(number));
  }

  #toGroup({ protocol, type }: Qualifiers, token: Token): Condition {
    const { primitives } = this;
    if (protocol === undefined || protocol === "ether") {
      this.#requireEthernet(token);
      return type === "broadcast"
        ? primitives.hardwareAddress("dst", [255, 255, 255, 255, 255, 255])
        : primitives.hardwareMulticast();
    }
    if (type === "multicast" && protocol === "ip") {
      const isGroup = compare(loadAt(moved(primitives.network, 16), 1), code.JGE, 224);
      return and(primitives.etherType(ETHERTYPE_IPV4), isGroup);
    }
    if (type === "multicast" && protocol === "ip6") {
      return and(primitives.etherType(ETHERTYPE_IPV6), primitives.field(24, 1, 255));
    }
    const reason = protocol === "ip"
      ? "the network mask of the interface is unknown"
      : `"${protocol}" has no ${type} addresses`;
    throw this.error(reason, token);
  }

  #requireEthernet(token: Token): void {
    if (!this.primitives.isEthernet) {
      throw this.error("the interface has no hardware addresses", token);
    }
  }

  #parseAddress(qualifiers: Qualifiers): Condition {
    const { protocol, direction = "src or dst", type } = qualifiers;
    if (this.accept("(") !== undefined) {
      let condition = this.#parseAddress(qualifiers);
      for (let word; (word = this.accept("or", "||", "and", "&&")) !== undefined;) {
        const next = this.#parseAddress(qualifiers);
        condition = word === "or" || word === "||" ? or(condition, next) : and(condition, next);
      }
      this.expect(")");
      return condition;
    }
    const token = this.take();
    if (token.kind === "end" || token.kind === "symbol") {
      throw this.error("expected an address, port or protocol", token);
    }
    switch (type) {
      case "port":
      case "portrange":
        return this.#toPorts(token, protocol, direction, type);
      case "proto":
        return this.#toProtocolNumber(token, protocol);
      default:
        return this.#toNetwork(token, protocol, direction, type);
    }
  }

  #toPorts(
    token: Token,
    protocol: string | undefined,
    direction: Direction,
    type: "port" | "portrange",
  ): Condition {
    const transports: Record<string, number> = { tcp: TCP, udp: UDP, sctp: SCTP };
    const transport = protocol === undefined ? undefined : transports[protocol];
    if (protocol !== undefined && transport === undefined) {
      throw this.error(`"${protocol}" has no ports`, token);
    }
    const [, from, to] = type === "portrange"
      ? /^(\d+|[a-z]\w*)-(\d+|[a-z]\w*)$/i.exec(token.text) ?? []
      : [];
    const first = this.#toPort(from ?? token.text, token);
    const last = to === undefined ? first : this.#toPort(to, token);
    return this.primitives.ports(
      transport === undefined ? [SCTP, TCP, UDP] : [transport],
      direction,
      Math.min(first, last),
      Math.max(first, last),
    );
  }

  #toPort(text: string, token: Token): number {
    const port = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : portOfName(text);
    if (port === undefined) throw this.error("unknown port", token);
    if (port > 0xffff) throw this.error("expected a port up to 65535", token);
    return port;
  }

  #toProtocolNumber(token: Token, protocol: string | undefined): Condition {
    const { primitives } = this;
    const name = token.text.replace(/^\\/, "");
    const known = PROTOCOLS[name]?.[0];
    const number = token.kind === "number" ? Number(token.text) : known;
    if (protocol === "ether") {
      if (!primitives.isPpp) this.#requireEthernet(token);
      const type = token.kind === "number" ? Number(token.text) : ETHER_TYPES[name];
      if (type === undefined || type > 0xffff) throw this.error("unknown EtherType", token);
      return primitives.etherType(type);
    }
    const etherType = protocol === undefined && known === undefined ? ETHER_TYPES[name] : undefined;
    if (etherType !== undefined) return primitives.etherType(etherType);
    if (number === undefined || number > 255) throw this.error("unknown protocol", token);
    if (protocol === "ip") return primitives.ipv4(number);
    if (protocol === "ip6") return primitives.ipv6(number);
    if (protocol !== undefined) throw this.error(`"${protocol}" contains no protocols`, token);
    return or(primitives.ipv4(number), primitives.ipv6(number));
  }

  #toNetwork(
    token: Token,
    protocol: string | undefined,
    direction: Direction,
    type: PrimitiveType | undefined,
  ): Condition {
    const { primitives } = this;
    const mac = parseMac(token.text);
    if (mac !== undefined) {
      if (protocol !== "ether" || type === "net") {
        throw this.error('hardware addresses need "ether host"', token);
      }
      this.#requireEthernet(token);
      return primitives.hardwareAddress(direction, mac);
    }
    if (protocol === "ether") throw this.error("expected a hardware address", token);
    if (protocol !== undefined && ETHER_TYPES[protocol] === undefined) {
      throw this.error(`"${protocol}" has no addresses`, token);
    }
    const ipv6 = parseIpv6(token.text);
    if (ipv6 !== undefined) return this.#toIpv6(token, ipv6, protocol, direction);
    const ipv4 = parseIpv4(token.text);
    if (ipv4 === undefined) {
      throw this.error("expected an IP address (names are not resolved)", token);
    }
    const isNetwork = type === "net";
    const isPartial = !isNetwork && ipv4.bits < 32;
    // A lone number is a network with "net" only.
    if (isPartial && ipv4.bits === 8) {
      throw this.error("expected an address of four numbers", token);
    }
    const { address, mask } = this.#parseMask(token, ipv4, isNetwork);
    if (protocol === "ip6") throw this.error("expected an IPv6 address", token);
    if (protocol !== undefined) {
      return primitives.ipv4Network(ETHER_TYPES[protocol]!, direction, address, mask);
    }
    const types = primitives.isLabelled ? [] : [ETHERTYPE_ARP, ETHERTYPE_RARP];
    const [first, ...rest] = [ETHERTYPE_IPV4, ...types].map((etherType) =>
      primitives.ipv4Network(etherType, direction, address, mask)
    );
    return or(first!, ...rest);
  }

  #toIpv6(
    token: Token,
    address: readonly number[],
    protocol: string | undefined,
    direction: Direction,
  ): Condition {
    if (protocol !== undefined && protocol !== "ip6") {
      throw this.error(`"${protocol}" has no IPv6 addresses`, token);
    }
    const bits = this.accept("/") === undefined ? 128 : this.#parseNumber(128);
    const mask = [0, 1, 2, 3].map((index) => toMask(bits - 32 * index));
    if (address.some((word, index) => (word & ~mask[index]!) !== 0)) {
      throw this.error(`the address has bits after the prefix of ${bits} bits`, token);
    }
    return this.primitives.ipv6Network(direction, address, mask);
  }

  #parseMask(
    token: Token,
    { address, bits }: { address: number; bits: number },
    isNetwork: boolean,
  ): { address: number; mask: number } {
    let mask = toMask(bits);
    const hasMask = isNetwork && this.accept("mask") !== undefined;
    if (hasMask) {
      const maskToken = this.take();
      const parsed = parseIpv4(maskToken.text);
      if (parsed === undefined) throw this.error("expected a network mask", maskToken);
      mask = parsed.address;
    } else if (isNetwork && this.accept("/") !== undefined) mask = toMask(this.#parseNumber(32));
    if ((address & ~mask) !== 0) {
      throw this.error("the address has bits outside of the mask", token);
    }
    return { address, mask };
  }
}

/**
 * Parses a filter expression for a link type.
 *
 * @throws {OsctlError} of kind `usage` for an invalid expression.
 */
export function parseExpression(expression: string, linkType: number): Condition {
  return new FilterParser(expression, linkType).parse();
}
