/**
 * Aligned columns by the rules of Go's `text/tabwriter`: the width of a column is the width of its widest
 * cell plus a padding, the last cell of a line is not padded, and a column is aligned over
 * consecutive lines that have it. Widths are counted in code points.
 *
 * @module
 */
import { cellWidth, type ColumnWidth, PADDING } from "./cell_width.ts";
import { formatHidden } from "./fit_columns.ts";
import { ColumnComparison, fitTable, type TableColumns } from "./fit_table.ts";
import { LineAligner, type Run } from "./line_aligner.ts";
import { LINE_FEED, LineStore, TAB } from "./line_store.ts";

/** A table of a finite number of lines. */
export class Table {
  readonly #padding: number;
  readonly #columns: TableColumns;
  readonly #lines = new LineStore();
  readonly #runs: Run[] = [];
  readonly #values: ColumnComparison;
  #open: readonly ColumnWidth[] = [];

  /** @param columns Without them, no column is hidden from a terminal. */
  constructor(padding: number = PADDING, columns: TableColumns = { headers: [] }) {
    this.#padding = padding;
    this.#columns = columns;
    this.#values = new ColumnComparison(columns.headers, columns.identities);
  }

  /** Adds the line of headers. */
  addHeader(): void {
    this.#add(this.#columns.headers);
  }

  /**
   * Adds a line. Cells must contain neither tabs nor line breaks (see `escapeControls`). SGR sequences of a
   * coloured cell do not count towards its width.
   */
  add(cells: readonly string[]): void {
    this.#values.add(cells);
    this.#add(cells);
  }

  #add(cells: readonly string[]): void {
    const terminated = Math.max(cells.length - 1, 0);
    if (terminated !== this.#open.length) {
      const kept = this.#open.slice(0, terminated);
      while (kept.length < terminated) kept.push({ width: 0 });
      this.#open = kept;
    }
    let units = 0;
    for (const cell of cells) units += cell.length;
    this.#lines.begin(units, cells.length);
    for (let index = 0; index < terminated; index++) {
      const cell = cells[index]!;
      const block = this.#open[index]!;
      const width = cellWidth(cell);
      if (width > block.width) block.width = width;
      this.#lines.add(cell, TAB);
    }
    const last = cells[terminated] ?? "";
    this.#lines.add(last, LINE_FEED);
    let run = this.#runs.at(-1);
    if (run?.blocks !== this.#open) {
      run = { blocks: this.#open, lastWidth: 0, lines: 0 };
      this.#runs.push(run);
    }
    run.lines++;
    run.lastWidth = Math.max(run.lastWidth, cellWidth(last));
  }

  /**
   * Yields the aligned lines with their line breaks, as UTF-8 in blocks of about 64 KiB, and
   * empties the table. The next block overwrites the one before.
   *
   * @param columns Width of the terminal: wider tables hide columns, whose number is the last line.
   */
  *takeBytes(columns = Infinity): Generator<Uint8Array, void, undefined> {
    const values = this.#values.take();
    const aligner = new LineAligner(
      this.#padding,
      (widths) =>
        columns === Infinity ? undefined : fitTable(widths, values, this.#columns, {
          padding: this.#padding,
          columns,
          isFinite: true,
        }),
    );
    const runs = this.#runs.splice(0).reverse();
    this.#open = [];
    let run = runs.pop();
    for (const block of this.#lines.take()) {
      for (let start = 0; start < block.length;) {
        while (run!.lines === 0) run = runs.pop();
        run!.lines--;
        const end = block.indexOf(LINE_FEED, start) + 1;
        aligner.align(block.subarray(start, end), run!);
        start = end;
        if (aligner.isFull) yield aligner.take();
      }
    }
    const rest = aligner.take();
    if (rest.length > 0) yield rest;
    if (aligner.hidden > 0) yield new TextEncoder().encode(`${formatHidden(aligner.hidden)}\n`);
  }

  /** Returns the aligned lines with their line breaks as text, and empties the table. */
  takeText(columns = Infinity): string {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let text = "";
    for (const bytes of this.takeBytes(columns)) text += decoder.decode(bytes);
    return text;
  }
}
