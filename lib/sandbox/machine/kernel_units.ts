/**
 * The units of `/proc` on this machine.
 *
 * @module
 */
import { type KernelUnits, parseAuxiliaryVector } from "./process_stat.ts";

/** Page size and clock ticks, from the auxiliary vector the kernel gave this program. */
export function kernelUnits(proc = "/proc"): KernelUnits {
  return parseAuxiliaryVector(Deno.readFileSync(`${proc}/self/auxv`));
}
