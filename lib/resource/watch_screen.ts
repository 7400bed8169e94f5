/**
 * Full-screen table of a watch.
 *
 * @module
 */
import { throwFailures } from "../client/mod.ts";
import type { NodeClient } from "../client/types.ts";
import { type NodeFailure, OsctlError } from "../errors.ts";
import { type ColourSystem, hasColour } from "../output/colour.ts";
import { parseSortColumn, selectColumns } from "../output/column_selection.ts";
import { type WatchSystem, watchTable } from "../output/screen/watch_table.ts";
import { ScreenPrinter } from "./print/screen_printer.ts";
import { printChanges, type WatchRequest } from "./print_all.ts";
import { loadSpecParser } from "./spec.ts";
import { tableHeaders } from "./sort.ts";

/** Flags of the screen. */
export interface ScreenFlags {
  readonly columns: readonly string[];
  readonly sortBy: string;
  readonly wide: boolean;
}

/**
 * Shows the resources of all nodes until q or ^C is pressed.
 *
 * @throws {OsctlError} of kind `usage` for an unknown column; {MultiNodeError} after the screen, when
 * watches of nodes have failed.
 */
export async function watchScreen(
  system: WatchSystem & ColourSystem,
  client: NodeClient,
  request: Omit<WatchRequest, "lost">,
  { columns, sortBy, wide }: ScreenFlags,
): Promise<void> {
  const { definition } = request.kind;
  const headers = tableHeaders(definition);
  selectColumns(headers, columns, definition.displayType);
  const sort = sortBy === "" ? undefined : parseSortColumn(headers, sortBy, definition.displayType);
  const failures: NodeFailure[] = [];
  const stop = new AbortController();
  const ended = new OsctlError("cancelled", "the screen was closed");
  const signal = AbortSignal.any([request.signal, stop.signal]);
  let following = Promise.resolve();
  const [{ loadDialers }] = await Promise.all([import("../rpc/mod.ts"), loadSpecParser()]);
  await loadDialers();
  try {
    await watchTable(system, {
      title: `get ${definition.displayType}`,
      sortKeys: {},
      colour: hasColour(system),
      isWide: wide,
      sort: sort && { header: headers[sort.index]!, isDescending: sort.isDescending },
      source: {
        follow(update) {
          const printer = new ScreenPrinter(request.clock, columns, update);
          const lost = (node: string, reason: string) =>
            printer.fail(node, `watch interrupted (${reason}); reconnecting`);
          const push = (failure: NodeFailure) => {
            if (stop.signal.aborted) return;
            failures.push(failure);
            printer.fail(failure.node, failure.error.message);
          };
          const follow = async () => {
            try {
              await printChanges(client, { ...request, signal, lost }, printer, { push });
            } catch (error) {
              if (!stop.signal.aborted) throw error;
            } finally {
              // The failures of the last nodes are still shown.
              if (stop.signal.aborted) await printer.end();
            }
          };
          return following = follow();
        },
      },
    });
  } finally {
    stop.abort(ended);
    // Its error has ended the screen.
    await following.catch(() => {});
  }
  throwFailures(failures);
}
