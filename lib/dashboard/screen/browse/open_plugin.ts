/**
 * Runs plugins with the chosen rows of a table.
 *
 * @module
 */
import { runUntilClosed } from "../../browse/feed_target.ts";
import type { ShownRow } from "../../browse/row_view.ts";
import { runPlugin, toRecord } from "../../browse/run_plugin.ts";
import type { BrowseColumn } from "../../browse/types.ts";
import { OsctlError } from "../../../errors.ts";
import type { BrowseContext } from "./context.ts";
import { TextPage } from "./text_page.ts";

/** Asks for a plugin, and shows its output. */
export function askPlugin(
  context: BrowseContext,
  columns: readonly BrowseColumn[],
  rows: readonly ShownRow[],
): void {
  const { host, preferences } = context;
  const names = [...preferences.plugins.keys()];
  if (names.length === 0) {
    host.say(
      'no plugin; add one with "osctl preferences set dashboard.plugins.<name> <command>"',
      true,
    );
    return;
  }
  host.ask({
    label: `plugin (${names.join(", ")}): `,
    complete: (text) => names.filter((name) => name.startsWith(text)),
    done: (name) => openPlugin(context, name.trim(), columns, rows),
  });
}

function openPlugin(
  { host, preferences, spawn, target }: BrowseContext,
  name: string,
  columns: readonly BrowseColumn[],
  rows: readonly ShownRow[],
): void {
  const command = preferences.plugins.get(name);
  if (command === undefined) return host.say(`unknown plugin "${name}"`, true);
  const records = rows.map((row) => toRecord(columns, row));
  let text: string | undefined;
  host.open(
    new TextPage(host, {
      title: `${name}: ${command.join(" ")}`,
      fileName: `${name.replaceAll(/[^\w.-]+/g, "_")}.txt`,
      text: () => text,
      start: () =>
        runUntilClosed(target, (signal) => [(async () => {
          if (text !== undefined) return;
          try {
            text = await runPlugin(spawn, command, records, signal);
          } catch (error) {
            if (!(error instanceof OsctlError) || signal.aborted) throw error;
            text = `${error.message}\n`;
          }
          host.redraw();
        })()]),
    }),
  );
}
