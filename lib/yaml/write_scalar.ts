/**
 * Writes strings as YAML scalars in the style that Go's encoder picks: as plain as possible.
 *
 * @module
 */
import { needsQuotes } from "./plain.ts";

/** The place of a scalar. */
export interface ScalarPlace {
  /** Indentation of the lines of a block scalar. */
  readonly indent: number;
  /** Indentation relative to the parent; 4 by default. */
  readonly deeper?: number;
  /** A key is always on one line. */
  readonly isKey?: boolean;
}

/** Starts that a plain scalar cannot have. */
const STARTS = /^(?:[#,[\]{}&*!|>'"%@`]|[?:-](?=[ \t\r\n\u0085\u2028\u2029]|$)|---|\.\.\.)/;
/** Sequences that end a plain scalar. */
const ENDS = /:(?=[ \t\r\n\u0085\u2028\u2029]|$)|(?<=[ \t\r\n\u0085\u2028\u2029])#/;
/** Line breaks that parsers convert to a line feed. */
const OTHER_BREAK = /[\r\u0085\u2028\u2029]/;
const BREAK = /[\r\n\u0085\u2028\u2029]/;
const BLANK_EDGE = /^[ \r\n\u0085\u2028\u2029]|[ \r\n\u0085\u2028\u2029]$/;
/** Characters that require escapes; Go escapes all beyond the basic plane. */
const UNPRINTABLE = /[^\n\r\x20-\x7e\u0085\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u;

/** Longest text for {@linkcode HARMLESS}, whose repeated choice takes stack. */
const SHORT = 1000;
const HARMLESS = /^(?:[A-Za-z0-9](?:[A-Za-z0-9_./-]|:(?=[A-Za-z0-9]))*)?$/;

/** Reports whether a text is written without quotes, so that parsers resolve it. */
export function isPlain(text: string): boolean {
  return text.length <= SHORT && HARMLESS.test(text) ||
    !(STARTS.test(text) || ENDS.test(text) || BLANK_EDGE.test(text) || BREAK.test(text) ||
      UNPRINTABLE.test(text));
}

/** Writes a string so that every parser reads a string. */
export function yamlText(text: string, place: ScalarPlace): string {
  const isOther = needsQuotes(text) || (place.isKey && text === MERGE_KEY);
  return isOther ? doubleQuoted(text) : yamlScalar(text, place);
}

/** Special as a key only. */
const MERGE_KEY = "<<";

/** Writes a text as a scalar that parsers resolve, plain if possible. */
export function yamlScalar(text: string, place: ScalarPlace): string {
  const { indent, deeper = 4, isKey = false } = place;
  if (isPlain(text)) return text === "" && isKey ? "''" : text;
  const needsEscapes = UNPRINTABLE.test(text.replaceAll("\t", "")) || OTHER_BREAK.test(text) ||
    text.includes(" \n");
  if (text.includes("\n") && !isKey && !needsEscapes && !text.endsWith(" ")) {
    return literal(text, indent, deeper);
  }
  const single = !needsEscapes && !text.includes("\t") && !text.includes("\n");
  return single ? `'${text.replaceAll("'", "''")}'` : doubleQuoted(text);
}

/** Writes a literal block. */
function literal(text: string, indent: number, deeper: number): string {
  // Go's parser takes a leading tab for indentation.
  const hint = /^[ \t\n]/.test(text) ? deeper : "";
  const chomping = !text.endsWith("\n") ? "-" : /(?:^|\n)\n$/.test(text) ? "+" : "";
  const margin = " ".repeat(indent);
  const lines = text.replace(/\n$/, "").split("\n").map((line) => line === "" ? "" : margin + line);
  return `|${hint}${chomping}\n${lines.join("\n")}`;
}

const NAMED: Readonly<Record<string, string>> = {
  "\0": "\\0",
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  "\x1b": "\\e",
  '"': '\\"',
  "\\": "\\\\",
  "\u0085": "\\N",
  "\u2028": "\\L",
  "\u2029": "\\P",
};

function doubleQuoted(text: string): string {
  let quoted = "";
  for (const char of text) {
    const named = NAMED[char];
    if (named !== undefined) quoted += named;
    else if (UNPRINTABLE.test(char)) quoted += numbered(char.codePointAt(0)!);
    else quoted += char;
  }
  return `"${quoted}"`;
}

function numbered(code: number): string {
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(digits as number, "0")}`;
}
