/**
 * Replacements in a text, collected first and applied together.
 *
 * @module
 */
import { endWithComments, lineEnd, lineStart, nextLine, startWithComments } from "./lines.ts";
import type { Range } from "./tree.ts";

/** A replacement of a range. */
interface Edit extends Range {
  readonly text: string;
}

/** Replacements in one text. */
export class Edits {
  readonly text: string;
  /** The line break of the text. */
  readonly eol: string;
  readonly #edits: Edit[] = [];

  constructor(text: string) {
    this.text = text;
    this.eol = text.includes("\r\n") ? "\r\n" : "\n";
  }

  /** Replaces a range. */
  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text });
  }

  /** Removes a range. */
  remove({ start, end }: Range): void {
    this.replace(start, end, "");
  }

  /** Removes the lines of a value with its comments, but no comment before `textStart`. */
  removeLines(range: Range, column: number, textStart: number): void {
    const first = startWithComments(this.text, range.start, textStart);
    const last = endWithComments(this.text, range.end, column);
    // With the line break before, so that an addition after the range does not overlap.
    if (first === 0) this.remove({ start: 0, end: nextLine(this.text, last) });
    else this.remove({ start: lineEnd(this.text, lineStart(this.text, first - 1)), end: last });
  }

  /** Adds lines after the line of a position. */
  addBelow(at: number, lines: readonly string[]): void {
    const end = lineEnd(this.text, at);
    this.replace(end, end, lines.map((line) => this.eol + line).join(""));
  }

  /** Adds lines after a value at a column with its comments. */
  addAfter(end: number, column: number, lines: readonly string[]): void {
    this.addBelow(endWithComments(this.text, end, column), lines);
  }

  /** Adds lines before the one that starts at a position. */
  addAbove(start: number, lines: readonly string[]): void {
    this.replace(start, start, lines.map((line) => line + this.eol).join(""));
  }

  /** Returns the text with all replacements; undefined when they overlap. */
  result(): string | undefined {
    const edits = this.#edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
    let result = "";
    let at = 0;
    let wasRemoval = false;
    for (const { start, end, text } of edits) {
      const isRemoval = text === "";
      // Adjacent removals can share a line break.
      if (start < at && !(isRemoval && wasRemoval)) return undefined;
      result += this.text.slice(at, start) + text;
      at = Math.max(at, end);
      wasRemoval = isRemoval;
    }
    return result + this.text.slice(at);
  }
}
