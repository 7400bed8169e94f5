/**
 * Redacts values in differences of Go values, which nodes before v1.8 send instead of unified diffs
 * (format of `cmp.Diff` of go-cmp).
 *
 * @module
 */
import { EVENT_ID, parseEvents } from "../../yaml/events.ts";
import { REDACTED } from "../../pki/redacted.ts";
import { redactText } from "./redact_text.ts";

/** Strings, also truncated ones, and bytes of Go. */
const LITERAL = /s?"([^"]*)"(?:\.\.\.)?|`[^`]*`|0x[0-9a-f]{2}(?:,\s*0x[0-9a-f]{2})*,?/g;

/** Encloses strings of several lines. */
const MULTI_LINE = '"""';

/** Replaces strings and bytes by `******`, except those that are public in one of `configs`. */
export function redactGoDiff(text: string, configs: readonly string[]): string {
  const shown = publicScalars(configs);
  let isInside = false;
  return text.split("\n").map((line) => {
    const [, margin, content] = /^([-+ \u00a0]{0,2}\s*)(.*)$/.exec(line)!;
    if (content === MULTI_LINE || content!.endsWith(`(${MULTI_LINE}`)) {
      isInside = !isInside;
      return line;
    }
    if (isInside) return shown.has(content!.trim()) ? line : `${margin}${REDACTED}`;
    // An escape is not shown: without a group, the expression cannot overflow. What follows `//`
    // describes bytes.
    return line.replaceAll(/\\./g, "\ufffd").replace(/(0x[0-9a-f]{2},?\s*)\/\/.*$/, "$1")
      .replaceAll(
        LITERAL,
        (literal, quoted?: string) =>
          quoted !== undefined && shown.has(quoted.trim()) ? literal : `"${REDACTED}"`,
      );
  }).join("\n");
}

/** Returns the names and values of the redacted configurations, and the lines of longer values. */
function publicScalars(configs: readonly string[]): Set<string> {
  const scalars = new Set([""]);
  for (const config of configs) {
    const text = redactText(config);
    for (const event of parseEvents(text) ?? []) {
      if (event.type !== EVENT_ID.SCALAR || event.valueStart < 0) continue;
      const source = text.slice(event.valueStart, event.valueEnd);
      for (const line of source.split("\n")) scalars.add(line.trim());
    }
  }
  return scalars;
}
