/**
 * Output of `config contexts`.
 *
 * @module
 */
import type { View } from "../output/rows.ts";
import type { Osconfig } from "./types.ts";

/** Maximum number of nodes shown in the table. */
const MAX_NODES = 3;

/** A context of the list. */
export interface ListedContext {
  readonly name: string;
  /** Whether it is the current context. */
  readonly current: boolean;
  readonly endpoints: readonly string[];
  readonly nodes: readonly string[];
}

/** Returns the contexts, sorted by name. */
export function listContexts(config: Osconfig): ListedContext[] {
  return [...config.contexts].map(([name, { endpoints, nodes }]) => ({
    name,
    current: name === config.current,
    endpoints,
    nodes,
  }));
}

/** View of contexts. */
export const contextsView: View<ListedContext> = {
  local: true,
  columns: [
    { header: "CURRENT", cell: ({ current }) => current ? "*" : "" },
    { header: "NAME", cell: ({ name }) => name },
    { header: "ENDPOINTS", cell: ({ endpoints }) => endpoints.join(",") },
    {
      header: "NODES",
      cell: ({ nodes }) =>
        nodes.slice(0, MAX_NODES).join(",") + (nodes.length > MAX_NODES ? "..." : ""),
    },
  ],
  fields: {
    name: ({ name }) => name,
    current: ({ current }) => current,
    endpoints: ({ endpoints }) => endpoints,
    nodes: ({ nodes }) => nodes,
  },
};
