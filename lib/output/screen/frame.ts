/**
 * A frame of a full-screen program: a grid of cells, each with a character and a style. Programs
 * render their state to frames; only the changed cells are written.
 *
 * @module
 */
import { escapeControls } from "../text.ts";
import { charWidth } from "./char_width.ts";

/** The size of a screen in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Parameters of an SGR sequence (`1` bold, `31` red); empty for the default style. */
export type Style = "" | `${number}` | `${number};${number}`;

/** Styles that are written instead of others. */
export type Palette = ReadonlyMap<Style, Style>;

/** Maximum number of combining marks in a cell. */
const MAX_MARKS = 4;

/** Characters of one cell in every terminal: Latin, punctuation, arrows, boxes and blocks. */
const ONE_CELL = /^[\u0020-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u259f]?$/;

/** A grid of cells, initially blank. Text beyond its edges is clipped. */
export class Frame {
  readonly size: Size;
  readonly #chars: string[];
  readonly #styles: Style[];
  readonly #palette: Palette | undefined;

  constructor(size: Size, palette?: Palette) {
    this.size = size;
    this.#palette = palette;
    this.#chars = new Array<string>(size.columns * size.rows).fill(" ");
    this.#styles = new Array<Style>(size.columns * size.rows).fill("");
  }

  /**
   * Writes text to a row, starting at a column. Escapes control characters. Clips a wide character
   * when only one cell remains.
   *
   * @param end The column to stop at; default the edge.
   * @returns The column after the text.
   */
  text(
    column: number,
    row: number,
    text: string,
    style: Style = "",
    end: number = this.size.columns,
  ): number {
    const { rows } = this.size;
    const columns = Math.min(end, this.size.columns);
    if (row < 0 || row >= rows) return column;
    let at = column;
    for (const char of escapeControls(text)) {
      const width = charWidth(char);
      if (at < 0 || at + width > columns) {
        if (at >= 0) break;
        at += width;
        continue;
      }
      const index = row * this.size.columns + at;
      if (width === 0) {
        // A combining mark shares the cell of the preceding character.
        const cell = at > column ? index - (this.#chars[index - 1] === "" ? 2 : 1) : -1;
        if (cell >= 0 && [...this.#chars[cell]!].length <= MAX_MARKS) this.#chars[cell] += char;
        continue;
      }
      this.#clear(index);
      this.#chars[index] = char;
      this.#styles[index] = style;
      if (width === 2) {
        this.#clear(index + 1);
        this.#chars[index + 1] = "";
        this.#styles[index + 1] = style;
      }
      at += width;
    }
    return at;
  }

  /** Blanks the other half of a wide character that loses the cell. */
  #clear(index: number): void {
    const isSecondHalf = this.#chars[index] === "";
    const { columns } = this.size;
    if (isSecondHalf && index % columns > 0) this.#chars[index - 1] = " ";
    if ((index + 1) % columns > 0 && this.#chars[index + 1] === "") this.#chars[index + 1] = " ";
    if (isSecondHalf) this.#chars[index] = " ";
  }

  /** Fills the rest of a row with the style, such as a bar. */
  fill(column: number, row: number, style: Style): void {
    this.text(column, row, " ".repeat(Math.max(this.size.columns - column, 0)), style);
  }

  /** Returns the rows as plain text without trailing spaces. */
  toString(): string {
    const lines: string[] = [];
    for (let row = 0; row < this.size.rows; row++) {
      const start = row * this.size.columns;
      lines.push(this.#chars.slice(start, start + this.size.columns).join("").trimEnd());
    }
    return lines.join("\n");
  }

  /** Returns the output that turns a screen showing `before`, or any screen, into this frame. */
  changes(before: Frame | undefined): string {
    const { columns, rows } = this.size;
    const known = before && before.size.columns === columns && before.size.rows === rows
      ? before
      : undefined;
    let out = known ? "" : "\x1b[0m\x1b[2J";
    for (let row = 0; row < rows; row++) out += this.#rowChanges(row, known);
    return out;
  }

  /** Returns the output for the first to the last changed cell of a row. */
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
    // The second cell of a wide character cannot be drawn on its own.
    while (first > start && this.#chars[first] === "") first--;
    let out = `\x1b[${row + 1};${first - start + 1}H`;
    let style: Style = "";
    for (let index = first; index <= last; index++) {
      const wanted = this.#styles[index]!;
      if (wanted !== style) {
        out += wanted === "" ? "\x1b[0m" : `\x1b[0;${this.#palette?.get(wanted) ?? wanted}m`;
      }
      style = wanted;
      const char = this.#chars[index]!;
      out += char;
      // Terminals disagree about the width of other characters.
      const next = index + (this.#chars[index + 1] === "" ? 2 : 1);
      if (next <= last && !ONE_CELL.test(char)) out += `\x1b[${row + 1};${next - start + 1}H`;
    }
    return style === "" ? out : `${out}\x1b[0m`;
  }
}
