/**
 * The writer for `-o, --output`. A view defines columns and fields of a row. Records
 * are streamed; only a finite table is buffered, because alignment needs all rows.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Colours } from "./colour.ts";
import { parseSortColumn, selectColumns } from "./column_selection.ts";
import { compareNatural } from "./natural_order.ts";
import { type FieldValue, JSON_OBJECT, type RecordStyle, YAML_ITEM } from "./records.ts";
import { PADDING } from "./cell_width.ts";
import { EndlessTable } from "./endless_table.ts";
import { Table } from "./table.ts";
import type { Timestamp } from "./go_time.ts";
import { escapeControls } from "./text.ts";
import type { FormatTime, TimeKind } from "./time_style.ts";
import { WriteBehind, type Writer } from "./write_behind.ts";

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

/** Creates the writer of a view. */
export function createRowWriter<Row>(
  out: Writer,
  view: View<Row>,
  options: RowWriterOptions,
): RowWriter<Row> {
  if (options.filter !== undefined) {
    const { filter, ...rest } = options;
    return filteredRows(createRowWriter(out, view, rest), view, filter);
  }
  if (options.sortBy) return sortedRows(out, view, { ...options, sortBy: options.sortBy });
  const { format, endless = false } = options;
  const hasOptional = view.columns.some(({ isPresent }) => isPresent !== undefined);
  if (hasOptional && format === "table" && !endless && !options.columns?.length) {
    return presentColumns(out, view, options);
  }
  const behind = new WriteBehind(out, endless ? { startAt: 0 } : {});
  if (format === "table") {
    return endless ? endlessTable(behind, view, options) : wholeTable(out, view, options);
  }
  if (format === "yaml") return yamlRows(behind, createRecordEncoder(view, YAML_ITEM));
  if (typeof format === "object" && "text" in format) return textLines(behind, view, format.text);
  const json = createRecordEncoder(
    view,
    JSON_OBJECT,
    format === "json" ? undefined : format.fields,
  );
  return endless ? jsonLines(behind, json) : jsonArray(behind, json);
}

/**
 * Runs `produce`, which adds rows to `writer`, and completes the output. Also completes it after an
 * error of nodes, so that JSON stays valid; not after a cancellation.
 */
export async function writeRows<Row>(
  writer: RowWriter<Row>,
  produce: () => Promise<void>,
): Promise<void> {
  try {
    await produce();
  } catch (error) {
    if (error instanceof OsctlError && error.kind !== "cancelled") await writer.end();
    throw error;
  }
  await writer.end();
}

/**
 * Creates a writer of records, for commands whose text output is not a table.
 *
 * @param fields The documented fields after `node`, in order.
 */
export function createRecordWriter<Row>(
  out: Writer,
  fields: View<Row>["fields"],
  options: RowWriterOptions,
): RowWriter<Row> {
  return createRowWriter(out, { columns: [], fields }, options);
}

/** Omits rows that do not match. */
function filteredRows<Row>(
  writer: RowWriter<Row>,
  { fields }: View<Row>,
  filter: NonNullable<RowWriterOptions["filter"]>,
): RowWriter<Row> {
  return {
    add(node, row) {
      const matches = filter((name) =>
        name === "node" && !Object.hasOwn(fields, name) ? node : fields[name]!(row)
      );
      return matches ? writer.add(node, row) : undefined;
    },
    end: () => writer.end(),
  };
}

/** Sorts all rows before it writes them. */
function sortedRows<Row>(
  out: Writer,
  view: View<Row>,
  options: RowWriterOptions & { sortBy: string },
): RowWriter<Row> {
  const columns: Column<{ node: string; row: Row }>[] = [
    ...(view.local ? [] : [{ header: "NODE", cell: ({ node }: { node: string }) => node }]),
    ...view.columns.map(({ header, cell, key }) => ({
      header,
      cell: ({ row }: { row: Row }) => cell(row),
      ...(key && { key: ({ row }: { row: Row }) => key(row) }),
    })),
  ];
  const headers = columns.map(({ header }) => header);
  const { index, isDescending } = parseSortColumn(headers, options.sortBy, "the table");
  const writer = createRowWriter(out, view, { ...options, sortBy: undefined });
  const rows: { node: string | null; row: Row }[] = [];
  return {
    add(node, row) {
      rows.push({ node, row });
      return undefined;
    },
    async end() {
      const { cell, key } = columns[index]!;
      const sorted = rows.map(({ node, row }) => {
        const input = { node: node ?? "", row };
        return { node, row, value: key ? key(input) : cell(input) };
      }).sort((a, b) => (isDescending ? -1 : 1) * compareValues(a.value, b.value));
      for (const { node, row } of sorted) {
        const full = writer.add(node, row);
        if (full) await full;
      }
      await writer.end();
    },
  };
}

/** Omits optional columns that no row has. */
function presentColumns<Row>(
  out: Writer,
  view: View<Row>,
  options: RowWriterOptions,
): RowWriter<Row> {
  const rows: { node: string | null; row: Row }[] = [];
  return {
    add(node, row) {
      rows.push({ node, row });
      return undefined;
    },
    async end() {
      const columns = view.columns.filter(({ isPresent }) =>
        isPresent === undefined || rows.some(({ row }) => isPresent(row))
      );
      const writer = wholeTable(out, { ...view, columns }, options);
      for (const { node, row } of rows) {
        const full = writer.add(node, row);
        if (full) await full;
      }
      await writer.end();
    },
  };
}

/** Compares the values of a column: keys numerically, texts in natural order. */
function compareValues(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a === "string" || typeof b === "string") {
    return compareNatural(String(a), String(b));
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the headers of a table. */
export function headersOf<Row>(
  { columns, local = false }: Pick<View<Row>, "columns" | "local">,
  { nodes = !local }: Pick<RowWriterOptions, "nodes">,
): string[] {
  const headers = columns.map(({ header }) => header);
  return nodes ? ["NODE", ...headers] : headers;
}

/** Returns the text of a cell; times as the user chose. */
export function cellText<Row>(column: Column<Row>, row: Row, times?: FormatTime): string {
  const time = times && column.time?.of(row);
  return (time && times(time, column.time)) ?? column.cell(row);
}

/** Header and cells of a table. */
interface Cells<Row> {
  readonly header: string[];
  of(node: string | null, row: Row): string[];
}

function cellsOf<Row>(view: View<Row>, options: RowWriterOptions): Cells<Row> {
  const { nodes = !view.local, colours, times } = options;
  const header = headersOf(view, options);
  const all = (node: string | null, row: Row) => {
    const cells = nodes ? [escapeControls(node ?? "")] : [];
    for (const column of view.columns) {
      const text = escapeControls(cellText(column, row, times));
      const tint = colours && column.tint?.(row);
      cells.push(tint ? colours[tint](text) : text);
    }
    return cells;
  };
  const selected = selectColumns(header, options.columns ?? [], "the table");
  if (selected === undefined) return { header, of: all };
  const select = (cells: readonly string[]) => selected.map((index) => cells[index]!);
  return { header: select(header), of: (node, row) => select(all(node, row)) };
}

function wholeTable<Row>(
  out: Writer,
  view: View<Row>,
  options: RowWriterOptions,
): RowWriter<Row> {
  const cells = cellsOf(view, options);
  const table = new Table(view.padding ?? PADDING, {
    headers: cells.header,
    hideFirst: view.hideFirst,
    identities: view.identities,
    minWidths: view.minWidths,
    canHide: options.canHide === true && !options.columns?.length,
  });
  let rows = 0;
  if (options.headers ?? true) table.addHeader();
  return {
    add(node, row) {
      rows++;
      table.add(cells.of(node, row));
      return undefined;
    },
    async end() {
      if (rows === 0 && !options.headerWithoutRows) return;
      for (const bytes of table.takeBytes(options.width)) await out.write(bytes);
    },
  };
}

function endlessTable<Row>(
  behind: WriteBehind,
  view: View<Row>,
  options: RowWriterOptions,
): RowWriter<Row> {
  const widths = options.columns?.length ? [] : options.widths;
  const cells = cellsOf(view, options);
  const table = new EndlessTable({
    padding: view.padding ?? PADDING,
    widths,
    headers: cells.header,
    columns: options.width,
    hideFirst: view.hideFirst,
    identities: view.identities,
    canHide: options.canHide === true && !options.columns?.length,
  });
  const { headers = true } = options;
  let started = false;
  return {
    add(node, row) {
      const line = cells.of(node, row);
      const text = started ? `${table.line(line)}\n` : table.begin([line], headers);
      started = true;
      return behind.push(text);
    },
    async end() {
      if (!started && options.headerWithoutRows) await behind.push(table.begin([], headers));
      await behind.flush();
    },
  };
}

/** Encodes a row as a record. */
type EncodeRecord<Row> = (node: string | null, row: Row) => string;

/**
 * Creates the encoder of a view's rows. Field names are encoded once, not for every row.
 *
 * @param names Default: all fields. The one that the view does not define is the node.
 */
function createRecordEncoder<Row>(
  { fields, local = false }: View<Row>,
  style: RecordStyle,
  names: readonly string[] = [...(local ? [] : ["node"]), ...Object.keys(fields)],
): EncodeRecord<Row> {
  const entries = names.map((name, index) => {
    const before = index === 0 ? style.start : style.next;
    return [before + style.name(name), fields[name]] as const;
  });
  return (node, row) => {
    let text = "";
    for (const [name, value] of entries) text += name + style.value(value ? value(row) : node);
    return text + style.end;
  };
}

function textLines<Row>(
  behind: WriteBehind,
  { fields }: View<Row>,
  format: (field: (name: string) => FieldValue) => string,
): RowWriter<Row> {
  return {
    add: (node, row) => behind.push(format((name) => fields[name] ? fields[name](row) : node)),
    end: () => behind.flush(),
  };
}

function jsonArray<Row>(behind: WriteBehind, record: EncodeRecord<Row>): RowWriter<Row> {
  let started = false;
  return {
    add(node, row) {
      const start = started ? ",\n" : "[\n";
      started = true;
      return behind.push(`${start}  ${record(node, row)}`);
    },
    async end() {
      await behind.push(started ? "\n]\n" : "[]\n");
      await behind.flush();
    },
  };
}

function jsonLines<Row>(behind: WriteBehind, record: EncodeRecord<Row>): RowWriter<Row> {
  return {
    add: (node, row) => behind.push(`${record(node, row)}\n`),
    end: () => behind.flush(),
  };
}

function yamlRows<Row>(behind: WriteBehind, record: EncodeRecord<Row>): RowWriter<Row> {
  let started = false;
  return {
    add(node, row) {
      started = true;
      return behind.push(record(node, row));
    },
    async end() {
      if (!started) await behind.push("[]\n");
      await behind.flush();
    },
  };
}
