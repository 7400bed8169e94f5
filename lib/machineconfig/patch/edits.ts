/**
 * Changes to a text that are collected first and made together.
 *
 * @module
 */
import { endWithComments, lineEnd, lineStart, nextLine, startWithComments } from "./lines.ts";
import type { Range } from "./spans.ts";

/** A change: what stands in a range is replaced. */
interface Edit extends Range {
  readonly text: string;
}

/** Collects the changes of one text. */
export class Edits {
  readonly text: string;
  /** What ends lines. */
  readonly eol: string;
  readonly #edits: Edit[] = [];

  constructor(text: string) {
    this.text = text;
    this.eol = text.includes("\r\n") ? "\r\n" : "\n";
  }

  /** Puts a text in place of another. */
  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text });
  }

  /** Takes a part out. */
  remove({ start, end }: Range): void {
    this.replace(start, end, "");
  }

  /**
   * Takes out whole lines of what stands at a column, from the comment above to the one below that
   * belong to it, but no comment from before `textStart`.
   */
  removeLines(range: Range, column: number, textStart: number): void {
    const first = startWithComments(this.text, range.start, textStart);
    const last = endWithComments(this.text, range.end, column);
    // With the line break before, so that something can be added behind what is taken out.
    if (first === 0) this.remove({ start: 0, end: nextLine(this.text, last) });
    else this.remove({ start: lineEnd(this.text, lineStart(this.text, first - 1)), end: last });
  }

  /** Adds lines behind the line of a place. */
  addBelow(at: number, lines: readonly string[]): void {
    const end = lineEnd(this.text, at);
    this.replace(end, end, lines.map((line) => this.eol + line).join(""));
  }

  /** Adds lines behind what stands at a column and ends at a place, with its comments. */
  addBehind(end: number, column: number, lines: readonly string[]): void {
    this.addBelow(endWithComments(this.text, end, column), lines);
  }

  /** Adds lines before the one that starts at a place. */
  addAbove(start: number, lines: readonly string[]): void {
    this.replace(start, start, lines.map((line) => line + this.eol).join(""));
  }

  /** The text with all changes, or undefined when they are in each other's way. */
  result(): string | undefined {
    const edits = this.#edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
    let result = "";
    let at = 0;
    let wasRemoval = false;
    for (const { start, end, text } of edits) {
      const isRemoval = text === "";
      // What is taken out next to each other may share a line break.
      if (start < at && !(isRemoval && wasRemoval)) return undefined;
      result += this.text.slice(at, start) + text;
      at = Math.max(at, end);
      wasRemoval = isRemoval;
    }
    return result + this.text.slice(at);
  }
}
