/**
 * Width of characters in terminal cells.
 *
 * @module
 */

/** Combining marks, which share the cell of the preceding character. */
const MARK = /^[\p{Mn}\p{Me}\u200b-\u200d\ufe00-\ufe0f]/u;

/** Ranges of East Asian wide characters and emoji (UAX #11), which take two cells. */
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1b000, 0x1b2ff],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

/** Characters that may not take one cell: not Latin, punctuation, arrows, boxes and blocks. */
const WIDE_OR_MARK = /[^\u0020-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u259f]/;

/** Returns 0 for a combining mark, 2 for a wide character, else 1. */
export function charWidth(char: string): 0 | 1 | 2 {
  const code = char.codePointAt(0)!;
  if (code < 0x300) return 1;
  if (MARK.test(char)) return 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** Returns the width of a text without control characters. */
export function textWidth(text: string): number {
  if (!WIDE_OR_MARK.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** Returns the text, ended by an ellipsis where it exceeds `width` cells. */
export function clipText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let clipped = "";
  let rest = width - 1;
  for (const char of text) {
    rest -= charWidth(char);
    if (rest < 0) break;
    clipped += char;
  }
  return width < 1 ? "" : `${clipped}…`;
}
