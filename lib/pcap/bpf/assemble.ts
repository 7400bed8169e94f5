/**
 * Assembles conditions into programs. Comparisons whose outcome follows from earlier ones are
 * skipped, and repeated loads are removed.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { Comparison, Condition, Step } from "./condition.ts";
import * as code from "./instruction.ts";

/** A node of the control flow: a comparison with two successors, or a return. */
interface Block {
  readonly id: number;
  /** Undefined for a return. */
  readonly test: Comparison | undefined;
  /** Steps that compute the accumulator, as a key. */
  readonly input: string;
  /** Captured bytes of a return. */
  readonly result: number;
  yes: Block;
  no: Block;
}

/**
 * Outcomes of comparisons on every path to a block, the last one first: a chain that paths share,
 * as in a dominator tree.
 */
interface Facts {
  readonly before: Facts | undefined;
  readonly depth: number;
  readonly input: string;
  readonly test: Comparison;
  readonly outcome: boolean;
}

/** Maximum number of comparisons of an expression: twice as many as instructions are allowed. */
const MAX_BLOCKS = 2 * code.MAX_INSTRUCTIONS;

/** Longest conditional jump, instructions. */
const MAX_JUMP = 255;

/**
 * Assembles a program that captures `length` bytes of packets for which the condition holds, and
 * none of others.
 */
export function assemble(condition: Condition, length: number): code.Instruction[] {
  const blocks = new BlockTable();
  const accept = blocks.addReturn(length);
  const reject = blocks.addReturn(0);
  let entry = blocks.build(condition, accept, reject);
  if (blocks.size > MAX_BLOCKS) {
    throw new OsctlError("usage", `the filter expression has ${blocks.size} comparisons`, {
      hint: `use at most ${MAX_BLOCKS}, for example networks instead of hosts`,
    });
  }
  while (threadJumps(entry)) entry = mergeEqual(entry);
  return emit(layOut(entry));
}

/** Creates blocks; equal ones are created once. */
class BlockTable {
  readonly #blocks = new Map<string, Block>();

  get size(): number {
    return this.#blocks.size;
  }

  addReturn(result: number): Block {
    const block: Block = {
      id: this.#blocks.size,
      test: undefined,
      input: "",
      result,
      yes: undefined!,
      no: undefined!,
    };
    this.#blocks.set(`return ${result} ${block.id}`, block);
    return block;
  }

  build(condition: Condition, yes: Block, no: Block): Block {
    switch (condition.kind) {
      case "and":
        return this.build(condition.first, this.build(condition.second, yes, no), no);
      case "or":
        return this.build(condition.first, yes, this.build(condition.second, yes, no));
      case "not":
        return this.build(condition.operand, no, yes);
      case "constant":
        return condition.value ? yes : no;
      case "comparison": {
        if (yes === no) return yes;
        const input = toKey(condition.steps);
        const key = `${input}|${condition.op},${condition.k}|${yes.id},${no.id}`;
        let block = this.#blocks.get(key);
        if (block === undefined) {
          block = { id: this.#blocks.size, test: condition, input, result: 0, yes, no };
          this.#blocks.set(key, block);
        }
        return block;
      }
    }
  }
}

function toKey(steps: readonly Step[]): string {
  return steps.map(({ op, k }) => `${op},${k}`).join(";");
}

/** Returns the blocks from the entry on, each before its successors. */
function layOut(entry: Block): Block[] {
  const order: Block[] = [];
  const visited = new Set<Block>();
  // An explicit stack: expressions can be long.
  const stack: { block: Block; isDone: boolean }[] = [{ block: entry, isDone: false }];
  while (stack.length > 0) {
    const { block, isDone } = stack.pop()!;
    if (isDone) order.push(block);
    else if (!visited.has(block)) {
      visited.add(block);
      stack.push({ block, isDone: true });
      if (block.test !== undefined) {
        stack.push({ block: block.yes, isDone: false }, { block: block.no, isDone: false });
      }
    }
  }
  return order.reverse();
}

/** Redirects jumps over comparisons with a known outcome; returns whether there were any. */
function threadJumps(entry: Block): boolean {
  let isChanged = false;
  const facts = new Map<Block, Facts | undefined>([[entry, undefined]]);
  for (const block of layOut(entry)) {
    if (block.test === undefined) continue;
    // All jumps to this block have been redirected.
    if (!facts.has(block)) continue;
    const before = facts.get(block);
    const { input, test } = block;
    for (const side of ["yes", "no"] as const) {
      const depth = (before?.depth ?? 0) + 1;
      const edge: Facts = { before, depth, input, test, outcome: side === "yes" };
      let target = block[side];
      for (let outcome; (outcome = decide(target, edge)) !== undefined;) {
        target = outcome ? target.yes : target.no;
        isChanged = true;
      }
      block[side] = target;
      facts.set(target, facts.has(target) ? findCommon(facts.get(target), edge) : edge);
    }
  }
  return isChanged;
}

/**
 * Merges blocks with the same comparison and successors, and skips those whose outcome is unused.
 */
function mergeEqual(entry: Block): Block {
  const byKey = new Map<string, Block>();
  const merged = new Map<Block, Block>();
  for (const block of layOut(entry).reverse()) {
    if (block.test === undefined) {
      merged.set(block, block);
      continue;
    }
    block.yes = merged.get(block.yes)!;
    block.no = merged.get(block.no)!;
    const key = `${toOutcomeKey(block.input, block.test)}|${block.yes.id},${block.no.id}`;
    const same = block.yes === block.no ? block.yes : byKey.get(key) ?? block;
    if (same === block) byKey.set(key, block);
    merged.set(block, same);
  }
  return merged.get(entry)!;
}

function toOutcomeKey(input: string, { op, k }: Comparison): string {
  return `${input}|${op},${k}`;
}

/** Returns the outcome of a block's comparison where facts decide it. */
function decide({ test, input }: Block, facts: Facts | undefined): boolean | undefined {
  if (test === undefined) return undefined;
  for (let fact = facts; fact !== undefined; fact = fact.before) {
    if (fact.input !== input) continue;
    if (fact.test.op === test.op && fact.test.k === test.k) return fact.outcome;
    const isValue = fact.outcome && fact.test.op === code.JEQ;
    if (isValue && (test.op & code.SOURCE_X) === 0) return compareValue(fact.test.k, test);
  }
  return undefined;
}

function compareValue(value: number, { op, k }: Comparison): boolean {
  switch (op) {
    case code.JEQ:
      return value === k;
    case code.JGT:
      return value > k;
    case code.JGE:
      return value >= k;
    default:
      return (value & k) !== 0;
  }
}

function findCommon(left: Facts | undefined, right: Facts | undefined): Facts | undefined {
  while (left !== right) {
    if ((left?.depth ?? 0) >= (right?.depth ?? 0)) left = left?.before;
    else right = right?.before;
  }
  return left;
}

/** The content of the registers, as keys of the steps that computed it. */
interface Registers {
  readonly a: string | undefined;
  readonly x: string | undefined;
}

const UNKNOWN: Registers = { a: undefined, x: undefined };

/** Emits instructions; omits loads into registers that hold the value. */
function emit(order: readonly Block[]): code.Instruction[] {
  const entering = new Map<Block, Registers>([[order[0]!, UNKNOWN]]);
  const drafts: { block: Block; steps: readonly Step[] }[] = [];
  for (const block of order) {
    const registers = entering.get(block) ?? UNKNOWN;
    if (block.test === undefined) {
      drafts.push({ block, steps: [] });
      continue;
    }
    const { steps, after } = removeRepeated(block.test.steps, block.input, registers);
    drafts.push({ block, steps });
    for (const target of [block.yes, block.no]) {
      const other = entering.get(target);
      entering.set(
        target,
        other === undefined ? after : {
          a: other.a === after.a ? after.a : undefined,
          x: other.x === after.x ? after.x : undefined,
        },
      );
    }
  }
  return resolve(drafts);
}

/** Operations that set X from the packet or a constant, and those that read or set it otherwise. */
const LOADS_X = new Set([code.LDX_MSH, code.LDX_IMM]);

function removeRepeated(
  steps: readonly Step[],
  input: string,
  registers: Registers,
): { steps: readonly Step[]; after: Registers } {
  if (registers.a === input) return { steps: [], after: registers };
  const [first] = steps;
  const setsX = steps.filter(({ op }) => (op & 7) === 1 || op === code.TAX);
  if (setsX.length === 0) return { steps, after: { a: input, x: registers.x } };
  const isSimple = setsX.length === 1 && first !== undefined && LOADS_X.has(first.op);
  if (!isSimple) return { steps, after: { a: input, x: undefined } };
  const x = toKey([first]);
  return {
    steps: registers.x === x ? steps.slice(1) : steps,
    after: { a: input, x },
  };
}

/** Computes jump distances; too long ones go through unconditional jumps. */
function resolve(
  drafts: readonly { block: Block; steps: readonly Step[] }[],
): code.Instruction[] {
  const long = new Set<Block>();
  for (;;) {
    const starts = new Map<Block, number>();
    let position = 0;
    for (const { block, steps } of drafts) {
      starts.set(block, position);
      position += steps.length + (long.has(block) ? 3 : 1);
    }
    const program: code.Instruction[] = [];
    let isComplete = true;
    for (const { block, steps } of drafts) {
      for (const { op, k } of steps) program.push({ op, jt: 0, jf: 0, k });
      const { test } = block;
      if (test === undefined) {
        program.push({ op: code.RET_K, jt: 0, jf: 0, k: block.result });
        continue;
      }
      const yes = starts.get(block.yes)! - program.length - 1;
      const no = starts.get(block.no)! - program.length - 1;
      if (long.has(block)) {
        program.push({ op: test.op, jt: 0, jf: 1, k: test.k });
        program.push({ op: code.JA, jt: 0, jf: 0, k: yes - 1 });
        program.push({ op: code.JA, jt: 0, jf: 0, k: no - 2 });
      } else if (Math.max(yes, no) > MAX_JUMP) {
        long.add(block);
        isComplete = false;
        break;
      } else program.push({ op: test.op, jt: yes, jf: no, k: test.k });
    }
    if (isComplete) return program;
  }
}
