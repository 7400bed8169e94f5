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

/** The line of a table without rows, and where it goes. */
export interface Absence {
  /** `no aliases; define one with: …`, without a line break. */
  readonly text: string;
  readonly to: Writer;
}

/**
 * Prints a finite number of rows. A table without rows has a header; on a terminal, only the line of
 * `absence` if there is one.
 *
 * @throws {OsctlError} of kind `usage` for an invalid format, column or field.
 */
export async function printRows<Row>(
  system: PrintSystem,
  rows: Iterable<Row>,
  view: View<Row>,
  flags: TableFlags,
  absence?: Absence,
): Promise<void> {
  if (await printColumnHelp(system.stdout, view, flags)) return;
  const options = await toTableOptions(system, view, flags);
  const headerWithoutRows = absence === undefined || !system.terminal.isTerminal("stdout");
  const writer = createRowWriter(system.stdout, view, { ...options, headerWithoutRows });
  let isEmpty = true;
  for (const row of rows) {
    isEmpty = false;
    await writer.add(null, row);
  }
  await writer.end();
  if (isEmpty && absence && options.format === "table") await absence.to.write(`${absence.text}\n`);
}
