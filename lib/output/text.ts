/**
 * Escapes text of nodes: a file name or an argument must neither break a row nor send control
 * sequences to the terminal.
 *
 * @module
 */
import { visibleParameters } from "./visible_colours.ts";

/** C0 and C1 controls, line separators, and bidirectional formatting characters. */
const UNSAFE =
  // deno-lint-ignore no-control-regex -- control characters are what it matches
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escape(char: string): string {
  const code = char.charCodeAt(0);
  return NAMED[char] ??
    (code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`);
}

/** Escapes control characters (`\n`, `\x1b`, `\u202e`), so that the text stays on one line. */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, escape);
}

/** Returns a text of any origin on one line: line breaks become spaces, controls are escaped. */
export function oneLine(text: string): string {
  const lines = text.trim().split(/[\r\n]+/).map((line) => line.trim());
  return escapeControls(lines.filter((line) => line !== "").join(" ").replaceAll("\t", " "));
}

/** Escapes control characters of a line except tabs. */
export function escapeTerminalLine(line: string): string {
  return line.replace(UNSAFE, (char) => char === "\t" ? char : escape(char));
}

/** Escapes control characters of a text except line feeds and tabs. */
export function escapeTerminalText(text: string): string {
  return text.split("\n").map(escapeTerminalLine).join("\n");
}

/** SGR sequences, or a character to escape. */
const LOG_PART = new RegExp(`\\u001b\\[[0-9;:]*m|${UNSAFE.source}`, "g");
const RESET = "\x1b[0m";

/**
 * Escapes control characters of a log line except tabs and, with `colour`, SGR sequences. A colour ends
 * with the line; what would hide text is removed.
 */
export function escapeLogLine(line: string, colour: boolean): string {
  let isOpen = false;
  const text = line.replace(LOG_PART, (part) => {
    if (part.length === 1) return part === "\t" ? part : escape(part);
    if (!colour) return "";
    const parameters = visibleParameters(part.slice(2, -1).split(";"));
    if (parameters.length === 0) return "";
    isOpen = Number(parameters.at(-1)) !== 0;
    return `\x1b[${parameters.join(";")}m`;
  });
  return isOpen ? text + RESET : text;
}

/** Returns the number of code points, which tables use as the width. */
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

/** Returns a count with its noun: `1 member`, `2 members`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** Truncates a text to `width` code points; `…` replaces the rest. */
export function truncateText(text: string, width: number): string {
  if (countCodePoints(text) <= width) return text;
  return `${[...text].slice(0, Math.max(0, width - 1)).join("")}…`;
}
