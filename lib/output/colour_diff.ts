/**
 * Colours of unified diffs.
 *
 * @module
 */
import type { Colours } from "./colour.ts";
import { escapeControls } from "./text.ts";

/**
 * Colours the lines of a unified diff.
 *
 * @param isTerminal Whether the output is a terminal: escapes control characters.
 */
export function colourDiff(diff: string, colours: Colours, isTerminal: boolean): string {
  return diff.split("\n").map((line) => {
    const text = isTerminal ? escapeControls(line) : line;
    if (/^(---|\+\+\+) /.test(line)) return colours.bold(text);
    if (line.startsWith("+")) return colours.green(text);
    if (line.startsWith("-")) return colours.red(text);
    return line.startsWith("@@") ? colours.dim(text) : text;
  }).join("\n");
}
