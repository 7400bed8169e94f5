/**
 * Floating-point numbers as Go formats them.
 *
 * @module
 */

/** More decimals than a number has whose next decimal is the last, a 5. */
const EXACT_DECIMALS = 100;
/** `toFixed` formats larger numbers with an exponent. */
const MAX_FIXED = 1e21;

/**
 * Formats a number with `digits` decimals, at most 20, as `%.<digits>f` of Go does. It differs from
 * `toFixed` for numbers halfway between two results, such as 3.125: the even digit is taken.
 */
export function formatFixed(value: number, digits: number): string {
  if (Object.is(value, -0)) return `-${value.toFixed(digits)}`;
  const rounded = value.toFixed(digits);
  if (Math.abs(value) >= MAX_FIXED || !Number.isFinite(value)) return rounded;
  const exact = value.toFixed(EXACT_DECIMALS);
  const end = exact.indexOf(".") + 1 + digits;
  const isHalfway = exact[end] === "5" && /^0*$/.test(exact.slice(end + 1));
  if (!isHalfway) return rounded;
  const below = exact.slice(0, digits === 0 ? end - 1 : end);
  return Number(below.at(-1)) % 2 === 0 ? below : rounded;
}
