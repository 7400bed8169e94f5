/**
 * Prints rows that no node sent.
 *
 * @module
 */
import { createRowWriter, type View } from "./rows.ts";
import {
  printColumnHelp,
  type TableFlags,
  type TableSystem,
  toTableOptions,
} from "./table_options.ts";
import type { Writer } from "./write_behind.ts";

/** The parts of `System` that printing uses. */
export interface PrintSystem extends TableSystem {
  readonly stdout: Writer;
}

/**
 * Prints a finite number of rows; a table without rows has a header.
 *
 * @throws {OsctlError} of kind `usage` for an invalid format, column or field.
 */
export async function printRows<Row>(
  system: PrintSystem,
  rows: Iterable<Row>,
  view: View<Row>,
  flags: TableFlags,
): Promise<void> {
  if (await printColumnHelp(system.stdout, view, flags)) return;
  const options = await toTableOptions(system, view, flags);
  const writer = createRowWriter(system.stdout, view, { ...options, headerWithoutRows: true });
  for (const row of rows) await writer.add(null, row);
  await writer.end();
}
