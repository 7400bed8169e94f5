/**
 * Conditions of filter primitives, by link type. They evaluate in the order of libpcap, so that
 * packets shorter than a header are judged alike.
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
  loadAt,
  moved,
  NEVER,
  not,
  or,
  type Place,
  type Size,
  type Step,
} from "./condition.ts";
import { GENEVE_WORDS, geneveTunnel } from "./geneve.ts";
import * as code from "./instruction.ts";

/** Which address or port of a packet is compared. */
export type Direction = "src" | "dst" | "src or dst" | "src and dst";

export const ETHERTYPE_IPV4 = 0x0800;
export const ETHERTYPE_ARP = 0x0806;
export const ETHERTYPE_RARP = 0x8035;
export const ETHERTYPE_IPV6 = 0x86dd;
const ETHERTYPE_MPLS = 0x8847;

export const ICMP = 1;
export const TCP = 6;
export const UDP = 17;
export const ICMP6 = 58;
export const SCTP = 132;
const IPV6_FRAGMENT = 44;

/** Largest length of an IEEE 802.3 frame; larger numbers are EtherTypes. */
const MAX_FRAME_LENGTH = 1500;

/** Reports whether the source or destination condition must hold, or both. */
function inDirection(
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

/** Protocol numbers of PPP in place of EtherTypes; others are the same. */
const PPP_PROTOCOLS: ReadonlyMap<number, number> = new Map([
  [ETHERTYPE_IPV4, 0x21],
  [ETHERTYPE_IPV6, 0x57],
  [ETHERTYPE_MPLS, 0x281],
]);

/** Bytes of the PPPoE header without PPP's protocol number, of a label and of a VLAN tag. */
const PPPOE_BYTES = 6;
const LABEL_BYTES = 4;
const TAG_BYTES = 4;

/** Primitives at the offsets of a link type; tags, labels and tunnels move them. */
export class Primitives {
  readonly #reject: (reason: string) => Error;
  #link: "ethernet" | "raw" | "ppp";
  /** Place of the hardware addresses. */
  #hardware: Place = { offset: 0 };
  /** Place of the EtherType, or of PPP's protocol number. */
  #type: Place = { offset: 12 };
  /** Place after the link header, where MPLS labels start. */
  #payload: Place;
  /** Place of the network header. */
  #network: Place;
  /** Number of MPLS labels before the network header. */
  #labels = 0;
  /** Words of memory that store offsets. */
  #words = 0;

  /** @param reject Creates the error for a primitive that the packet's headers rule out. */
  constructor(linkType: number, reject: (reason: string) => Error) {
    this.#reject = reject;
    this.#link = linkType === LINK_ETHERNET ? "ethernet" : "raw";
    this.#payload = this.#network = { offset: this.isEthernet ? 14 : 0 };
  }

  get isEthernet(): boolean {
    return this.#link === "ethernet";
  }

  get isPpp(): boolean {
    return this.#link === "ppp";
  }

  /** Whether the network header follows MPLS labels. */
  get isLabelled(): boolean {
    return this.#labels > 0;
  }

  /** Place of the link header. */
  get hardware(): Place {
    return this.#hardware;
  }

  /** Place of the network header. */
  get network(): Place {
    return this.#network;
  }

  /** Number of words of memory that conditions may use. */
  get freeWords(): number {
    return code.MEMORY_WORDS - this.#words;
  }

  /** A field of the network header. */
  field(offset: number, size: Size, value: number, mask?: number): Condition {
    return isEqual(moved(this.#network, offset), size, value, mask);
  }

  /** A test of the EtherType, or of the IP version where there is none. */
  etherType(type: number): Condition {
    if (this.isLabelled) return this.#afterLabels(type);
    if (this.#link === "raw") return this.#ipVersion(type) ?? NEVER;
    if (this.#link === "ppp") {
      return isEqual(this.#type, 2, PPP_PROTOCOLS.get(type) ?? type);
    }
    if (type > MAX_FRAME_LENGTH) return isEqual(this.#type, 2, type);
    return and(this.#isLength(), isEqual(this.#payload, 1, type));
  }

  /** MPLS has no type of its payload: only the last label's is known to be IP. */
  #afterLabels(type: number): Condition {
    const version = this.#ipVersion(type);
    if (version === undefined) {
      throw this.#reject("MPLS packets can be tested for IPv4 and IPv6 only");
    }
    return and(isEqual(moved(this.#network, 2 - LABEL_BYTES), 1, 1, 1), version);
  }

  #ipVersion(type: number): Condition | undefined {
    if (type === ETHERTYPE_IPV4) return this.field(0, 1, 0x40, 0xf0);
    return type === ETHERTYPE_IPV6 ? this.field(0, 1, 0x60, 0xf0) : undefined;
  }

  /** Reports whether the EtherType is the length of an IEEE 802.3 frame. */
  #isLength(): Condition {
    return not(compare(loadAt(this.#type, 2), code.JGT, MAX_FRAME_LENGTH));
  }

  /** A frame with an LLC header, which begins with FF FF in IPX frames without one. */
  llc(): Condition {
    return and(this.#isLength(), not(isEqual(this.#payload, 2, 0xffff)));
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

  /** Reports whether the packet is whole or the first fragment. */
  isFirstFragment(): Condition {
    return not(compare(loadAt(moved(this.#network, 6), 2), code.JSET, 0x1fff));
  }

  /** Sets X so that a load at X plus the network offset is after the IPv4 header. */
  get headerLength(): readonly Step[] {
    const { word, offset } = this.#network;
    if (word === undefined) return [{ op: code.LDX_MSH, k: offset }];
    return [
      ...loadAt(this.#network, 1),
      { op: code.AND, k: 0xf },
      { op: code.LSH, k: 2 },
      { op: code.ADD | code.SOURCE_X, k: 0 },
      { op: code.TAX, k: 0 },
    ];
  }

  /** A packet that this machine sends. */
  outbound(): Condition {
    return compare([load(code.PACKET_TYPE, 2)], code.JEQ, code.PACKET_OUTGOING);
  }

  /** Ports from `first` to `last`, of one or several protocols. */
  ports(
    protocols: readonly number[],
    direction: Direction,
    first: number,
    last: number,
  ): Condition {
    const inIpv4 = (offset: number) => {
      const port = load(this.#network.offset + offset, 2, true);
      return inRange([...this.headerLength, port], first, last);
    };
    const inIpv6 = (offset: number) =>
      inRange(loadAt(moved(this.#network, 40 + offset), 2), first, last);
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
        isEqual(moved(this.#hardware, offset + 2), 4, (c << 24 | d << 16 | e << 8 | f) >>> 0),
        isEqual(moved(this.#hardware, offset), 2, a << 8 | b),
      );
    return this.#withHardware(inDirection(direction, () => at(6), () => at(0)));
  }

  /** A frame to several hardware addresses. */
  hardwareMulticast(): Condition {
    return this.#withHardware(compare(loadAt(this.#hardware, 1), code.JSET, 1));
  }

  /** A tunnel's packet without hardware addresses matches no condition about them. */
  #withHardware(condition: Condition): Condition {
    const [start, end] = [this.#hardware.word, this.#payload.word];
    if (start === undefined || end === undefined) return condition;
    const steps = [{ op: code.LDX_MEM, k: end }, { op: code.LD_MEM, k: start }];
    return and(not(compare(steps, code.JEQ | code.SOURCE_X, 0)), condition);
  }

  /** A VLAN tag. Conditions created afterwards apply to the packet inside. */
  vlan(id?: number): Condition {
    if (this.isLabelled) throw this.#reject("VLAN tags do not follow MPLS labels");
    const tags = or(this.etherType(0x8100), this.etherType(0x88a8), this.etherType(0x9100));
    const tag = id === undefined ? tags : and(tags, this.field(0, 2, id, 0xfff));
    this.#type = moved(this.#type, TAG_BYTES);
    this.#payload = this.#network = moved(this.#network, TAG_BYTES);
    return tag;
  }

  /** An MPLS label. Conditions created afterwards apply to the packet after it. */
  mpls(label?: number): Condition {
    const start = this.isLabelled
      ? not(compare(loadAt(moved(this.#network, 2 - LABEL_BYTES), 1), code.JSET, 1))
      : this.etherType(ETHERTYPE_MPLS);
    const found = label === undefined
      ? start
      : and(start, this.field(0, 4, label * 0x1000, 0xffff_f000));
    this.#network = moved(this.#network, LABEL_BYTES);
    this.#labels++;
    return found;
  }

  /** A PPPoE session. Conditions created afterwards apply to the packet inside. */
  pppoe(session?: number): Condition {
    const start = this.etherType(0x8864);
    const found = session === undefined ? start : and(start, this.field(0, 4, session, 0xffff));
    this.#link = "ppp";
    this.#hardware = this.#type = moved(this.#network, PPPOE_BYTES);
    this.#payload = this.#network = moved(this.#type, 2);
    return found;
  }

  /** A Geneve tunnel (RFC 8926). Conditions created afterwards apply to the packet inside. */
  geneve(identifier?: number): Condition {
    const next = this.#words + GENEVE_WORDS;
    if (next >= code.MEMORY_WORDS) throw this.#reject("too many tunnels");
    const words = Array.from(
      { length: GENEVE_WORDS },
      (_, index) => code.MEMORY_WORDS - next + index,
    ) as [number, number, number, number];
    const found = geneveTunnel(this, words, identifier);
    const [, hardware, type, network] = words;
    this.#words = next;
    this.#labels = 0;
    this.#link = "ethernet";
    this.#hardware = { word: hardware, offset: 0 };
    this.#type = { word: type, offset: 0 };
    this.#payload = this.#network = { word: network, offset: 0 };
    return found;
  }
}

function inRange(
  steps: readonly Step[],
  first: number,
  last: number,
): Condition {
  if (first === last) return compare(steps, code.JEQ, first);
  return and(compare(steps, code.JGE, first), not(compare(steps, code.JGT, last)));
}
