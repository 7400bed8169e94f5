/**
 * Broken YAML in our own words: what stands there, and how to write it.
 *
 * @module
 */
import { YAMLException } from "js-yaml";
import type { Path, Problem } from "../problem.ts";

/** Who has so many problems in one document has another kind of problem. */
export const MOST_PROBLEMS = 1000;

/** How many lists and maps may stand in one another. Configurations need about ten. */
export const DEEPEST = 100;

/** An error at a place. */
export function wrong(offset: number, message: string, hint?: string, path: Path = []): Problem {
  return { severity: "error", offset, path, message, ...(hint === undefined ? {} : { hint }) };
}

/** The parser's reasons, by a part of its sentence; the first that fits counts. */
const REASONS: readonly (readonly [part: string, message: string, hint?: string])[] = [
  ["null byte", "there is a NUL byte", "give a text file in UTF-8"],
  [
    "non-printable",
    "there is a character that cannot be printed",
    "remove it or write it as an escape in double quotes",
  ],
  ["maxDepth", `lists and maps are nested more than ${DEEPEST} deep`],
  [
    "within a single quoted scalar",
    "a single quote is not closed",
    "close it, or double it to have one inside",
  ],
  [
    "within a double quoted scalar",
    "a double quote is not closed",
    'close it, or write \\" to have one inside',
  ],
  ["within a flow collection", "a bracket is not closed", 'close it with "]" or "}"'],
  [
    "expected valid JSON character",
    "there is a control character inside quotes",
    "write it as an escape such as \\x1b",
  ],
  ["missed comma", "a comma is missing between entries in brackets"],
  ["found ','", "there is a comma too many in brackets"],
  [
    "unknown escape",
    "there is an unknown escape in double quotes",
    'use single quotes, or write "\\\\" for a backslash',
  ],
  ["expected hexadecimal", "an escape in double quotes lacks hexadecimal digits"],
  ["whitespace character is expected after the key-value", 'a space is missing after ":"'],
  ["expected ':' after a mapping key", 'a ":" is missing after the key'],
  ["multiline key", 'a ":" is missing after the key, or the line is not indented enough'],
  [
    "line break is expected",
    'something stands behind "|" or ">"',
    "start the text on the next line",
  ],
  ["indentation width", 'the number behind "|" or ">" is wrong'],
  ["chomping", 'the sign behind "|" or ">" is there twice'],
  [
    "sequence entry",
    "the line is indented wrongly for an item of the list",
    'put each "-" below the one before',
  ],
  ["alias node should not", "an alias cannot have an anchor or a tag of its own"],
  ["alias node must", 'a name is missing after "*"', "put the value in quotes if it starts with *"],
  [
    "anchor node must",
    'a name is missing after "&"',
    "put the value in quotes if it starts with &",
  ],
  ["anchor property", "there are two anchors on one value"],
  ["tag property", "there are two tags on one value"],
  ["tag", "a tag cannot be read", "put the value in quotes if it starts with !"],
  ["directive", 'a line that starts with "%" cannot be read'],
  ["YAML version", 'the version after "%YAML" is not 1.x'],
];

const INDENTED = "the line is indented wrongly";

/** The problem behind an error of the parser. */
export function syntaxProblem(error: unknown, text: string): Problem {
  if (!(error instanceof YAMLException) || error.mark === undefined) throw error;
  const offset = Math.min(error.mark.position, text.length);
  const { reason } = error;
  if (reason === "deficient indentation") {
    const quote = openQuote(text, offset);
    if (quote !== undefined) return quote;
  }
  if (reason.includes("multiline key")) {
    const above = joined(offset, text);
    if (above !== undefined) return above;
  }
  const found = REASONS.find(([part]) => reason.includes(part));
  if (found !== undefined && !reason.includes("tab char")) return wrong(offset, found[1], found[2]);
  return indentation(offset, text);
}

/** How far back an open quote is looked for. */
const FAR = 2000;

/** The quote that a line ends before its time by not being indented. */
function openQuote(text: string, offset: number): Problem | undefined {
  const before = text.slice(Math.max(0, offset - FAR), offset);
  const match = /[\s[{,](["'])(?:(?!\1)[^])*$/.exec(before);
  if (match === null) return undefined;
  return wrong(
    offset - before.length + match.index + 1,
    `the quote ${match[1]} is not closed, and the text does not go on further indented`,
    "close it",
  );
}

/** The line before, if it is indented alike and is no key: the parser joins the two. */
function joined(offset: number, text: string): Problem | undefined {
  const start = startOfLine(offset, text);
  const line = /[^\r\n]*/.exec(text.slice(start, start + FAR))![0];
  const above = text.slice(Math.max(0, start - FAR), start);
  const match = /(?:^|[\r\n])( *)([^\s#-][^\r\n]*)\r?\n$/.exec(above);
  const [, indent = "", before = ""] = match ?? [];
  if (match === null || /:(\s|$)/.test(before) || !line.startsWith(indent)) return undefined;
  if (/^\s/.test(line.slice(indent.length))) return undefined;
  const place = start - (text[start - 2] === "\r" ? 2 : 1) - before.length;
  const colon = /^[\w-]+:/.exec(before);
  return colon === null
    ? wrong(place, 'a ":" is missing after the key', "write it as key: value")
    : wrong(place + colon[0].length, 'a space is missing after ":"');
}

function startOfLine(offset: number, text: string): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

/** The parser says "bad indentation" wherever it finds something it did not expect. */
function indentation(offset: number, text: string): Problem {
  const start = startOfLine(offset, text);
  const line = text.slice(start).split(/[\r\n]/, 1)[0]!;
  const tab = /^ *\t/.exec(line);
  if (tab !== null) {
    return wrong(
      start + tab[0].length - 1,
      "a tab indents this line, and YAML takes spaces only",
      "replace tabs at the start of lines by spaces",
    );
  }
  const before = text.slice(start, offset);
  const next = text[offset] ?? "";
  if ("@`%|>".includes(next) && next !== "" && before.trim() !== "") {
    return wrong(offset, `a value cannot start with "${next}"`, "put it in quotes");
  }
  if (before.trim() !== "" && next === "-") {
    return wrong(offset, "a list starts on the line of its key", 'put "-" on the next line');
  }
  const second = /:\s+\S.*?(: |:$)/.exec(line);
  if (second !== null) {
    return wrong(
      start + second.index + second[0].length - second[1]!.length,
      'there is a second ":" on the line',
      'put a value that contains ": " in quotes, and each key on its own line',
    );
  }
  if (/["'\]}]\s*$/.test(before) && next !== "") {
    return wrong(
      offset,
      "something stands behind a closing quote or bracket",
      "remove it, or put the whole value in quotes",
    );
  }
  const above = joined(offset, text);
  if (above !== undefined) return above;
  const content = start + line.length - line.trimStart().length;
  return wrong(content, INDENTED, "indent keys of one map alike, by spaces");
}
