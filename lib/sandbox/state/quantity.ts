/**
 * Parser of integer quantities in labels: `4`, `4GiB`, `10 MB`, `3k`.
 *
 * @module
 */

const BINARY: Readonly<Record<string, number>> = { ki: 10, mi: 20, gi: 30, ti: 40, pi: 50 };
const DECIMAL: Readonly<Record<string, number>> = { k: 3, m: 6, g: 9, t: 12, p: 15 };

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Parses a quantity. Only the unit's prefix counts: `Gi` and `GiB` are 2^30, `G` and `GB` 10^9.
 * Returns undefined for malformed text and numbers beyond 64 bits.
 */
export function parseQuantity(text: string): bigint | undefined {
  const match = /^(-?[0-9]+)(?![-0-9])\s*(.*)$/s.exec(text.trim());
  if (match === null) return undefined;
  const number = BigInt(match[1]!);
  if (number > MAX_INT64 || number < -MAX_INT64 - 1n) return undefined;
  const factor = unitFactor(match[2]!.toLowerCase());
  return factor === undefined ? undefined : BigInt.asIntN(64, number * factor);
}

function unitFactor(unit: string): bigint | undefined {
  if (unit === "") return 1n;
  const binary = BINARY[unit.slice(0, 2)];
  if (binary !== undefined) return 2n ** BigInt(binary);
  const decimal = DECIMAL[unit.slice(0, 1)];
  return decimal === undefined ? undefined : 10n ** BigInt(decimal);
}
