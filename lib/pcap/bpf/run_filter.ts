/**
 * Interpreter of classic BPF programs.
 *
 * @module
 */
import { readUint16, readUint32 } from "../bytes.ts";
import * as code from "./instruction.ts";

/**
 * Runs a valid program on a packet. A load beyond the packet and a division by 0 reject the packet.
 *
 * @param length Bytes on the wire, of which `data` has a part.
 * @param packetType Type of the packet on its interface; by default, sent to this machine.
 * @returns The number of bytes to capture; 0 rejects the packet.
 */
export function runFilter(
  program: readonly code.Instruction[],
  data: Uint8Array,
  length: number,
  packetType = 0,
): number {
  let a = 0;
  let x = 0;
  const memory = new Uint32Array(code.MEMORY_WORDS);
  for (let index = 0;; index++) {
    const { op, jt, jf, k } = program[index]!;
    switch (op) {
      case code.RET_K:
        return k;
      case code.RET_A:
        return a;
      case code.LD_W_ABS:
      case code.LD_W_IND: {
        const offset = op === code.LD_W_ABS ? k : (x + k) >>> 0;
        if (offset + 4 > data.length) return 0;
        a = readUint32(data, offset);
        break;
      }
      case code.LD_H_ABS:
      case code.LD_H_IND: {
        if (op === code.LD_H_ABS && k === code.PACKET_TYPE) {
          a = packetType;
          break;
        }
        const offset = op === code.LD_H_ABS ? k : (x + k) >>> 0;
        if (offset + 2 > data.length) return 0;
        a = readUint16(data, offset);
        break;
      }
      case code.LD_B_ABS:
      case code.LD_B_IND: {
        const offset = op === code.LD_B_ABS ? k : (x + k) >>> 0;
        if (offset >= data.length) return 0;
        a = data[offset]!;
        break;
      }
      case code.LD_IMM:
        a = k;
        break;
      case code.LD_MEM:
        a = memory[k]!;
        break;
      case code.LD_LEN:
        a = length;
        break;
      case code.LDX_IMM:
        x = k;
        break;
      case code.LDX_MEM:
        x = memory[k]!;
        break;
      case code.LDX_LEN:
        x = length;
        break;
      case code.LDX_MSH:
        if (k >= data.length) return 0;
        x = (data[k]! & 0xf) << 2;
        break;
      case code.ST:
        memory[k] = a;
        break;
      case code.STX:
        memory[k] = x;
        break;
      case code.TAX:
        x = a;
        break;
      case code.TXA:
        a = x;
        break;
      case code.NEG:
        a = -a >>> 0;
        break;
      case code.JA:
        index += k;
        break;
      default: {
        const operand = (op & code.SOURCE_X) === 0 ? k : x;
        const base = op & ~code.SOURCE_X;
        const outcome = compare(base, a, operand);
        if (outcome !== undefined) {
          index += outcome ? jt : jf;
          break;
        }
        if (operand === 0 && (base === code.DIV || base === code.MOD)) return 0;
        a = calculate(base, a, operand);
      }
    }
  }
}

function compare(op: number, a: number, operand: number): boolean | undefined {
  switch (op) {
    case code.JEQ:
      return a === operand;
    case code.JGT:
      return a > operand;
    case code.JGE:
      return a >= operand;
    case code.JSET:
      return (a & operand) !== 0;
  }
  return undefined;
}

/** Calculates with unsigned 32-bit integers. The divisor is not 0. */
export function calculate(op: number, a: number, operand: number): number {
  switch (op) {
    case code.ADD:
      return (a + operand) >>> 0;
    case code.SUB:
      return (a - operand) >>> 0;
    case code.MUL:
      return Math.imul(a, operand) >>> 0;
    case code.DIV:
      return Math.floor(a / operand);
    case code.MOD:
      return a % operand;
    case code.OR:
      return (a | operand) >>> 0;
    case code.AND:
      return (a & operand) >>> 0;
    case code.XOR:
      return (a ^ operand) >>> 0;
    case code.LSH:
      return operand > 31 ? 0 : a << operand >>> 0;
    case code.RSH:
      return operand > 31 ? 0 : a >>> operand;
  }
  throw new Error(`unknown operation 0x${op.toString(16)}`);
}
