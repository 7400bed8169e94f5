/**
 * The `grpc-timeout` header: an integer of at most eight digits and a unit.
 *
 * @module
 */

/** Milliseconds per unit, finest first. */
const UNITS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ["n", 1e-6],
  ["u", 1e-3],
  ["m", 1],
  ["S", 1000],
  ["M", 60_000],
  ["H", 3_600_000],
];

/** Parses a header value to milliseconds; undefined when it is malformed. */
export function parseTimeout(value: string): number | undefined {
  const [, digits, unit] = /^(\d{1,8})([numSMH])$/.exec(value) ?? [];
  const factor = UNITS.find(([name]) => name === unit)?.[1];
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}

/** Formats milliseconds as a header value, in the finest unit from `m` up that fits. */
export function formatTimeout(milliseconds: number): string {
  for (const [unit, factor] of UNITS.slice(2)) {
    const count = Math.max(0, Math.ceil(milliseconds / factor));
    if (count < 1e8) return `${count}${unit}`;
  }
  return "99999999H";
}
