/**
 * CPU shares of nodes.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

const NANO = 1_000_000_000n;

/** Largest accepted number of CPUs. */
const MAX_CPUS = 1_000_000n;

/**
 * Parses a number of CPUs: `2`, `1.5`, `1e-1` or `3/2`.
 *
 * @param flag Name of the flag in errors.
 * @returns Billionths of a CPU.
 * @throws {OsctlError} of kind `usage` when it is not a positive number, or more precise than that.
 */
export function parseCpus(text: string, flag: string): number {
  const invalid = (reason: string) =>
    new OsctlError("usage", `invalid value "${text}" for ${flag}: ${reason}`, {
      hint: "use a number of CPUs, such as 2 or 1.5",
    });
  const fraction = /^(\d+)\/(\d+)$/.exec(text);
  const decimal = /^(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text);
  let [over, under] = [0n, 0n];
  if (fraction !== null) [over, under] = [BigInt(fraction[1]!), BigInt(fraction[2]!)];
  else if (decimal !== null) {
    const [, whole = "", digits = "", exponent = "0"] = decimal;
    if (whole + digits === "") throw invalid("not a number");
    const shift = Number(exponent) - digits.length;
    over = BigInt(whole + digits) * 10n ** BigInt(Math.max(0, shift));
    under = 10n ** BigInt(Math.max(0, -shift));
  }
  if (under === 0n) throw invalid("not a number");
  if (over === 0n || over > MAX_CPUS * under) throw invalid("out of range");
  if (over * NANO % under !== 0n) throw invalid("more than 9 decimal places");
  return Number(over * NANO / under);
}
