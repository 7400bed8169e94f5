/**
 * Full-screen table of rows from one response per node, refreshed at an interval.
 *
 * @module
 */
import { splitResults } from "../client/collect.ts";
import type { NodeClient, NodeResult } from "../client/types.ts";
import { OsctlError } from "../errors.ts";
import { type ColourSystem, hasColour } from "../output/colour.ts";
import type { View } from "../output/rows.ts";
import { createScreenColumns, type WatchSystem, watchTable } from "../output/screen/watch_table.ts";
import type { ScreenTable, SortKeys } from "../output/screen/table_state.ts";

/** Options of {@linkcode watchNodeRows}. */
export interface NodeRowsWatch<Message, Row> {
  /** The command, for the status line. */
  readonly title: string;
  /** Calls every node once. */
  call(client: NodeClient): Promise<NodeResult<Message>[]>;
  toRows(message: Message): Iterable<Row>;
  readonly view: View<Row>;
  /** Keys that sort by a column. */
  readonly sortKeys?: SortKeys;
  /** Initial order: a header, after a `-` for descending order. */
  readonly sortBy: string;
}

/** Flags of the screen. */
export interface WatchFlags {
  /** Milliseconds. */
  readonly interval: number;
  readonly wide: boolean;
  readonly columns: readonly string[];
}

/**
 * Shows the rows of all nodes until q or ^C is pressed. Unreachable endpoints are a failure of every
 * node.
 */
export async function watchNodeRows<Message, Row>(
  system: WatchSystem & ColourSystem,
  client: NodeClient,
  { interval, wide, columns: names }: WatchFlags,
  { title, call, toRows, view, sortKeys = {}, sortBy }: NodeRowsWatch<Message, Row>,
): Promise<void> {
  const columns = createScreenColumns(view, names);
  const { headers, keyHeaders } = columns;
  const hideFirst = names.length === 0 ? { hideFirst: view.hideFirst ?? [] } : {};
  const read = async (): Promise<ScreenTable> => {
    try {
      const { values, failures } = splitResults(await call(client));
      const rows = values.flatMap(({ node, value }) =>
        [...toRows(value)].map((row) => columns.toRow(node, row))
      );
      const texts = failures.map(({ node, error }) => `${node}: ${error.message}`);
      return { headers, keyHeaders, rows, failures: texts, ...hideFirst };
    } catch (error) {
      if (!(error instanceof OsctlError) || error.kind !== "connection") throw error;
      const failures = client.nodes.map((node) => `${node}: ${error.message}`);
      return { headers, keyHeaders, rows: [], failures };
    }
  };
  const { loadDialers } = await import("../rpc/mod.ts");
  await loadDialers();
  await watchTable(system, {
    title,
    sortKeys,
    colour: hasColour(system),
    sort: sortBy === "" ? undefined : columns.parseSort(sortBy),
    isWide: wide,
    source: { intervalMs: interval, read },
  });
}
