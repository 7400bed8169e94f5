/**
 * Selects and shortens the columns of a table for a terminal.
 *
 * @module
 */
import { cellWidth } from "./cell_width.ts";
import { type Fit, type FitColumn, fitColumns, isIdentity, type LongTail } from "./fit_columns.ts";

/** Headers of a table, and how it fits a terminal. */
export interface TableColumns {
  readonly headers: readonly string[];
  /** Headers of the least important columns, the first to hide first. */
  readonly hideFirst?: readonly string[] | undefined;
  /** Headers of columns that identify rows besides NODE, ID and NAME. */
  readonly identities?: readonly string[] | undefined;
  /** Widths of columns, by header, to keep by hiding less important ones. */
  readonly minWidths?: Readonly<Record<string, number>> | undefined;
  /** False if the user selected the columns. */
  readonly canHide?: boolean | undefined;
}

/** Fits columns of these widths to the terminal. */
export function fitTable(
  widths: readonly number[],
  { uniform, redundant, isSingleRow, longTail }: ColumnValues,
  { headers, hideFirst, identities = [], minWidths = {}, canHide = headers.length > 0 }:
    TableColumns,
  { padding, columns, isFinite }: {
    readonly padding: number;
    readonly columns: number;
    readonly isFinite?: boolean;
  },
): Fit | undefined {
  const all = widths.map((width, index): FitColumn => {
    const header = headers[index] ?? "";
    return {
      header,
      width,
      isUniform: uniform.has(index),
      ...minWidths[header] === undefined ? {} : { minWidth: minWidths[header] },
      isRedundant: redundant.has(index),
      isIdentity: isIdentity(header) || identities.includes(header),
    };
  });
  const finite = isFinite === true ? { isFinite, longTail } : {};
  return fitColumns(all, { padding, columns, hideFirst, canHide, isSingleRow, ...finite });
}

/** Common properties of the values of columns. */
export interface ColumnValues {
  /** Indexes of columns with one value in several rows. */
  readonly uniform: ReadonlySet<number>;
  /** Indexes of columns without values, or with the identity of each row. */
  readonly redundant: ReadonlySet<number>;
  readonly isSingleRow: boolean;
  /** The identity, with the width that nine of ten cells do not exceed. */
  readonly longTail?: LongTail | undefined;
}

/** Larger widths of cells count as this one. */
const MAX_WIDTH = 255;

/** Cells without a value. */
const EMPTY: ReadonlySet<string> = new Set(["", "-"]);

/** Compares the values of a table's columns. */
export class ColumnComparison {
  /** Index of the identity; -1 without. */
  readonly #identity: number;
  /** Index of the column that is shown in full; -1 without. */
  readonly #whole: number;
  /** Number of cells of that column, by width. */
  readonly #widths = new Uint32Array(MAX_WIDTH + 1);
  #first: readonly string[] | undefined;
  #rows = 0;
  /** Indexes of columns with one value so far. */
  #same: number[] = [];
  #empty: number[] = [];
  #copies: number[] = [];

  constructor(headers: readonly string[], identities: readonly string[] = []) {
    this.#identity = headers.findIndex((header) => header === "ID" || header === "NAME");
    this.#whole = this.#identity >= 0
      ? this.#identity
      : headers.findIndex((header) => identities.includes(header));
  }

  add(cells: readonly string[]): void {
    const identity = cells[this.#identity];
    const whole = cells[this.#whole];
    if (whole !== undefined) this.#widths[Math.min(cellWidth(whole), MAX_WIDTH)]!++;
    if (this.#rows++ === 0) {
      this.#first = cells;
      const all = [...cells.keys()];
      this.#same = all;
      this.#empty = all;
      this.#copies = identity === undefined ? [] : all.filter((index) => index !== this.#identity);
    }
    const first = this.#first!;
    this.#same = retain(this.#same, (index) => cells[index] === first[index]);
    this.#empty = retain(this.#empty, (index) => EMPTY.has(cells[index]!));
    this.#copies = retain(this.#copies, (index) => cells[index] === identity);
  }

  /** Returns the result for the rows so far, and starts again. */
  take(): ColumnValues {
    const rows = this.#rows;
    this.#rows = 0;
    const longTail = this.#whole < 0
      ? undefined
      : { index: this.#whole, commonWidth: this.#takeCommonWidth(rows) };
    return {
      longTail,
      uniform: new Set(rows > 1 ? this.#same : []),
      redundant: new Set(rows > 0 ? [...this.#empty, ...this.#copies] : []),
      isSingleRow: rows === 1,
    };
  }

  #takeCommonWidth(rows: number): number {
    let above = Math.floor(rows / 10);
    let width = MAX_WIDTH;
    while (width > 0 && above >= this.#widths[width]!) above -= this.#widths[width--]!;
    this.#widths.fill(0);
    return width;
  }
}

/** Returns the elements that meet a condition; the array itself if all do. */
function retain(indexes: number[], condition: (index: number) => boolean): number[] {
  return indexes.every(condition) ? indexes : indexes.filter(condition);
}
