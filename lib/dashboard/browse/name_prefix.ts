/**
 * The part of node names that narrow screens omit.
 *
 * @module
 */

/** The rest starts with a letter, so that `worker-1` is not shortened to `1`. */
const WORD = /^[a-z]/i;

/** Shorter starts are not worth an unusual name. */
const MIN_LENGTH = 6;

/**
 * Returns the start that all names share, up to a dash: `lab-` of `lab-worker-1` and `lab-cp-1`.
 */
export function namePrefix(names: readonly string[]): string {
  const [first, ...others] = names;
  if (first === undefined || others.length === 0) return "";
  let end = first.length;
  for (const name of others) {
    while (!name.startsWith(first.slice(0, end))) end--;
  }
  for (
    let dash = first.lastIndexOf("-", end - 1);
    dash >= MIN_LENGTH - 1;
    dash = first.lastIndexOf("-", dash - 1)
  ) {
    if (names.every((name) => WORD.test(name.slice(dash + 1)))) return first.slice(0, dash + 1);
  }
  return "";
}
