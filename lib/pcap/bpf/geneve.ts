/**
 * The condition for a Geneve tunnel (RFC 8926), which stores the offsets of the packet inside.
 *
 * @module
 */
import {
  and,
  compare,
  type Condition,
  isEqual,
  load,
  moved,
  not,
  or,
  type Place,
  type Step,
} from "./condition.ts";
import * as code from "./instruction.ts";

/** Words of memory: Geneve header, hardware addresses, EtherType, network header. */
export const GENEVE_WORDS = 4;

const ETHERTYPE_IPV4 = 0x0800;
const ETHERTYPE_IPV6 = 0x86dd;
/** Protocol type of Ethernet frames (RFC 8926, section 3.4). */
const ETHERNET_BRIDGING = 0x6558;
const UDP = 17;
/** UDP port of Geneve. */
const PORT = 6081;

/** The primitives of the packet around the tunnel. */
export interface OuterPrimitives {
  readonly network: Place;
  readonly headerLength: readonly Step[];
  etherType(type: number): Condition;
  field(offset: number, size: 1 | 2 | 4, value: number, mask?: number): Condition;
  isFirstFragment(): Condition;
}

/** Returns the condition, which stores the offsets in `words` when it holds. */
export function geneveTunnel(
  outer: OuterPrimitives,
  words: readonly [header: number, hardware: number, type: number, network: number],
  identifier: number | undefined,
): Condition {
  const { network } = outer;
  const [header] = words;
  /** Tests the version after the steps that set A to the offset of the header. */
  const isVersion0 = (steps: readonly Step[]) =>
    compare(
      [
        ...steps,
        { op: code.ST, k: header },
        { op: code.TAX, k: 0 },
        load(0, 1, true),
        { op: code.AND, k: 0xc0 },
      ],
      code.JEQ,
      0,
    );
  const inIpv4 = and(
    outer.etherType(ETHERTYPE_IPV4),
    outer.field(9, 1, UDP),
    outer.isFirstFragment(),
    compare([...outer.headerLength, load(network.offset + 2, 2, true)], code.JEQ, PORT),
    isVersion0([
      ...outer.headerLength,
      { op: code.TXA, k: 0 },
      { op: code.ADD, k: network.offset + 8 },
    ]),
  );
  const start: readonly Step[] = network.word === undefined
    ? [{ op: code.LD_IMM, k: network.offset + 48 }]
    : [{ op: code.LD_MEM, k: network.word }, { op: code.ADD, k: network.offset + 48 }];
  const inIpv6 = and(
    outer.etherType(ETHERTYPE_IPV6),
    outer.field(6, 1, UDP),
    isEqual(moved(network, 42), 2, PORT),
    isVersion0(start),
  );
  const place = { word: header, offset: 0 };
  const isIdentifier = identifier === undefined
    ? []
    : [isEqual(moved(place, 4), 4, identifier * 0x100, 0xffff_ff00)];
  const [inEthernet, inOther] = [true, false].map((isEthernet) => storeOffsets(words, isEthernet));
  return and(
    or(inIpv4, inIpv6),
    ...isIdentifier,
    or(
      and(isEqual(moved(place, 2), 2, ETHERNET_BRIDGING), inEthernet!),
      and(not(isEqual(moved(place, 2), 2, ETHERNET_BRIDGING)), inOther!),
    ),
  );
}

/** Stores the offsets of the packet inside; the condition holds always. */
function storeOffsets(
  [header, hardware, type, network]: readonly [number, number, number, number],
  isEthernet: boolean,
): Condition {
  const end: readonly Step[] = [
    { op: code.LDX_MEM, k: header },
    load(0, 1, true),
    // The unit of the length of options is four bytes.
    { op: code.AND, k: 0x3f },
    { op: code.LSH, k: 2 },
    { op: code.ADD, k: 8 },
    { op: code.ADD | code.SOURCE_X, k: 0 },
    { op: code.ST, k: hardware },
  ];
  const rest: readonly Step[] = isEthernet
    ? [
      { op: code.ADD, k: 12 },
      { op: code.ST, k: type },
      { op: code.ADD, k: 2 },
      { op: code.ST, k: network },
    ]
    // Without hardware addresses; the header has the EtherType.
    : [
      { op: code.ST, k: network },
      { op: code.TXA, k: 0 },
      { op: code.ADD, k: 2 },
      { op: code.ST, k: type },
    ];
  return compare([...end, ...rest, { op: code.LD_IMM, k: 0 }], code.JEQ, 0);
}
