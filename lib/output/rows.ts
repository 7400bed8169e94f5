/**
 * The one writer behind `-o, --output table|json|yaml`. A view says what a row looks like; the
 * writer takes rows as they come and never holds more of them than aligning a table needs.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Colours } from "./colour.ts";
import { type FieldValue, JSON_OBJECT, type RecordStyle, YAML_ITEM } from "./records.ts";
import { EndlessTable, PADDING, Table } from "./table.ts";
import { printable } from "./text.ts";
import { WriteBehind, type Writer } from "./write_behind.ts";

/** How rows are written. */
export type OutputFormat = "table" | "json" | "yaml";

/** What a cell says by its colour. */
export type Tint = "red" | "green" | "yellow";

/** A column of a table. */
export interface Column<Row> {
  readonly header: string;
  /** The text of a cell. Control characters in it are spelled out when it is written. */
  cell(row: Row): string;
  /** The colour of a cell where there is colour: for health and trouble, not for beauty. */
  tint?(row: Row): Tint | undefined;
}

/** What a row looks like as a line of a table and as a record. */
export interface View<Row> {
  /** The columns after NODE. */
  readonly columns: readonly Column<Row>[];
  /** The documented fields after `node`, in order. */
  readonly fields: Readonly<Record<string, (row: Row) => FieldValue>>;
  /** Spaces between columns; three when left out. */
  readonly padding?: number;
}

/** Options of {@linkcode createRowWriter}. */
export interface RowWriterOptions {
  format: OutputFormat;
  /** False leaves the line of headers out. */
  headers?: boolean;
  /** A table without rows still has its headers. */
  headerAlone?: boolean;
  /** False leaves out the column NODE. */
  nodes?: boolean;
  /** What colours cells; without it there is none. */
  colours?: Colours;
  /** Rows come without end: each is written at once, in JSON as one object a line. */
  endless?: boolean;
  /** Least widths of the first columns where rows come without end, so that headers fit them. */
  widths?: readonly number[];
}

/** Takes rows and writes them. */
export interface RowWriter<Row> {
  /**
   * Adds a row of a node (null where a row belongs to no node). When the result is a promise, it
   * has to be awaited before the next row.
   */
  add(node: string | null, row: Row): Promise<void> | undefined;
  /** Writes what is left. Without it, the output is incomplete. */
  end(): Promise<void>;
}

/** Makes the writer for a view. */
export function createRowWriter<Row>(
  out: Writer,
  view: View<Row>,
  options: RowWriterOptions,
): RowWriter<Row> {
  const { format, endless = false } = options;
  const behind = new WriteBehind(out, endless ? { startAt: 0 } : {});
  if (format === "table") {
    return endless ? endlessTable(behind, view, options) : wholeTable(behind, view, options);
  }
  if (format === "yaml") return yamlRows(behind, recordText(view, YAML_ITEM));
  const json = recordText(view, JSON_OBJECT);
  return endless ? jsonLines(behind, json) : jsonArray(behind, json);
}

/**
 * Runs what produces the rows of `writer`, and completes the output also when nodes failed, so that
 * records stay readable. After a cancellation the output stays incomplete, as it is.
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
 * Writes records only, for output whose text for people is no table of rows.
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

/** The cells of a table's lines. */
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
      const cells = nodes ? [printable(node ?? "")] : [];
      for (const column of columns) {
        const text = printable(column.cell(row));
        const tint = colours && column.tint?.(row);
        cells.push(tint ? colours[tint](text) : text);
      }
      return cells;
    },
  };
}

function wholeTable<Row>(
  behind: WriteBehind,
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
      if (rows === 0 && !options.headerAlone) return;
      for (const line of table.lines()) {
        const full = behind.push(`${line}\n`);
        if (full) await full;
      }
      await behind.flush();
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
      if (!started && options.headerAlone) await behind.push(header);
      await behind.flush();
    },
  };
}

/** A row as the text of a record. */
type RecordText<Row> = (node: string | null, row: Row) => string;

/** Puts records together; what depends on names only is made once and not for every row. */
function recordText<Row>({ fields }: View<Row>, style: RecordStyle): RecordText<Row> {
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

function jsonArray<Row>(behind: WriteBehind, record: RecordText<Row>): RowWriter<Row> {
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

function jsonLines<Row>(behind: WriteBehind, record: RecordText<Row>): RowWriter<Row> {
  return {
    add: (node, row) => behind.push(`${record(node, row)}\n`),
    end: () => behind.flush(),
  };
}

function yamlRows<Row>(behind: WriteBehind, record: RecordText<Row>): RowWriter<Row> {
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
