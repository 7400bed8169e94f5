/**
 * Selects and shortens the columns of a table for a terminal.
 *
 * @module
 */
import { type Fit, type FitColumn, fitColumns, isIdentity } from "./fit_columns.ts";

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
  { uniform, redundant, isSingleRow }: ColumnValues,
  { headers, hideFirst, identities = [], minWidths = {}, canHide = headers.length > 0 }:
    TableColumns,
  { padding, columns }: { readonly padding: number; readonly columns: number },
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
  return fitColumns(all, { padding, columns, hideFirst, canHide, isSingleRow });
}

/** What the values of columns have in common. */
export interface ColumnValues {
  /** Indexes of columns with one value in several rows. */
  readonly uniform: ReadonlySet<number>;
  /** Indexes of columns without values, or with the identity of each row. */
  readonly redundant: ReadonlySet<number>;
  readonly isSingleRow: boolean;
}

/** Cells without a value. */
const EMPTY: ReadonlySet<string> = new Set(["", "-"]);

/** Compares the values of a table's columns. */
export class ColumnComparison {
  /** Index of the identity; -1 without. */
  readonly #identity: number;
  #first: readonly string[] | undefined;
  #rows = 0;
  /** Indexes of columns with one value so far. */
  #same: number[] = [];
  #empty: number[] = [];
  #copies: number[] = [];

  constructor(headers: readonly string[]) {
    this.#identity = headers.findIndex((header) => header === "ID" || header === "NAME");
  }

  add(cells: readonly string[]): void {
    const identity = cells[this.#identity];
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
    return {
      uniform: new Set(rows > 1 ? this.#same : []),
      redundant: new Set(rows > 0 ? [...this.#empty, ...this.#copies] : []),
      isSingleRow: rows === 1,
    };
  }
}

/** Returns the elements that meet a condition; the array itself if all do. */
function retain(indexes: number[], condition: (index: number) => boolean): number[] {
  return indexes.every(condition) ? indexes : indexes.filter(condition);
}
