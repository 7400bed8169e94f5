/**
 * The writer for `-o, --output table|json|yaml`. A view defines columns and fields of a row. Records
 * are streamed; only a finite table is buffered, because alignment needs all rows.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Colours } from "./colour.ts";
import { type FieldValue, JSON_OBJECT, type RecordStyle, YAML_ITEM } from "./records.ts";
import { EndlessTable, PADDING, Table } from "./table.ts";
import { escapeControls } from "./text.ts";
import { WriteBehind, type Writer } from "./write_behind.ts";

/** An output format. */
export type OutputFormat = "table" | "json" | "yaml";

/** Colour of a cell. */
export type Tint = "red" | "green" | "yellow";

/** A column of a table. */
export interface Column<Row> {
  readonly header: string;
  /** Returns the text of a cell. The writer escapes control characters. */
  cell(row: Row): string;
  /** Returns the colour of a cell, which marks health or a problem. */
  tint?(row: Row): Tint | undefined;
}

/** Columns and record fields of a row. */
export interface View<Row> {
  /** The columns after NODE. */
  readonly columns: readonly Column<Row>[];
  /** The documented fields after `node`, in order. */
  readonly fields: Readonly<Record<string, (row: Row) => FieldValue>>;
  /** Spaces between columns; default 3. */
  readonly padding?: number;
}

/** Options of {@linkcode createRowWriter}. */
export interface RowWriterOptions {
  format: OutputFormat;
  /** False omits the header line. */
  headers?: boolean;
  /** Print the header of a table without rows. */
  headerWithoutRows?: boolean;
  /** False omits the column NODE. */
  nodes?: boolean;
  /** Formatters of cells; no colours without them. */
  colours?: Colours;
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
  const { format, endless = false } = options;
  const behind = new WriteBehind(out, endless ? { startAt: 0 } : {});
  if (format === "table") {
    return endless ? endlessTable(behind, view, options) : wholeTable(out, view, options);
  }
  if (format === "yaml") return yamlRows(behind, createRecordEncoder(view, YAML_ITEM));
  const json = createRecordEncoder(view, JSON_OBJECT);
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
  options: RowWriterOptions & { format: "json" | "yaml" },
): RowWriter<Row> {
  return createRowWriter(out, { columns: [], fields }, options);
}

/** Header and cells of a table. */
interface Cells<Row> {
  readonly header: string[];
  of(node: string | null, row: Row): string[];
}

function cellsOf<Row>(
  { columns }: View<Row>,
  { nodes = true, colours }: RowWriterOptions,
): Cells<Row> {
  const headers = columns.map(({ header }) => header);
  return {
    header: nodes ? ["NODE", ...headers] : headers,
    of(node, row) {
      const cells = nodes ? [escapeControls(node ?? "")] : [];
      for (const column of columns) {
        const text = escapeControls(column.cell(row));
        const tint = colours && column.tint?.(row);
        cells.push(tint ? colours[tint](text) : text);
      }
      return cells;
    },
  };
}

function wholeTable<Row>(
  out: Writer,
  view: View<Row>,
  options: RowWriterOptions,
): RowWriter<Row> {
  const table = new Table(view.padding ?? PADDING);
  const cells = cellsOf(view, options);
  let rows = 0;
  if (options.headers ?? true) table.add(cells.header);
  return {
    add(node, row) {
      rows++;
      table.add(cells.of(node, row));
      return undefined;
    },
    async end() {
      if (rows === 0 && !options.headerWithoutRows) return;
      for (const bytes of table.takeBytes()) await out.write(bytes);
    },
  };
}

function endlessTable<Row>(
  behind: WriteBehind,
  view: View<Row>,
  options: RowWriterOptions,
): RowWriter<Row> {
  const table = new EndlessTable(view.padding ?? PADDING, options.widths);
  const cells = cellsOf(view, options);
  const header = options.headers ?? true ? `${table.line(cells.header)}\n` : "";
  let started = false;
  return {
    add(node, row) {
      const line = `${table.line(cells.of(node, row))}\n`;
      const text = started ? line : header + line;
      started = true;
      return behind.push(text);
    },
    async end() {
      if (!started && options.headerWithoutRows) await behind.push(header);
      await behind.flush();
    },
  };
}

/** Encodes a row as a record. */
type EncodeRecord<Row> = (node: string | null, row: Row) => string;

/** Creates the encoder of a view's rows. Field names are encoded once, not for every row. */
function createRecordEncoder<Row>({ fields }: View<Row>, style: RecordStyle): EncodeRecord<Row> {
  const start = style.start + style.name("node");
  const entries = Object.entries(fields).map(([name, value]) =>
    [style.next + style.name(name), value] as const
  );
  return (node, row) => {
    let text = start + style.value(node);
    for (const [name, value] of entries) text += name + style.value(value(row));
    return text + style.end;
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
