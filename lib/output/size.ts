/**
 * Human-readable sizes: powers of 1000, one decimal below 10 (`2.0 MB`, `12 MB`).
 *
 * @module
 */

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
const POWERS = UNITS.map((_, power) => 1000 ** power);

/** Formats a size with a unit. `bytes` is 0 to 2^64 - 1. */
export function formatSize(bytes: number | bigint): string {
  const size = Number(bytes);
  if (size < 10) return `${size} B`;
  let unit = 0;
  while (unit < UNITS.length - 1 && size >= POWERS[unit + 1]!) unit++;
  const value = Math.floor(size / POWERS[unit]! * 10 + 0.5) / 10;
  return `${value < 10 ? value.toFixed(1) : roundHalfToEven(value)} ${UNITS[unit]}`;
}

/** Rounds like Go's `%.0f`: exact halves to the even neighbour. */
function roundHalfToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
