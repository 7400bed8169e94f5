/**
 * What the parser of nodes (Go's yaml.v3) refuses and the one used here lets pass.
 *
 * @module
 */
import { COLLECTION_STYLE, type Event, EVENT_ID, SCALAR_STYLE } from "js-yaml";
import type { Problem } from "../problem.ts";
import { wrong } from "./syntax.ts";

// deno-lint-ignore no-control-regex -- control characters are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/** Characters that may stand nowhere, comments included. */
export function controlCharacter(text: string): Problem | undefined {
  const offset = text.search(CONTROL);
  if (offset < 0) return undefined;
  const code = text.charCodeAt(offset);
  if (code === 0) return wrong(offset, "there is a NUL byte", "give a text file in UTF-8");
  const name = code < 0x100
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16)}`;
  return wrong(
    offset,
    `there is the control character ${name}`,
    "remove it, or write it as that in double quotes",
  );
}

/** A blank line with a tab where spaces indent, outside of texts and brackets. */
const TAB_LINE = /(?:^|[\n\r]) *\t[ \t]*(?=[\r\n]|$)/g;

/** The first such line. */
export function tabLine(text: string, events: readonly Event[]): Problem | undefined {
  if (!/(?:^|[\n\r]) *\t/.test(text)) return undefined;
  for (const match of text.matchAll(TAB_LINE)) {
    const offset = match.index + match[0].indexOf("\t");
    const start = match.index + (/^[\n\r]/.test(match[0]) ? 1 : 0);
    const before = text.slice(0, match.index).trimEnd();
    const previous = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
    const indent = /^ */.exec(previous)![0].length;
    if (before === "" || previous.trimStart().startsWith("#") || offset - start > indent) continue;
    if (isInside(offset, before.length, text, events)) continue;
    return wrong(offset, "a tab stands where only spaces may", "empty the line");
  }
  return undefined;
}

/** Whether a place is in quotes, in a text of several lines, or in brackets. */
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
