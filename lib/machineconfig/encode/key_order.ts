const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const ZERO = 0x30;

/**
 * Compares keys as Go's YAML encoder sorts them: runs of digits by their number, letters by code
 * point and after everything else, except right after a digit, where they come first.
 */
export function byKeyOrder(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  // A low surrogate belongs to the high one.
  if (at > 0 && isSecondHalf(a.charCodeAt(at) || b.charCodeAt(at))) at--;
  if (at === end) return a.length - b.length;
  const [code, other] = [a.codePointAt(at)!, b.codePointAt(at)!];
  const [letter, otherLetter] = [isLetter(code), isLetter(other)];
  if (letter !== otherLetter) {
    const afterDigit = at > 0 && isDigit(lastCodePoint(a.slice(0, at)));
    return (afterDigit ? letter : otherLetter) ? -1 : 1;
  }
  return (letter ? 0 : compareRuns(a, b, at)) || code - other;
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function lastCodePoint(text: string): number {
  return text.codePointAt(text.length - (isSecondHalf(text.charCodeAt(text.length - 1)) ? 2 : 1))!;
}

function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return LETTER.test(String.fromCodePoint(code));
}

function isDigit(code: number): boolean {
  return code < 0x80 ? code >= ZERO && code <= 0x39 : DIGIT.test(String.fromCodePoint(code));
}

/** Compares the runs of digits at the first difference of two texts. */
function compareRuns(a: string, b: string, at: number): number {
  // A zero counts after a digit other than zero.
  const isInside = (a[at] === "0" || b[at] === "0") && /[\p{Nd}--[0]]0*$/v.test(a.slice(0, at));
  const [run, other] = [digitsFrom(a, at), digitsFrom(b, at)];
  const [number, otherNumber] = [numberOf(run, isInside), numberOf(other, isInside)];
  if (number !== otherNumber) return number < otherNumber ? -1 : 1;
  return run.length - other.length;
}

/** Returns the code points of the digits. */
function digitsFrom(text: string, at: number): number[] {
  const digits: number[] = [];
  for (const char of text.slice(at)) {
    const code = char.codePointAt(0)!;
    if (!isDigit(code)) break;
    digits.push(code);
  }
  return digits;
}

/** Digits of other scripts count for more than nine, as in Go. */
function numberOf(digits: readonly number[], isInside: boolean): bigint {
  let number = isInside ? 1n : 0n;
  for (const digit of digits) number = number * 10n + BigInt(digit - ZERO);
  return number;
}
