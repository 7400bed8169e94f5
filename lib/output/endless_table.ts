/**
 * A table of a stream of lines.
 *
 * @module
 */
import { cellWidth, type ColumnWidth, PADDING } from "./cell_width.ts";
import { type Fit, formatHidden, isIdentity, MIN_WIDTH, shortenMiddle } from "./fit_columns.ts";
import { ColumnComparison, fitTable, type TableColumns } from "./fit_table.ts";
import { countCodePoints } from "./text.ts";

/** Minimum width of the last column of a stream, for which other columns are hidden. */
const MIN_LAST_WIDTH = 24;

/** Options of an {@linkcode EndlessTable}. */
export interface EndlessTableOptions extends Partial<TableColumns> {
  readonly padding?: number;
  /** Minimum widths of the first columns. */
  readonly widths?: readonly number[] | undefined;
  /** Width of the terminal: the first lines decide which columns are hidden. */
  readonly columns?: number | undefined;
}

/**
 * A table of a stream of lines: each line is aligned with the widest cells so far.
 */
export class EndlessTable {
  readonly #options: EndlessTableOptions;
  readonly #padding: number;
  readonly #blocks: ColumnWidth[];
  /** Set on a terminal. */
  #fit: Fit | undefined;

  constructor(options: EndlessTableOptions = {}) {
    const { padding = PADDING, widths = [] } = options;
    this.#options = options;
    this.#padding = padding;
    this.#blocks = widths.map((width) => ({ width }));
  }

  /**
   * Returns the first lines, with the headers if `hasHeader`. On a terminal the number of hidden
   * columns precedes them: a stream that is stopped has no last line.
   */
  begin(rows: readonly (readonly string[])[], hasHeader: boolean): string {
    const { headers = [], columns } = this.#options;
    const lines = hasHeader ? [headers, ...rows] : rows;
    const fit = this.#fit = columns === undefined ? undefined : this.#fitRows(rows, columns);
    if (!fit) { for (const line of lines) this.#widen(line); }
    else for (const [at, width] of fit.widths.entries()) this.#blocks[at] = { width };
    const notice = fit && fit.hidden > 0 ? `${formatHidden(fit.hidden)}\n` : "";
    return notice + lines.map((line) => `${this.line(line)}\n`).join("");
  }

  #fitRows(rows: readonly (readonly string[])[], columns: number): Fit {
    const { headers = [], hideFirst, identities, canHide, widths = [] } = this.#options;
    const comparison = new ColumnComparison(headers);
    for (const row of rows) comparison.add(row);
    // Later rows may have values where the first ones have none.
    const values = { ...comparison.take(), redundant: new Set<number>(), isSingleRow: false };
    const natural = headers.map((header, index) =>
      Math.max(
        countCodePoints(header),
        widths[index] ?? 0,
        // Texts of later rows are longer.
        index === headers.length - 1 && widths.length > 0 ? MIN_LAST_WIDTH : 0,
        ...rows.map((row) => cellWidth(row[index] ?? "")),
      )
    );
    const padding = this.#padding;
    const fit = fitTable(natural, values, { headers, hideFirst, identities, canHide }, {
      padding,
      columns,
    });
    return fit ?? { shown: [...headers.keys()], widths: natural, padding, hidden: 0 };
  }

  /** Returns the aligned line, without a line break. */
  line(cells: readonly string[]): string {
    if (this.#fit) return this.#fittedLine(cells, this.#fit, this.#options.columns!);
    this.#widen(cells);
    return align(cells, this.#blocks, this.#padding);
  }

  /** Shortens cells that are wider than in the first lines; most of all the last one. */
  #fittedLine(all: readonly string[], { shown, padding }: Fit, columns: number): string {
    const { headers = [], identities = [] } = this.#options;
    const isWhole = (index: number) =>
      isIdentity(headers[index]!) || identities.includes(headers[index]!);
    const blocks = this.#blocks;
    const last = shown.length - 1;
    const space = () => {
      let free = columns - padding * last;
      for (const { width } of blocks.slice(0, last)) free -= width;
      return free;
    };
    const cells = shown.map((index, at) => {
      const cell = all[index] ?? "";
      if (at === last || isWhole(index)) return cell;
      const block = blocks[at]!;
      const free = Math.max(space() - MIN_LAST_WIDTH, 0);
      return shortenMiddle(cell, Math.max(block.width, Math.min(MIN_WIDTH, block.width + free)));
    });
    for (const [at, cell] of cells.slice(0, last).entries()) {
      blocks[at]!.width = Math.max(blocks[at]!.width, cellWidth(cell));
    }
    if (last >= 0 && !isWhole(shown[last]!)) {
      cells[last] = shortenMiddle(cells[last]!, Math.max(space(), 1));
    }
    return align(cells, blocks, padding);
  }

  #widen(cells: readonly string[]): void {
    for (let index = 0; index < cells.length - 1; index++) {
      const block = this.#blocks[index] ??= { width: 0 };
      block.width = Math.max(block.width, cellWidth(cells[index]!));
    }
  }
}

function align(cells: readonly string[], blocks: readonly ColumnWidth[], padding: number): string {
  let line = "";
  const last = cells.length - 1;
  for (let index = 0; index < last; index++) {
    const cell = cells[index]!;
    line += cell + " ".repeat(blocks[index]!.width + padding - cellWidth(cell));
  }
  return line + (cells[last] ?? "");
}
