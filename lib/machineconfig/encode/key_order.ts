const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

/**
 * Compares names the way Go's encoder of YAML sorts the keys of a map: runs of digits by their
 * number, letters by code point and after everything else, except right after a digit, where they
 * come first.
 */
export function byKeyOrder(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  let afterDigit = false;
  for (const [at, char] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (char === other) {
      afterDigit = DIGIT.test(char);
      continue;
    }
    const [isLetter, otherIsLetter] = [LETTER.test(char), LETTER.test(other)];
    if (isLetter !== otherIsLetter) return (afterDigit ? isLetter : otherIsLetter) ? -1 : 1;
    return (isLetter ? 0 : compareRuns(left, right, at)) ||
      char.codePointAt(0)! - other.codePointAt(0)!;
  }
  return left.length - right.length;
}

/** Compares the runs of digits that go on where two texts begin to differ. */
function compareRuns(left: readonly string[], right: readonly string[], at: number): number {
  // A zero counts when other digits than zeros are before it.
  const isInside = (left[at] === "0" || right[at] === "0") &&
    /[\p{Nd}--[0]]0*$/v.test(left.slice(0, at).join(""));
  const [run, other] = [digitsFrom(left, at), digitsFrom(right, at)];
  const [number, otherNumber] = [numberOf(run, isInside), numberOf(other, isInside)];
  if (number !== otherNumber) return number < otherNumber ? -1 : 1;
  return run.length - other.length;
}

function digitsFrom(text: readonly string[], at: number): string[] {
  let end = at;
  while (DIGIT.test(text[end] ?? "")) end++;
  return text.slice(at, end);
}

/** Digits of other scripts count for more than nine, as Go takes them. */
function numberOf(digits: readonly string[], isInside: boolean): bigint {
  let number = isInside ? 1n : 0n;
  for (const digit of digits) number = number * 10n + BigInt(digit.codePointAt(0)! - ZERO);
  return number;
}

const ZERO = 0x30;
