/**
 * The writer for `-o, --output`. A view defines columns and fields of a row. Records
 * are streamed; only a finite table is buffered, because alignment needs all rows.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { parseSortColumn, selectColumns } from "./column_selection.ts";
import { compareNatural } from "./natural_order.ts";
import { createRecordEncoder, jsonArray, jsonLines, textLines, yamlRows } from "./record_rows.ts";
import { JSON_OBJECT, YAML_ITEM } from "./records.ts";
import { PADDING } from "./cell_width.ts";
import { EndlessTable } from "./endless_table.ts";
import type { Column, RowWriter, RowWriterOptions, View } from "./row_view.ts";
import { Table } from "./table.ts";
import { escapeControls } from "./text.ts";
import type { FormatTime } from "./time_style.ts";
import { WriteBehind, type Writer } from "./write_behind.ts";

export type * from "./row_view.ts";

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
