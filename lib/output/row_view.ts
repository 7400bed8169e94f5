/**
 * A view: the columns and record fields of a row, and how a command prints them.
 *
 * @module
 */
import type { Colours } from "./colour.ts";
import type { Timestamp } from "./go_time.ts";
import type { FieldValue } from "./records.ts";
import type { FormatTime, TimeKind } from "./time_style.ts";

/** An output format; {@linkcode selectFormat} parses it. */
export type RowFormat =
  | "table"
  | "json"
  | "yaml"
  /** JSON with these fields only. */
  | { readonly fields: readonly string[] }
  /** Returns the text of a row, with its line breaks, from its fields. */
  | { readonly text: (field: (name: string) => FieldValue) => string };

/** Colour of a cell. */
export type Tint = "red" | "green" | "yellow";

/** A column of a table. */
export interface Column<Row> {
  readonly header: string;
  /** Returns the text of a cell. The writer escapes control characters. */
  cell(row: Row): string;
  /** Returns the value to sort by, for a column whose texts do not sort. */
  key?(row: Row): number | bigint;
  /** The time that a cell shows, for the user's zone and format; undefined in rows without one. */
  readonly time?: TimeKind & { of(row: Row): Timestamp | undefined };
  /** Returns the colour of a cell, which marks health or a problem. */
  tint?(row: Row): Tint | undefined;
  /**
   * Returns whether a row has the value, for a column that a finite table has only if some row has
   * it: older nodes do not send it.
   */
  isPresent?(row: Row): boolean;
}

/** Columns and record fields of a row. */
export interface View<Row> {
  /** The columns after NODE. */
  readonly columns: readonly Column<Row>[];
  /** The documented fields after `node`, in order. */
  readonly fields: Readonly<Record<string, (row: Row) => FieldValue>>;
  /** The field printed by `-o name`; default the first one, null for rows without a name. */
  readonly name?: string | null;
  /** The rows belong to no node: no column NODE and no field `node`. */
  readonly local?: boolean;
  /** Spaces between columns; default 3. */
  readonly padding?: number;
  /** Headers of the least important columns, the first to hide first from a narrow terminal. */
  readonly hideFirst?: readonly string[];
  /** Headers of columns that identify rows besides NODE, ID and NAME: they are always shown in full. */
  readonly identities?: readonly string[];
  /** Widths of columns, by header, to keep by hiding less important ones; default 24. */
  readonly minWidths?: Readonly<Record<string, number>>;
}

/** Options of {@linkcode createRowWriter}. */
export interface RowWriterOptions {
  format: RowFormat;
  /** False omits the header line. */
  headers?: boolean;
  /** Print the header of a table without rows. */
  headerWithoutRows?: boolean;
  /** False omits the column NODE. */
  nodes?: boolean;
  /** Formatters of cells; no colours without them. */
  colours?: Colours;
  /** Formats times as the user chose. */
  times?: FormatTime | undefined;
  /** Headers of the columns to print, in this order; all when empty or absent. */
  columns?: readonly string[];
  /** Sort all rows by the column with this header, descending after a `-`. */
  sortBy?: string | undefined;
  /** Returns whether a row is printed, given its fields. */
  filter?: (field: (name: string) => FieldValue) => boolean;
  /** Width of the terminal, which the table fits; undefined in a pipe or with `--wide`. */
  width?: number | undefined;
  /** Whether the command can show all columns with `--wide`; a narrow terminal then hides some. */
  canHide?: boolean;
  /** Write each row at once, for streams without an end; JSON is one object per line. */
  endless?: boolean;
  /** Minimum widths of the first columns of an endless table, so that headers align with rows. */
  widths?: readonly number[];
}

/** A writer of rows. */
export interface RowWriter<Row> {
  /**
   * Adds a row of a node; null for rows of no node. A returned promise must be awaited before the
   * next row.
   */
  add(node: string | null, row: Row): Promise<void> | undefined;
  /** Completes the output and flushes it. */
  end(): Promise<void>;
}
