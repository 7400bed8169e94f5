/**
 * Texts from nodes, made harmless: a file name or an argument must neither break a row nor drive
 * the terminal.
 *
 * @module
 */

/** C0 and C1 controls, line separators, and what changes the direction of writing. */
const UNSAFE =
  // deno-lint-ignore no-control-regex -- these are what must not reach the terminal
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escape(char: string): string {
  const code = char.charCodeAt(0);
  return NAMED[char] ??
    (code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`);
}

/** The text on one line, with control characters spelled out (`\n`, `\x1b`, `\u202e`). */
export function printable(text: string): string {
  return text.replace(UNSAFE, escape);
}

/** What a line of a log may hold on a terminal: tabs, colours, or characters to be spelled out. */
const LINE_PART = new RegExp(`\\t|\\u001b\\[[0-9;:]*m|${UNSAFE.source}`, "g");

/** A line of a log for a terminal: tabs and colours stay, other control characters do not. */
export function escapeTerminalLine(line: string): string {
  return line.replace(LINE_PART, (part) => part === "\t" || part.length > 1 ? part : escape(part));
}

/** How many code points a text has, which is what tables count as its width. */
export function countCodePoints(text: string): number {
  let count = text.length;
  if (!/[\ud800-\udbff]/.test(text)) return count;
  for (let index = 0; index < text.length - 1; index++) {
    if (text.codePointAt(index)! > 0xffff) {
      count--;
      index++;
    }
  }
  return count;
}
