/**
 * Conditions of filter primitives, by link type. They evaluate in the order of libpcap, so that packets
 * shorter than a header are judged alike.
 *
 * @module
 */
import { LINK_ETHERNET } from "../packet_file.ts";
import {
  ALWAYS,
  and,
  compare,
  type Condition,
  isEqual,
  load,
  NEVER,
  not,
  or,
  type Size,
} from "./condition.ts";
import * as code from "./instruction.ts";

/** Which address or port of a packet is compared. */
export type Direction = "src" | "dst" | "src or dst" | "src and dst";

export const ETHERTYPE_IPV4 = 0x0800;
export const ETHERTYPE_ARP = 0x0806;
export const ETHERTYPE_RARP = 0x8035;
export const ETHERTYPE_IPV6 = 0x86dd;

export const ICMP = 1;
export const TCP = 6;
export const UDP = 17;
export const ICMP6 = 58;
export const SCTP = 132;
const IPV6_FRAGMENT = 44;

/** Largest length of an IEEE 802.3 frame; larger numbers are EtherTypes. */
const MAX_FRAME_LENGTH = 1500;

/** Whether the source or destination condition must hold, or both. */
export function inDirection(
  direction: Direction,
  source: () => Condition,
  destination: () => Condition,
): Condition {
  switch (direction) {
    case "src":
      return source();
    case "dst":
      return destination();
    case "src and dst":
      return and(source(), destination());
    case "src or dst":
      return or(source(), destination());
  }
}

/** Primitives at the offsets of a link type; VLAN tags move them. */
export class Primitives {
  readonly isEthernet: boolean;
  /** Offset of the EtherType. */
  #type = 12;
  /** Offset of the network header. */
  #network: number;

  constructor(linkType: number) {
    this.isEthernet = linkType === LINK_ETHERNET;
    this.#network = this.isEthernet ? 14 : 0;
  }

  /** Offset of the network header. */
  get network(): number {
    return this.#network;
  }

  /** A field of the network header. */
  field(offset: number, size: Size, value: number, mask?: number): Condition {
    return isEqual(this.#network + offset, size, value, mask);
  }

  /** A test of the EtherType, or of the IP version where there is none. */
  etherType(type: number): Condition {
    if (!this.isEthernet) {
      if (type === ETHERTYPE_IPV4) return isEqual(0, 1, 0x40, 0xf0);
      return type === ETHERTYPE_IPV6 ? isEqual(0, 1, 0x60, 0xf0) : NEVER;
    }
    if (type > MAX_FRAME_LENGTH) return isEqual(this.#type, 2, type);
    const isLength = not(compare([load(this.#type, 2)], code.JGT, MAX_FRAME_LENGTH));
    return and(isLength, isEqual(this.#network, 1, type));
  }

  /** A frame with an LLC header, which begins with FF FF in IPX frames without one. */
  llc(): Condition {
    const isLength = not(compare([load(this.#type, 2)], code.JGT, MAX_FRAME_LENGTH));
    return and(isLength, not(isEqual(this.#network, 2, 0xffff)));
  }

  ipv4(protocol: number): Condition {
    return and(this.etherType(ETHERTYPE_IPV4), this.field(9, 1, protocol));
  }

  ipv6(protocol: number): Condition {
    return and(
      this.etherType(ETHERTYPE_IPV6),
      or(
        this.field(6, 1, protocol),
        and(this.field(6, 1, IPV6_FRAGMENT), this.field(40, 1, protocol)),
      ),
    );
  }

  /** Whether the packet is whole or the first fragment. */
  isFirstFragment(): Condition {
    return not(compare([load(this.#network + 6, 2)], code.JSET, 0x1fff));
  }

  /** Sets X to the length of the IPv4 header. */
  get headerLength(): { op: number; k: number } {
    return { op: code.LDX_MSH, k: this.#network };
  }

  /** Ports from `first` to `last`, of one or several protocols. */
  ports(
    protocols: readonly number[],
    direction: Direction,
    first: number,
    last: number,
  ): Condition {
    const inIpv4 = (offset: number) =>
      inRange([this.headerLength, load(this.#network + offset, 2, true)], first, last);
    const inIpv6 = (offset: number) => inRange([load(this.#network + 40 + offset, 2)], first, last);
    const ipv6 = protocols.map((protocol) =>
      and(this.field(6, 1, protocol), inDirection(direction, () => inIpv6(0), () => inIpv6(2)))
    );
    const ipv4 = protocols.map((protocol) =>
      and(
        this.field(9, 1, protocol),
        this.isFirstFragment(),
        inDirection(direction, () => inIpv4(0), () => inIpv4(2)),
      )
    );
    return or(
      and(this.etherType(ETHERTYPE_IPV6), or(ipv6[0]!, ...ipv6.slice(1))),
      and(this.etherType(ETHERTYPE_IPV4), or(ipv4[0]!, ...ipv4.slice(1))),
    );
  }

  /** An IPv4 network in IPv4, ARP or RARP packets. */
  ipv4Network(type: number, direction: Direction, address: number, mask: number): Condition {
    const [source, destination] = type === ETHERTYPE_IPV4 ? [12, 16] : [14, 24];
    return and(
      this.etherType(type),
      inDirection(
        direction,
        () => this.field(source, 4, address, mask),
        () => this.field(destination, 4, address, mask),
      ),
    );
  }

  /** An IPv6 network; words of 32 bits. */
  ipv6Network(
    direction: Direction,
    address: readonly number[],
    mask: readonly number[],
  ): Condition {
    const isInNetwork = (offset: number) => {
      const words = address.flatMap((word, index) =>
        mask[index] === 0 ? [] : [this.field(offset + 4 * index, 4, word, mask[index])]
      );
      return and(words[0] ?? ALWAYS, ...words.slice(1));
    };
    return and(
      this.etherType(ETHERTYPE_IPV6),
      inDirection(direction, () => isInNetwork(8), () => isInNetwork(24)),
    );
  }

  /** A hardware address: the last four bytes first, as libpcap compares. */
  hardwareAddress(direction: Direction, address: readonly number[]): Condition {
    const [a, b, c, d, e, f] = address as [number, number, number, number, number, number];
    const at = (offset: number) =>
      and(
        isEqual(offset + 2, 4, (c << 24 | d << 16 | e << 8 | f) >>> 0),
        isEqual(offset, 2, a << 8 | b),
      );
    return inDirection(direction, () => at(6), () => at(0));
  }

  /** A VLAN tag. Conditions created afterwards apply to the packet inside. */
  vlan(id?: number): Condition {
    const tags = or(this.etherType(0x8100), this.etherType(0x88a8), this.etherType(0x9100));
    const tag = id === undefined ? tags : and(tags, this.field(0, 2, id, 0xfff));
    this.#type += 4;
    this.#network += 4;
    return tag;
  }
}

function inRange(
  steps: readonly { op: number; k: number }[],
  first: number,
  last: number,
): Condition {
  if (first === last) return compare(steps, code.JEQ, first);
  return and(compare(steps, code.JGE, first), not(compare(steps, code.JGT, last)));
}
