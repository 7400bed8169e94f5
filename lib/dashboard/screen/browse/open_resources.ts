/**
 * Opens tables of resources.
 *
 * @module
 */
import { describeResource, resourceYaml } from "../../browse/resource_text.ts";
import { PolledFeed } from "../../browse/polled_feed.ts";
import { ResourceFeed, type ResourceRow } from "../../browse/resource_feed.ts";
import type { ShownRow } from "../../browse/row_view.ts";
import { toUses, type UseRow, USES_COLUMNS } from "../../browse/uses.ts";
import { DEFINITIONS } from "../../../resource/definitions.ts";
import { fetchNodeEdges } from "../../../resource/graph.ts";
import type { NamedKind } from "../../../resource/kinds.ts";
import type { Scope } from "../../../dashboard_keys/keys.ts";
import type { BrowseContext } from "./context.ts";
import { openDiff } from "./open_diff.ts";
import { TablePage } from "./table_page.ts";
import { TextPage } from "./text_page.ts";

/** Creates the table of a type. */
export function createResourcePage(
  context: BrowseContext,
  kind: NamedKind,
  { nodes, title, filter, view, scopes = [], act = () => false }: {
    readonly nodes: readonly string[];
    readonly title: string;
    readonly filter: string;
    readonly view?: string;
    /** Scopes of `act`, besides the keys of resources. */
    readonly scopes?: readonly Scope[];
    act?(action: string): boolean;
  },
): TablePage<ResourceRow> {
  const { host, target } = context;
  const feed = new ResourceFeed(target, kind, nodes);
  return new TablePage(host, {
    title,
    ...(view === undefined ? {} : { view }),
    scopes: ["resources", ...scopes],
    names: [kind.type, ...kind.definition.allAliases].map((name) => name.toLowerCase()),
    feed,
    filter,
    act(action, page) {
      if (act(action)) return true;
      if (action === "diff") {
        openDiff(context, page.chosen);
        return true;
      }
      const { current } = page;
      if (current === undefined) return false;
      return openDetail(context, feed, current, action);
    },
    format(ending, rows) {
      if (ending === "csv" || ending === "json") return undefined;
      return Promise.resolve(
        rows.map(({ row: { node, resource } }) => resourceYaml(node, resource)).join("---\n"),
      );
    },
  });
}

/** Opens what an action shows of a resource; false for other actions. */
function openDetail(
  context: BrowseContext,
  feed: ResourceFeed,
  shown: ShownRow<ResourceRow>,
  action: string,
): boolean {
  if (action === "describe" || action === "yaml") {
    const id = shown.row.resource.id;
    const isType = feed.definition.type === DEFINITIONS.type;
    // In the list of types, Enter opens the type itself.
    if (action === "describe" && isType) openType(context, id, feed.rows.nodes);
    else context.host.open(createText(context, feed, shown, action));
    return true;
  }
  if (action !== "uses") return false;
  context.host.open(createUsesPage(context, shown));
  return true;
}

/** Opens the table of a type. */
function openType(
  context: BrowseContext,
  name: string,
  nodes: readonly string[],
  { namespace = "", where = "" }: { readonly namespace?: string; readonly where?: string } = {},
): void {
  context.host.run(async () => {
    const kind = await context.catalog.find(name, namespace);
    const title = `${kind.definition.displayType}${where}`;
    context.host.open(createResourcePage(context, kind, { nodes, title, filter: "" }));
  });
}

/** Creates the page of a resource, which follows its changes. */
function createText(
  context: BrowseContext,
  feed: ResourceFeed,
  shown: ShownRow<ResourceRow>,
  form: "describe" | "yaml",
): TextPage {
  const { host } = context;
  const { row: { node, key }, nodeName } = shown;
  let known: { readonly resource: ResourceRow["resource"]; readonly text: string } | undefined;
  return new TextPage(host, {
    node,
    scopes: ["resources"],
    act: (action) => openDetail(context, feed, shown, action),
    title: `${feed.definition.displayType} ${key} of ${nodeName}`,
    fileName: `${key.replaceAll(/[^\w.-]+/g, "_") || "resource"}.${
      form === "yaml" ? "yaml" : "txt"
    }`,
    text() {
      const resource = feed.rows.find(node, key)?.resource;
      // A resource that was destroyed stays on screen.
      if (resource === undefined || resource === known?.resource) return known?.text;
      const { definition } = feed;
      const text = form === "yaml"
        ? resourceYaml(node, resource)
        : describeResource({ resource, node, nodeName, definition, now: host.now() });
      known = { resource, text };
      return text;
    },
    style: (line) => /^\s*(- )?[\w./-]+:/.test(line) ? "36" : "",
  });
}

/** Creates the table of controllers that depend on a resource. */
function createUsesPage(
  context: BrowseContext,
  { row: { node, resource }, nodeName }: ShownRow<ResourceRow>,
): TablePage<UseRow> {
  const { host, target } = context;
  const feed = new PolledFeed<UseRow>(target, [node], {
    columns: USES_COLUMNS,
    hideFirst: ["RESOURCE"],
    treeHeader: "RELATION",
    async read(_node, signal) {
      return toUses(node, resource, await fetchNodeEdges(target.client, node, signal));
    },
  });
  return new TablePage(host, {
    title: `uses of ${resource.type} ${resource.id} on ${nodeName}`,
    scopes: ["resources"],
    feed,
    act(action, page) {
      const { current } = page;
      if (current === undefined || !["describe", "yaml", "uses"].includes(action)) return false;
      const { type, namespace } = current.row;
      openType(context, type, [node], { namespace, where: ` ${nodeName}` });
      return true;
    },
  });
}
