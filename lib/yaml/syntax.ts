/**
 * Syntax errors of YAML: what is wrong at which position, and how to write it.
 *
 * @module
 */
import { YAMLException } from "js-yaml";

/** A fault of a text. */
export interface YamlProblem {
  /** Position in the text, in UTF-16 units from its start. */
  readonly offset: number;
  /** What is wrong, without a full stop. */
  readonly message: string;
  /** What to do: an imperative without a full stop. */
  readonly hint?: string;
}

/** Maximum number of problems reported of one document. */
export const MAX_PROBLEMS = 1000;

/** Maximum nesting depth of lists and maps. Configurations need about ten. */
export const MAX_DEPTH = 100;

/** Longest quotation of a text in a message, characters. */
const MAX_QUOTE_LENGTH = 60;

/** A text for a message, cut when it is long. */
export function shortened(text: string): string {
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
}

/** Creates a problem. */
export function fault(offset: number, message: string, hint?: string): YamlProblem {
  return { offset, message, ...(hint === undefined ? {} : { hint }) };
}

/** The parser's reasons, by a part of its sentence; the first that fits counts. */
const REASONS: readonly (readonly [part: string, message: string, hint?: string])[] = [
  ["null byte", "NUL byte", "use a UTF-8 text file"],
  [
    "non-printable",
    "unprintable character",
    "remove it or write it as an escape in double quotes",
  ],
  ["maxDepth", `lists and maps are nested more than ${MAX_DEPTH} deep`],
  [
    "within a single quoted scalar",
    "unclosed single quote",
    "close it, or write '' for a quote inside",
  ],
  [
    "within a double quoted scalar",
    "unclosed double quote",
    'close it, or write \\" for a quote inside',
  ],
  ["within a flow collection", "unclosed bracket", 'close it with "]" or "}"'],
  [
    "expected valid JSON character",
    "control character in quotes",
    "write it as an escape such as \\x1b",
  ],
  ["missed comma", "missing comma in brackets"],
  ["found ','", "unexpected comma in brackets"],
  [
    "unknown escape",
    "unknown escape in double quotes",
    'use single quotes, or write "\\\\" for a backslash',
  ],
  ["expected hexadecimal", "incomplete hexadecimal escape in double quotes"],
  ["whitespace character is expected after the key-value", 'missing space after ":"'],
  ["expected ':' after a mapping key", 'missing ":" after the key'],
  ["multiline key", 'missing ":" after the key, or too little indentation'],
  [
    "line break is expected",
    'unexpected text after "|" or ">"',
    "start the text on the next line",
  ],
  ["indentation width", 'invalid indentation after "|" or ">"'],
  ["chomping", 'duplicate chomping indicator after "|" or ">"'],
  [
    "sequence entry",
    "wrong indentation of a list item",
    'indent each "-" like the one before',
  ],
  ["alias node should not", "an alias cannot have an anchor or tag"],
  ["alias node must", 'missing name after "*"', "quote a value that starts with *"],
  [
    "anchor node must",
    'missing name after "&"',
    "quote a value that starts with &",
  ],
  ["anchor property", "two anchors on one value"],
  ["tag property", "two tags on one value"],
  ["tag", "invalid tag", "quote a value that starts with !"],
  ["directive", "invalid directive"],
  ["YAML version", "unsupported YAML version"],
];

const INDENTED = "wrong indentation";

/** The parser's reasons at a character that cannot occur there. */
const UNEXPECTED = /^(bad indentation|missed comma|end of the stream)/;

/** Converts an error of the parser. */
export function syntaxProblem(error: unknown, text: string): YamlProblem {
  if (!(error instanceof YAMLException) || error.mark === undefined) throw error;
  const offset = Math.min(error.mark.position, text.length);
  const { reason } = error;
  const next = text[offset] ?? "";
  if (UNEXPECTED.test(reason) && /[\]},]/.test(next)) {
    return fault(offset, `unexpected "${next}"`, "remove it, or quote the value if it is text");
  }
  if (reason === "deficient indentation") {
    const quote = openQuote(text, offset);
    if (quote !== undefined) return quote;
  }
  if (reason.includes("multiline key")) {
    const above = joined(offset, text);
    if (above !== undefined) return above;
  }
  const found = REASONS.find(([part]) => reason.includes(part));
  if (found !== undefined && !reason.includes("tab char")) return fault(offset, found[1], found[2]);
  return indentation(offset, text);
}

/** Distance within which an open quote is searched backwards, characters. */
const FAR = 2000;

/** The quote that a line ends before its time by not being indented. */
function openQuote(text: string, offset: number): YamlProblem | undefined {
  const before = text.slice(Math.max(0, offset - FAR), offset);
  const match = /[\s[{,](["'])(?:(?!\1)[^])*$/.exec(before);
  if (match === null) return undefined;
  return fault(
    offset - before.length + match.index + 1,
    `unclosed quote ${match[1]}, or a continuation line without indentation`,
    "close it",
  );
}

/** The line before, if it is indented alike and is not a key: the parser joins the two. */
function joined(offset: number, text: string): YamlProblem | undefined {
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
    ? fault(place, 'missing ":" after the key', "write it as key: value")
    : fault(place + colon[0].length, 'missing space after ":"');
}

function startOfLine(offset: number, text: string): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

/** Refines "bad indentation", which the parser reports for anything unexpected. */
function indentation(offset: number, text: string): YamlProblem {
  const start = startOfLine(offset, text);
  const line = text.slice(start).split(/[\r\n]/, 1)[0]!;
  const tab = /^ *\t/.exec(line);
  if (tab !== null) {
    return fault(
      start + tab[0].length - 1,
      "tab in the indentation",
      "indent with spaces",
    );
  }
  const before = text.slice(start, offset);
  const next = text[offset] ?? "";
  if ("@`%|>".includes(next) && next !== "" && before.trim() !== "") {
    return fault(offset, `a value cannot start with "${next}"`, "quote it");
  }
  if (before.trim() !== "" && next === "-") {
    return fault(offset, "list on the line of its key", 'put "-" on the next line');
  }
  const second = /:\s+\S.*?(: |:$)/.exec(line);
  if (second !== null) {
    return fault(
      start + second.index + second[0].length - second[1]!.length,
      'second ":" on the line',
      'quote a value that contains ": ", and put each key on its own line',
    );
  }
  if (/["'\]}]\s*$/.test(before) && next !== "") {
    return fault(
      offset,
      "unexpected text after a closing quote or bracket",
      "remove it, or quote the whole value",
    );
  }
  const above = joined(offset, text);
  if (above !== undefined) return above;
  const content = start + line.length - line.trimStart().length;
  return fault(content, INDENTED, "indent keys of a map equally with spaces");
}
