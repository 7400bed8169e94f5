/**
 * Conditions on a packet: what filter expressions are parsed into and programs are assembled from.
 *
 * @module
 */
import * as code from "./instruction.ts";

/** An instruction without jumps. */
export interface Step {
  readonly op: number;
  readonly k: number;
}

/** A comparison of the accumulator after some steps. */
export interface Comparison {
  readonly kind: "comparison";
  readonly steps: readonly Step[];
  /** A jump operation. */
  readonly op: number;
  readonly k: number;
}

/** A condition. `and` and `or` evaluate the second operand only when needed. */
export type Condition =
  | Comparison
  | { readonly kind: "and" | "or"; readonly first: Condition; readonly second: Condition }
  | { readonly kind: "not"; readonly operand: Condition }
  | { readonly kind: "constant"; readonly value: boolean };

export function and(first: Condition, ...others: readonly Condition[]): Condition {
  return others.reduce((sum, second) => ({ kind: "and", first: sum, second }), first);
}

export function or(first: Condition, ...others: readonly Condition[]): Condition {
  return others.reduce((sum, second) => ({ kind: "or", first: sum, second }), first);
}

export function not(operand: Condition): Condition {
  return { kind: "not", operand };
}

export const ALWAYS: Condition = { kind: "constant", value: true };
export const NEVER: Condition = { kind: "constant", value: false };

/** Bytes of a load. */
export type Size = 1 | 2 | 4;

const ABSOLUTE: Record<Size, number> = {
  1: code.LD_B_ABS,
  2: code.LD_H_ABS,
  4: code.LD_W_ABS,
};
const INDEXED: Record<Size, number> = { 1: code.LD_B_IND, 2: code.LD_H_IND, 4: code.LD_W_IND };

/** Loads bytes at an offset, or at X plus an offset. */
export function load(offset: number, size: Size, isIndexed = false): Step {
  return { op: (isIndexed ? INDEXED : ABSOLUTE)[size], k: offset };
}

/** Compares after steps. */
export function compare(steps: readonly Step[], op: number, k: number): Comparison {
  return { kind: "comparison", steps, op, k: k >>> 0 };
}

/**
 * An offset in the packet: from its start, or from an offset that earlier steps have stored in a
 * word of memory.
 */
export interface Place {
  readonly word?: number;
  readonly offset: number;
}

/** Returns a place further in the packet. */
export function moved(place: Place, bytes: number): Place {
  return { ...place, offset: place.offset + bytes };
}

/** Loads bytes at a place. */
export function loadAt({ word, offset }: Place, size: Size): readonly Step[] {
  if (word === undefined) return [load(offset, size)];
  return [{ op: code.LDX_MEM, k: word }, load(offset, size, true)];
}

/** Reports whether bytes at a place equal a value, in the bits of `mask`. */
export function isEqual(place: Place, size: Size, value: number, mask = 0xffff_ffff): Condition {
  const isWhole = mask >>> 0 === 0xffff_ffff;
  const steps = [...loadAt(place, size), ...isWhole ? [] : [{ op: code.AND, k: mask >>> 0 }]];
  return compare(steps, code.JEQ, isWhole ? value : value & mask);
}
