/**
 * Parser of filter expressions: pcap-filter(7). `and` and `or` have the same precedence and
 * associate to the left; `not` binds tighter.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import { and, compare, type Condition, loadAt, moved, not, or } from "./condition.ts";
import * as code from "./instruction.ts";
import { syntaxError, type Token, tokenize } from "./lexer.ts";
import {
  ETHER_TYPES,
  parseAddress,
  type PrimitiveType,
  PROTOCOLS,
  type Qualifiers,
  requireEthernet,
  TYPES,
} from "./parse_address.ts";
import { parseRelation, startsRelation } from "./parse_relation.ts";
import { type Direction, ETHERTYPE_IPV4, ETHERTYPE_IPV6, Primitives } from "./primitives.ts";

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

/** Bytes captured of a packet by compiled filters, as with tcpdump. */
export const CAPTURE_BYTES = 262_144;

/** Maximum nesting depth of parentheses and negations. */
const MAX_DEPTH = 200;

/** Reads tokens, and the primitives they form. */
class FilterParser {
  readonly primitives: Primitives;
  readonly #expression: string;
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;
  /** Qualifiers of the previous primitive, which an address without qualifiers repeats. */
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
    if (++this.#depth > MAX_DEPTH) throw this.error("nested too deeply");
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
      if (!this.primitives.isEthernet) throw this.error("the interface has no EtherTypes", token);
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
      const length = this.parseNumber();
      const steps = [{ op: code.LD_LEN, k: 0 }];
      return bound === "greater"
        ? compare(steps, code.JGE, length)
        : not(compare(steps, code.JGT, length));
    }
    const qualifiers = this.#parseQualifiers();
    if (qualifiers === undefined) return parseAddress(this, this.#qualifiers);
    if (qualifiers.type === "broadcast" || qualifiers.type === "multicast") {
      return this.#toGroup(qualifiers, token);
    }
    const { protocol, direction, type } = qualifiers;
    if (direction === undefined && type === undefined) {
      this.#qualifiers = qualifiers;
      return this.#toProtocol(protocol!);
    }
    this.#qualifiers = qualifiers;
    return parseAddress(this, qualifiers);
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
      throw this.error(`the interface has no ${what}`, this.peek(-1));
    }
    const number = this.token.kind === "number" ? this.parseNumber(largest) : undefined;
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

  /** Takes a number. */
  parseNumber(largest = 0xffff_ffff): number {
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
      requireEthernet(this, token);
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
}

/**
 * Parses a filter expression for a link type.
 *
 * @throws {OsctlError} of kind `usage` for an invalid expression.
 */
export function parseExpression(expression: string, linkType: number): Condition {
  return new FilterParser(expression, linkType).parse();
}
