/**
 * Relations in filter expressions: `tcp[13] & 2 != 0`, `len > 1000`.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import {
  and,
  compare,
  type Condition,
  load,
  loadAt,
  moved,
  not,
  type Place,
  type Size,
  type Step,
} from "./condition.ts";
import * as code from "./instruction.ts";
import type { Token } from "./lexer.ts";
import {
  ETHERTYPE_ARP,
  ETHERTYPE_IPV4,
  ETHERTYPE_IPV6,
  ETHERTYPE_RARP,
  ICMP,
  ICMP6,
  type Primitives,
  SCTP,
  TCP,
  UDP,
} from "./primitives.ts";
import { calculate } from "./run_filter.ts";

/** The parser of the expression that contains the relation. */
export interface TokenReader {
  readonly primitives: Primitives;
  readonly token: Token;
  peek(distance: number): Token;
  take(): Token;
  accept(...texts: string[]): string | undefined;
  expect(text: string): void;
  error(reason: string, token?: Token): OsctlError;
  nest<Result>(parse: () => Result): Result;
}

/** Names of offsets and values: pcap-filter(7). */
const CONSTANTS: Readonly<Record<string, number>> = {
  icmptype: 0,
  icmpcode: 1,
  icmp6type: 0,
  icmp6code: 1,
  "icmp-echoreply": 0,
  "icmp-unreach": 3,
  "icmp-sourcequench": 4,
  "icmp-redirect": 5,
  "icmp-echo": 8,
  "icmp-routeradvert": 9,
  "icmp-routersolicit": 10,
  "icmp-timxceed": 11,
  "icmp-paramprob": 12,
  "icmp-tstamp": 13,
  "icmp-tstampreply": 14,
  "icmp-ireq": 15,
  "icmp-ireqreply": 16,
  "icmp-maskreq": 17,
  "icmp-maskreply": 18,
  "icmp6-destinationunreach": 1,
  "icmp6-packettoobig": 2,
  "icmp6-timeexceeded": 3,
  "icmp6-parameterproblem": 4,
  "icmp6-echo": 128,
  "icmp6-echoreply": 129,
  "icmp6-multicastlistenerquery": 130,
  "icmp6-multicastlistenerreportv1": 131,
  "icmp6-multicastlistenerdone": 132,
  "icmp6-routersolicit": 133,
  "icmp6-routeradvert": 134,
  "icmp6-neighborsolicit": 135,
  "icmp6-neighboradvert": 136,
  "icmp6-redirect": 137,
  tcpflags: 13,
  "tcp-fin": 0x01,
  "tcp-syn": 0x02,
  "tcp-rst": 0x04,
  "tcp-push": 0x08,
  "tcp-ack": 0x10,
  "tcp-urg": 0x20,
  "tcp-ece": 0x40,
  "tcp-cwr": 0x80,
};

/** Headers with bytes: the EtherType and protocol they need. */
const HEADERS: Readonly<Record<string, readonly [etherType?: number, protocol?: number]>> = {
  ether: [],
  link: [],
  ip: [ETHERTYPE_IPV4],
  ip6: [ETHERTYPE_IPV6],
  arp: [ETHERTYPE_ARP],
  rarp: [ETHERTYPE_RARP],
  icmp: [ETHERTYPE_IPV4, ICMP],
  igmp: [ETHERTYPE_IPV4, 2],
  tcp: [ETHERTYPE_IPV4, TCP],
  udp: [ETHERTYPE_IPV4, UDP],
  sctp: [ETHERTYPE_IPV4, SCTP],
  icmp6: [ETHERTYPE_IPV6, ICMP6],
};

/** Operators by precedence, the weakest first. */
const OPERATORS: readonly Readonly<Record<string, number>>[] = [
  { "|": code.OR, "^": code.XOR },
  { "&": code.AND },
  { "<<": code.LSH, ">>": code.RSH },
  { "+": code.ADD, "-": code.SUB },
  { "*": code.MUL, "/": code.DIV, "%": code.MOD },
];
const RELATIONS = [">", ">=", "<", "<=", "=", "==", "!="];

/** A value: a constant, or steps that compute it, on condition that `guards` hold. */
interface Value {
  readonly constant?: number;
  readonly steps: readonly Step[];
  readonly guards: readonly Condition[];
  /** Words of scratch memory in use. */
  readonly words: number;
}

/** Reports whether a relation starts at the current token, which also ambiguous parentheses can. */
export function startsRelation(reader: TokenReader): boolean {
  let depth = 0;
  while (reader.peek(depth).text === "(" && reader.peek(depth).kind === "symbol") depth++;
  const first = reader.peek(depth);
  const next = reader.peek(depth + 1);
  if (next.text === "[" && HEADERS[first.text] !== undefined) {
    return depth === 0 || closesBeforeOperator(reader, depth);
  }
  const isValue = first.text === "len" || first.text === "-" || first.kind === "number" ||
    CONSTANTS[first.text] !== undefined;
  if (!isValue) return false;
  // After "port 80 or", a number that a parenthesis or a word follows is a port.
  const follows = continuesValue(next.text) || (depth > 0 && next.text === ")");
  if (!follows && first.text !== "-") return false;
  return depth === 0 || closesBeforeOperator(reader, depth);
}

function continuesValue(text: string): boolean {
  return RELATIONS.includes(text) || OPERATORS.some((level) => Object.hasOwn(level, text));
}

/** Reports whether the parentheses contain a value rather than a condition: no relation inside. */
function closesBeforeOperator(reader: TokenReader, depth: number): boolean {
  let open = 0;
  for (let index = 0;; index++) {
    const { kind, text } = reader.peek(index);
    if (kind === "end") return false;
    if (text === "(" || text === "[") open++;
    else if (text === ")" || text === "]") {
      if (--open === 0) return continuesValue(reader.peek(index + 1).text);
    } else if (open <= depth && RELATIONS.includes(text)) return false;
    else if (kind === "word" && ["and", "or", "not"].includes(text)) return false;
  }
}

/** Parses a relation: value, operator, value. */
export function parseRelation(reader: TokenReader): Condition {
  const left = parseValue(reader, 0, 0);
  const token = reader.take();
  if (!RELATIONS.includes(token.text)) {
    throw reader.error("expected a comparison such as = or >", token);
  }
  const right = parseValue(reader, 0, left.words);
  const condition = toCondition(token.text, left, right);
  const guards = [...left.guards, ...right.guards];
  return guards.length === 0 ? condition : and(guards[0]!, ...guards.slice(1), condition);
}

const JUMPS: Readonly<Record<string, readonly [op: number, isNegated: boolean]>> = {
  ">": [code.JGT, false],
  "<=": [code.JGT, true],
  ">=": [code.JGE, false],
  "<": [code.JGE, true],
  "=": [code.JEQ, false],
  "==": [code.JEQ, false],
  "!=": [code.JEQ, true],
};

function toCondition(operator: string, left: Value, right: Value): Condition {
  const [op, isNegated] = JUMPS[operator]!;
  const steps = [...withOperand(left, right)];
  if (right.constant === undefined) {
    const condition = compare(steps, op | code.SOURCE_X, 0);
    return isNegated ? not(condition) : condition;
  }
  const last = steps.at(-1);
  if (op === code.JEQ && right.constant === 0 && last?.op === code.AND) {
    const isSet = compare(steps.slice(0, -1), code.JSET, last.k);
    return isNegated ? isSet : not(isSet);
  }
  const condition = compare(steps, op, right.constant);
  return isNegated ? not(condition) : condition;
}

function stepsOf({ constant, steps }: Value): readonly Step[] {
  return constant === undefined ? steps : [{ op: code.LD_IMM, k: constant }];
}

/** Computes the left value in A and, unless it is constant, the right one in X. */
function withOperand(left: Value, right: Value): readonly Step[] {
  if (right.constant !== undefined) return stepsOf(left);
  const word = Math.max(left.words, right.words);
  return [
    ...stepsOf(left),
    { op: code.ST, k: word },
    ...right.steps,
    { op: code.TAX, k: 0 },
    { op: code.LD_MEM, k: word },
  ];
}

function combine(reader: TokenReader, op: number, left: Value, right: Value, token: Token): Value {
  const isDivision = op === code.DIV || op === code.MOD;
  if (isDivision && right.constant === 0) throw reader.error("division by 0", token);
  const isShift = op === code.LSH || op === code.RSH;
  if (isShift && (right.constant ?? 0) > 31) {
    throw reader.error("shift by more than 31 bits", token);
  }
  const guards = [...left.guards, ...right.guards];
  if (left.constant !== undefined && right.constant !== undefined) {
    return { constant: calculate(op, left.constant, right.constant), steps: [], guards, words: 0 };
  }
  const words = right.constant === undefined ? Math.max(left.words, right.words) + 1 : left.words;
  if (words >= reader.primitives.freeWords) throw reader.error("the value is too complex", token);
  const operation = right.constant === undefined
    ? { op: op | code.SOURCE_X, k: 0 }
    : { op, k: right.constant };
  return { steps: [...withOperand(left, right), operation], guards, words };
}

function parseValue(reader: TokenReader, level: number, words: number): Value {
  const operators = OPERATORS[level];
  if (operators === undefined) return parseOperand(reader, words);
  let left = parseValue(reader, level + 1, words);
  for (;;) {
    const { token } = reader;
    const op = token.kind === "symbol" ? operators[token.text] : undefined;
    if (op === undefined) return left;
    reader.take();
    left = combine(reader, op, left, parseValue(reader, level + 1, left.words), token);
  }
}

function parseOperand(reader: TokenReader, words: number): Value {
  return reader.nest(() => {
    const token = reader.take();
    if (token.text === "-" && token.kind === "symbol") {
      const { constant, ...value } = parseOperand(reader, words);
      return constant === undefined
        ? { ...value, steps: [...value.steps, { op: code.NEG, k: 0 }] }
        : { ...value, constant: -constant >>> 0 };
    }
    if (token.text === "(") {
      const value = parseValue(reader, 0, words);
      reader.expect(")");
      return value;
    }
    if (token.kind === "number") return toConstant(Number(token.text), reader, token);
    if (token.text === "len") {
      return { steps: [{ op: code.LD_LEN, k: 0 }], guards: [], words };
    }
    const constant = CONSTANTS[token.text];
    if (constant !== undefined) return toConstant(constant, reader, token);
    return parseBytes(reader, token, words);
  });
}

function toConstant(constant: number, reader: TokenReader, token: Token): Value {
  if (constant > 0xffff_ffff) throw reader.error("expected a number of 32 bits", token);
  return { constant, steps: [], guards: [], words: 0 };
}

/** Parses bytes of a header: `ip[6:2]`. */
function parseBytes(reader: TokenReader, token: Token, words: number): Value {
  const header = HEADERS[token.text];
  if (header === undefined || token.kind !== "word") {
    throw reader.error("expected a value such as tcp[13]", token);
  }
  reader.expect("[");
  const index = parseValue(reader, 0, words);
  let size: Size = 1;
  if (reader.accept(":") !== undefined) {
    const sizeToken = reader.take();
    size = Number(sizeToken.text) as Size;
    if (![1, 2, 4].includes(size)) throw reader.error("expected 1, 2 or 4 bytes", sizeToken);
  }
  reader.expect("]");
  const { primitives } = reader;
  const [etherType, protocol] = header;
  if (etherType === undefined) {
    if (token.text === "ether" && !primitives.isEthernet) {
      throw reader.error("the interface has no Ethernet header", token);
    }
    const steps = toLoad(index, primitives.hardware, size);
    return { steps, guards: index.guards, words: index.words };
  }
  const guards = [...index.guards, primitives.etherType(etherType)];
  const { network } = primitives;
  if (protocol === undefined) {
    return { steps: toLoad(index, network, size), guards, words: index.words };
  }
  guards.push(primitives.field(etherType === ETHERTYPE_IPV6 ? 6 : 9, 1, protocol));
  if (etherType === ETHERTYPE_IPV6) {
    return { steps: toLoad(index, moved(network, 40), size), guards, words: index.words };
  }
  guards.push(primitives.isFirstFragment());
  return {
    steps: toTransportLoad(index, primitives, size),
    guards,
    words: index.words,
  };
}

function toLoad(index: Value, place: Place, size: Size): readonly Step[] {
  const { word, offset } = place;
  if (index.constant !== undefined) {
    return loadAt({ ...place, offset: (index.constant + offset) >>> 0 }, size);
  }
  const base = word === undefined
    ? []
    : [{ op: code.LDX_MEM, k: word }, { op: code.ADD | code.SOURCE_X, k: 0 }];
  return [...index.steps, ...base, { op: code.TAX, k: 0 }, load(offset, size, true)];
}

/** Loads relative to the header after IPv4's. */
function toTransportLoad(index: Value, primitives: Primitives, size: Size): readonly Step[] {
  const { headerLength, network } = primitives;
  const { word, offset } = network;
  if (index.constant !== undefined) {
    return [...headerLength, load((index.constant + offset) >>> 0, size, true)];
  }
  // The length of a header at a stored offset is computed in A.
  const saved = index.words;
  return [
    ...index.steps,
    ...word === undefined ? [] : [{ op: code.ST, k: saved }],
    ...headerLength,
    ...word === undefined ? [] : [{ op: code.LD_MEM, k: saved }],
    { op: code.ADD | code.SOURCE_X, k: 0 },
    { op: code.TAX, k: 0 },
    load(offset, size, true),
  ];
}
