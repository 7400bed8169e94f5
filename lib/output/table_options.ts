/**
 * Options of tables from flags and the terminal.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type ColourSystem, createColours } from "./colour.ts";
import { formatColumnHelp, isColumnHelp } from "./column_selection.ts";
import { headersOf, type RowWriterOptions, type View } from "./rows.ts";
import { type OutputFormat, selectFormat } from "./select_format.ts";
import type { FormatTime } from "./time_style.ts";
import type { Writer } from "./write_behind.ts";

/** Flags of commands that print tables. */
export interface TableFlags {
  readonly output: OutputFormat;
  readonly noHeaders?: boolean;
  /** Print full cells on a terminal too. */
  readonly wide?: boolean;
  /** Headers of the columns to print; all when empty. */
  readonly columns?: readonly string[];
  readonly sortBy?: string;
  /** CEL expression over the fields; all rows when empty. */
  readonly filter?: string;
}

/** The parts of `System` that tables depend on. */
export interface TableSystem extends ColourSystem {
  readonly terminal: ColourSystem["terminal"] & {
    size(): { readonly columns: number } | undefined;
  };
  /** Formats times as the user chose; set on a terminal. */
  readonly times?: FormatTime | undefined;
}

/** Returns the width that tables fit; undefined in a pipe or with `--wide`. */
export function getTableWidth(
  { terminal }: Pick<TableSystem, "terminal">,
  { wide = false }: Pick<TableFlags, "wide">,
): number | undefined {
  return wide || !terminal.isTerminal("stdout") ? undefined : terminal.size()?.columns;
}

/**
 * Returns the options of a command's rows.
 *
 * @throws {OsctlError} of kind `usage` for an invalid format, and for columns of another format.
 */
export async function toTableOptions<Row>(
  system: TableSystem,
  view: View<Row>,
  flags: TableFlags,
): Promise<RowWriterOptions> {
  const { output, columns = [], sortBy, noHeaders = false, filter = "" } = flags;
  checkColumns(flags);
  return {
    format: await selectFormat(output, { view, terminal: system.terminal.isTerminal("stdout") }),
    headers: !noHeaders,
    columns,
    sortBy,
    width: getTableWidth(system, flags),
    canHide: flags.wide !== undefined,
    colours: createColours(system),
    times: system.times,
    ...filter === "" ? {} : { filter: await toFilter(filter, view) },
  };
}

/** Parses `--filter`. */
async function toFilter<Row>(
  text: string,
  { fields, local = false }: Pick<View<Row>, "fields" | "local">,
): Promise<NonNullable<RowWriterOptions["filter"]>> {
  const { createFilter } = await import("./filter.ts");
  const names = Object.keys(fields);
  return createFilter(text, local ? names : ["node", ...names]);
}

/** Rejects `--columns` with a format other than a table. */
export function checkColumns(
  { columns = [], output }: { columns?: readonly string[]; output: string },
): void {
  if (columns.length === 0 || output === "table") return;
  throw new OsctlError("usage", `--columns cannot be combined with --output ${output}`, {
    hint: "remove one of them",
  });
}

/** Prints the list of columns for `--columns help`; returns whether it is requested. */
export async function printColumnHelp<Row>(
  out: Writer,
  view: Pick<View<Row>, "columns" | "local">,
  { columns = [] }: Pick<TableFlags, "columns">,
): Promise<boolean> {
  if (!isColumnHelp(columns)) return false;
  await out.write(formatColumnHelp(headersOf(view, {})));
  return true;
}
