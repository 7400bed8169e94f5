/**
 * Opens differences of machine configurations and resources.
 *
 * @module
 */
import { diffNodeConfigs, diffTexts, NO_DIFFERENCE } from "../../browse/config_diff.ts";
import { runUntilClosed } from "../../browse/feed_target.ts";
import type { ResourceRow } from "../../browse/resource_feed.ts";
import { resourceYaml } from "../../browse/resource_text.ts";
import { findHunks } from "../../browse/text_document.ts";
import type { ShownRow } from "../../browse/row_view.ts";
import { OsctlError } from "../../../errors.ts";
import type { Style } from "../../../output/screen/frame.ts";
import type { BrowseContext } from "./context.ts";
import type { Page } from "./page.ts";
import { TextPage } from "./text_page.ts";

/** Returns the style of a line of a unified diff. */
function diffStyle(line: string): Style {
  if (/^(---|\+\+\+) /.test(line)) return "1";
  if (line.startsWith("@@")) return "36";
  return line.startsWith("+") ? "32" : line.startsWith("-") ? "31" : "";
}

/** Creates the page of the differences of nodes' configurations. */
export function createConfigDiffPage(
  { host, target, catalog }: BrowseContext,
  nodes: readonly string[],
): Page {
  let text: string | undefined;
  return new TextPage(host, {
    title: `Configurations of ${nodes.map(host.names.nameOf).join(", ")}`,
    fileName: "configurations.diff",
    text: () => text,
    style: diffStyle,
    ...nodes.length === 2 ? { sections: findHunks } : {},
    start: () =>
      runUntilClosed(target, (signal) => [(async () => {
        try {
          text = await diffNodeConfigs(catalog.reader, target.client, nodes, host.names);
        } catch (error) {
          if (!(error instanceof OsctlError) || signal.aborted) throw error;
          text = `${error.message}\n`;
        }
        host.redraw();
      })()]),
  });
}

/** Opens the differences of the marked resources: of two, or of the configurations of their nodes. */
export function openDiff(context: BrowseContext, rows: readonly ShownRow<ResourceRow>[]): void {
  const { host } = context;
  const [first, second] = rows;
  const nodes = [...new Set(rows.map(({ row }) => row.node))];
  const areConfigs = rows.every(({ row }) => row.resource.type.startsWith("MachineConfigs."));
  if (areConfigs && nodes.length > 1) return host.open(createConfigDiffPage(context, nodes));
  if (first === undefined || second === undefined || rows.length > 2) {
    host.say("mark two rows with m, then press D", true);
    return;
  }
  // The node and times differ always.
  const toText = ({ row: { node, resource }, nodeName }: ShownRow<ResourceRow>) => ({
    name: `${nodeName} ${resource.id}`,
    text: resourceYaml(node, { ...resource, created: null, updated: null }).replace(
      /^node: .*\n/,
      "",
    ),
  });
  const text = diffTexts(toText(first), toText(second)) || NO_DIFFERENCE;
  host.open(
    new TextPage(host, {
      title: `${first.nodeName} ${first.row.name} and ${second.nodeName} ${second.row.name}`,
      fileName: "resources.diff",
      text: () => text,
      style: diffStyle,
      sections: findHunks,
    }),
  );
}
