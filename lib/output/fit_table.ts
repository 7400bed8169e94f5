/**
 * Selects and shortens the columns of a table for a terminal.
 *
 * @module
 */
import { type Fit, type FitColumn, fitColumns } from "./fit_columns.ts";

/** Headers of a table, and how it fits a terminal. */
export interface TableColumns {
  readonly headers: readonly string[];
  /** Headers of the least important columns, the first to hide first. */
  readonly hideFirst?: readonly string[] | undefined;
  /** False if the user selected the columns. */
  readonly canHide?: boolean | undefined;
}

/** Fits columns of these widths to the terminal. */
export function fitTable(
  widths: readonly number[],
  uniform: readonly boolean[],
  { headers, hideFirst, canHide = headers.length > 0 }: TableColumns,
  { padding, columns }: { readonly padding: number; readonly columns: number },
): Fit | undefined {
  const all = widths.map((width, index): FitColumn => ({
    header: headers[index] ?? "",
    width,
    isUniform: uniform[index] ?? false,
  }));
  return fitColumns(all, { padding, columns, hideFirst, canHide });
}

/** Finds the columns that have one value in all rows. */
export class UniformColumns {
  #first: readonly string[] | undefined;
  #rows = 0;
  /** Indexes of columns with one value so far. */
  #same: number[] = [];

  add(cells: readonly string[]): void {
    if (this.#rows++ === 0) {
      this.#first = cells;
      this.#same = [...cells.keys()];
      return;
    }
    if (this.#same.length === 0) return;
    const first = this.#first!;
    if (this.#same.some((index) => cells[index] !== first[index])) {
      this.#same = this.#same.filter((index) => cells[index] === first[index]);
    }
  }

  /** Returns whether each column is uniform; none is with a single row. */
  take(): boolean[] {
    const uniform: boolean[] = [];
    if (this.#rows > 1) { for (const index of this.#same) uniform[index] = true; }
    this.#rows = 0;
    return uniform;
  }
}
