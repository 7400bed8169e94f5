/**
 * Classic BPF instructions: `struct bpf_insn` of `<pcap/bpf.h>`, `struct sock_filter` of Linux.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

/** An instruction. */
export interface Instruction {
  /** Class, size, mode, operation and source. */
  readonly op: number;
  /** Instructions to skip when the condition holds, and when it does not. */
  readonly jt: number;
  readonly jf: number;
  readonly k: number;
}

/** Operation codes. `ABS` loads at an absolute offset, `IND` at X plus an offset. */
export const LD_W_ABS = 0x20;
export const LD_H_ABS = 0x28;
export const LD_B_ABS = 0x30;
export const LD_W_IND = 0x40;
export const LD_H_IND = 0x48;
export const LD_B_IND = 0x50;
export const LD_IMM = 0x00;
export const LD_MEM = 0x60;
export const LD_LEN = 0x80;
export const LDX_IMM = 0x01;
export const LDX_MEM = 0x61;
export const LDX_LEN = 0x81;
/** X = 4 × (low four bits of a byte): the length of an IPv4 header. */
export const LDX_MSH = 0xb1;
export const ST = 0x02;
export const STX = 0x03;
export const JA = 0x05;
export const JEQ = 0x15;
export const JGT = 0x25;
export const JGE = 0x35;
export const JSET = 0x45;
export const RET_K = 0x06;
export const RET_A = 0x16;
export const TAX = 0x07;
export const TXA = 0x87;
/** Arithmetic, with the constant as operand; plus {@linkcode SOURCE_X}, with X. */
export const ADD = 0x04;
export const SUB = 0x14;
export const MUL = 0x24;
export const DIV = 0x34;
export const OR = 0x44;
export const AND = 0x54;
export const LSH = 0x64;
export const RSH = 0x74;
export const NEG = 0x84;
export const MOD = 0x94;
export const XOR = 0xa4;
export const SOURCE_X = 0x08;

/** Offset of the packet's type in the extensions of Linux: `SKF_AD_OFF` plus `SKF_AD_PKTTYPE`. */
export const PACKET_TYPE = 0xffff_f004;
/** Type of a packet that this machine sends: `PACKET_OUTGOING` of `<linux/if_packet.h>`. */
export const PACKET_OUTGOING = 4;

/** Words of scratch memory. */
export const MEMORY_WORDS = 16;
/** Maximum number of instructions of a program: the limit of Linux. */
export const MAX_INSTRUCTIONS = 4096;

const LINE = /^\{\s*0x([0-9a-f]+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*0x([0-9a-f]+)\s*\},?$/i;

/** Reports whether a filter is in compiled form. */
export function isCompiled(filter: string): boolean {
  return filter.trimStart().startsWith("{");
}

/**
 * Parses a compiled filter: the output of `tcpdump -dd`, one `{ 0xop, jt, jf, 0xk },` a line.
 *
 * @throws {OsctlError} of kind `usage` for an invalid line or program.
 */
export function parseInstructions(text: string): Instruction[] {
  const program: Instruction[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const trimmed = line.trim();
    if (trimmed === "") continue;
    const [, op, jt, jf, k] = LINE.exec(trimmed) ?? [];
    const instruction = {
      op: parseInt(op ?? "", 16),
      jt: Number(jt),
      jf: Number(jf),
      k: parseInt(k ?? "", 16),
    };
    const isValid = instruction.op <= 0xffff && instruction.jt <= 0xff && instruction.jf <= 0xff &&
      instruction.k <= 0xffff_ffff;
    if (!isValid) {
      throw new OsctlError("usage", `invalid BPF instruction on line ${index + 1}: "${trimmed}"`, {
        hint: 'use the output of "tcpdump -dd", or an expression such as "tcp port 6443"',
      });
    }
    program.push(instruction);
  }
  const reason = findInvalid(program);
  if (reason !== undefined) {
    throw new OsctlError("usage", `invalid BPF program: ${reason}`, {
      hint: 'use the complete output of "tcpdump -dd"',
    });
  }
  return program;
}

const SOURCES = new Set([0, SOURCE_X]);
const JUMPS = new Set([JEQ, JGT, JGE, JSET].flatMap((op) => [op, op | SOURCE_X]));
const OTHERS = new Set([
  LD_W_ABS,
  LD_H_ABS,
  LD_B_ABS,
  LD_W_IND,
  LD_H_IND,
  LD_B_IND,
  LD_IMM,
  LD_MEM,
  LD_LEN,
  LDX_IMM,
  LDX_MEM,
  LDX_LEN,
  LDX_MSH,
  ST,
  STX,
  RET_K,
  RET_A,
  TAX,
  TXA,
  NEG,
]);
const ARITHMETIC = new Set([ADD, SUB, MUL, DIV, OR, AND, LSH, RSH, MOD, XOR]);
const MEMORY = new Set([LD_MEM, LDX_MEM, ST, STX]);

/** Returns why Linux rejects a program, or undefined. */
export function findInvalid(program: readonly Instruction[]): string | undefined {
  if (program.length === 0) return "no instructions";
  if (program.length > MAX_INSTRUCTIONS) {
    return `${program.length} instructions, at most ${MAX_INSTRUCTIONS}`;
  }
  for (const [index, { op, jt, jf, k }] of program.entries()) {
    const at = `instruction ${index + 1}`;
    const isArithmetic = ARITHMETIC.has(op & ~SOURCE_X) && SOURCES.has(op & SOURCE_X);
    if (!isArithmetic && !JUMPS.has(op) && op !== JA && !OTHERS.has(op)) {
      return `${at} has the unknown operation 0x${op.toString(16)}`;
    }
    const furthest = op === JA ? k : JUMPS.has(op) ? Math.max(jt, jf) : -1;
    if (index + 1 + furthest >= program.length) return `${at} jumps beyond the end`;
    if (MEMORY.has(op) && k >= MEMORY_WORDS) return `${at} addresses word ${k} of memory`;
    if ((op === DIV || op === MOD) && k === 0) return `${at} divides by 0`;
    if ((op === LSH || op === RSH) && k >= 32) return `${at} shifts by ${k} bits`;
  }
  const last = program.at(-1)!.op;
  return last === RET_K || last === RET_A ? undefined : "the last instruction does not return";
}
