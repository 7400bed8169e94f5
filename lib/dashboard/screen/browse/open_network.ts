/**
 * Connections, links, routes and addresses of nodes.
 *
 * @module
 */
import { createConnectionFeed } from "../../browse/connection_feed.ts";
import type { BrowseRow } from "../../browse/types.ts";
import type { BrowseContext } from "./context.ts";
import { createResourcePage } from "./open_resources.ts";
import type { ViewSelection } from "./open_views.ts";
import { TablePage } from "./table_page.ts";

/** Tables of the view: connections, and resource types. */
const TABLES = ["connections", "links", "routes", "addresses"] as const;

/** Opens a table of the view. */
export function openNetwork(
  context: BrowseContext,
  selection: ViewSelection,
  index = 0,
): void {
  const { host, target, catalog } = context;
  const { nodes, filter, where } = selection;
  const name = TABLES[index]!;
  const next = (step: 1 | -1) => {
    const place = (index + step + TABLES.length) % TABLES.length;
    openNetwork(context, selection, place);
  };
  const act = (action: string): boolean => {
    if (action !== "next-table" && action !== "previous-table") return false;
    next(action === "next-table" ? 1 : -1);
    return true;
  };
  if (name === "connections") {
    const feed = createConnectionFeed(target, nodes);
    const title = `Connections${where}: Tab shows links, routes and addresses`;
    host.open(
      new TablePage<BrowseRow>(host, {
        title,
        view: "network",
        scopes: ["network"],
        feed,
        filter,
        act,
      }),
    );
    return;
  }
  host.run(async () => {
    const kind = await catalog.find(name);
    const title = `${kind.definition.displayType}${where}`;
    host.open(createResourcePage(context, kind, {
      nodes,
      title,
      filter,
      view: "network",
      scopes: ["network"],
      act,
    }));
  });
}
