/**
 * Rejects what Go's yaml.v3 rejects and js-yaml accepts.
 *
 * @module
 */
import { COLLECTION_STYLE, type Event, EVENT_ID, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { fault, type YamlProblem } from "./syntax.ts";

// deno-lint-ignore no-control-regex -- the expression finds control characters
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/** Reports control characters, which not even comments may contain. */
export function controlCharacter(text: string): YamlProblem | undefined {
  const offset = text.search(CONTROL);
  if (offset < 0) return undefined;
  const code = text.charCodeAt(offset);
  if (code === 0) return fault(offset, "NUL byte", "use a UTF-8 text file");
  const name = code < 0x100
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16)}`;
  return fault(
    offset,
    `control character ${name}`,
    "remove it, or write it as an escape in double quotes",
  );
}

/** A blank line with a tab in its indentation, outside strings and brackets. */
const TAB_LINE = /(?:^|[\n\r]) *\t[ \t]*(?=[\r\n]|$)/g;

/** Reports the first such line. */
export function tabLine(text: string, events: readonly Event[]): YamlProblem | undefined {
  if (!/(?:^|[\n\r]) *\t/.test(text)) return undefined;
  for (const match of text.matchAll(TAB_LINE)) {
    const offset = match.index + match[0].indexOf("\t");
    const start = match.index + (/^[\n\r]/.test(match[0]) ? 1 : 0);
    const before = text.slice(0, match.index).trimEnd();
    const previous = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
    const indent = /^ */.exec(previous)![0].length;
    if (before === "" || previous.trimStart().startsWith("#") || offset - start > indent) continue;
    if (isInside(offset, before.length, text, events)) continue;
    return fault(offset, "tab in the indentation", "remove the white space of the line");
  }
  return undefined;
}

/** Reports whether a position is in quotes, in a block scalar or in brackets. */
function isInside(
  offset: number,
  contentEnd: number,
  text: string,
  events: readonly Event[],
): boolean {
  let flows = 0;
  const open: boolean[] = [];
  let latest = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      if (open.pop()) flows--;
    } else if (event.type === EVENT_ID.SCALAR) {
      if (event.valueStart > offset) break;
      if (event.valueEnd > offset && event.style !== SCALAR_STYLE.PLAIN) return true;
      latest = Math.max(latest, event.valueEnd);
    } else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      if (event.start > offset) break;
      const isFlow = event.style === COLLECTION_STYLE.FLOW;
      if (isFlow) flows++;
      open.push(isFlow);
    } else if (event.type === EVENT_ID.DOCUMENT) open.push(false);
  }
  return flows > 0 && !/[\]}]/.test(text.slice(latest, contentEnd));
}

/** Returns the problem of a scalar that YAML 1.2 allows and Go rejects. */
export function scalarProblem(
  text: string,
  { style, valueStart, valueEnd }: ScalarEvent,
  inFlow: boolean,
): YamlProblem | undefined {
  if (style === SCALAR_STYLE.DOUBLE_QUOTED) {
    const slash = /(?<!\\)(?:\\\\)*\\\//.exec(text.slice(valueStart, valueEnd));
    if (slash === null) return undefined;
    const offset = valueStart + slash.index + slash[0].length - 2;
    return fault(offset, 'unknown escape "\\/"', 'write "/"');
  }
  if (style !== SCALAR_STYLE.PLAIN || !inFlow) return undefined;
  const first = text[valueStart] ?? "";
  if (first !== ":" && first !== "?") return undefined;
  return fault(valueStart, `a value in brackets cannot start with "${first}"`, "quote it");
}

/**
 * Reports whether a bracket in brackets touches the colon of its key, which only quoted keys may.
 */
export function isGlued(text: string, offset: number): boolean {
  return /[^"'\s]:$/.test(text.slice(Math.max(0, offset - 2), offset));
}
