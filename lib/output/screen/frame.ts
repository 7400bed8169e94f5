/**
 * One picture of a full screen: cells with a character and a style each. Pictures are made from
 * state by pure functions; `changes` says what has to be written to turn one into the next.
 *
 * @module
 */
import { printable } from "../text.ts";
import { charWidth } from "./char_width.ts";

/** The size of a screen in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** How text looks: parameters of an SGR sequence (`1` bold, `31` red), empty for plain. */
export type Style = "" | "1" | "2" | "7" | "31" | "32" | "33";

/** A grid of cells, blank at first. Text beyond its edges is cut. */
export class Frame {
  readonly size: Size;
  readonly #chars: string[];
  readonly #styles: Style[];

  constructor(size: Size) {
    this.size = size;
    this.#chars = new Array<string>(size.columns * size.rows).fill(" ");
    this.#styles = new Array<Style>(size.columns * size.rows).fill("");
  }

  /**
   * Writes a text from a cell to the right, on one row. Control characters are spelled out; a wide
   * character takes two cells, or none when only one is left.
   *
   * @returns The column after the text.
   */
  text(column: number, row: number, text: string, style: Style = ""): number {
    const { columns, rows } = this.size;
    if (row < 0 || row >= rows) return column;
    let at = column;
    for (const char of printable(text)) {
      const width = charWidth(char);
      if (at < 0 || at + width > columns) {
        if (at >= 0) break;
        at += width;
        continue;
      }
      const index = row * columns + at;
      if (width === 0) {
        // A mark belongs to the character before it.
        if (at > 0) this.#chars[index - 1] += char;
        continue;
      }
      this.#chars[index] = char;
      this.#styles[index] = style;
      if (width === 2) {
        this.#chars[index + 1] = "";
        this.#styles[index + 1] = style;
      }
      at += width;
    }
    return at;
  }

  /** The rows as plain text, without blanks at their ends. */
  toString(): string {
    const lines: string[] = [];
    for (let row = 0; row < this.size.rows; row++) {
      const start = row * this.size.columns;
      lines.push(this.#chars.slice(start, start + this.size.columns).join("").trimEnd());
    }
    return lines.join("\n");
  }

  /** What a terminal that shows `before` (or anything, when undefined) has to be sent. */
  changes(before: Frame | undefined): string {
    const { columns, rows } = this.size;
    const known = before && before.size.columns === columns && before.size.rows === rows
      ? before
      : undefined;
    let out = known ? "" : "\x1b[0m\x1b[2J";
    for (let row = 0; row < rows; row++) out += this.#rowChanges(row, known);
    return out;
  }

  /** The first to the last changed cell of a row, the cursor moved there first. */
  #rowChanges(row: number, before: Frame | undefined): string {
    const { columns } = this.size;
    const start = row * columns;
    const same = (index: number) =>
      before
        ? this.#chars[index] === before.#chars[index] &&
          this.#styles[index] === before.#styles[index]
        : this.#chars[index] === " " && this.#styles[index] === "";
    let first = start;
    let last = start + columns - 1;
    while (first <= last && same(first)) first++;
    if (first > last) return "";
    while (same(last)) last--;
    // The second half of a wide character can only be drawn with its first.
    while (first > start && this.#chars[first] === "") first--;
    let out = `\x1b[${row + 1};${first - start + 1}H`;
    let style: Style = "";
    for (let index = first; index <= last; index++) {
      const wanted = this.#styles[index]!;
      if (wanted !== style) out += wanted === "" ? "\x1b[0m" : `\x1b[0;${wanted}m`;
      style = wanted;
      out += this.#chars[index];
    }
    return style === "" ? out : `${out}\x1b[0m`;
  }
}
