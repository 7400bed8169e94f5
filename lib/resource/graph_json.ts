/**
 * The graph for programs.
 *
 * @module
 */
import type { DependencyGraph } from "./graph.ts";
import { indentedJson } from "./go_json.ts";

/** The graph as one JSON object; resources only where they were asked for. */
export function graphJson({ node, edges, resources }: DependencyGraph): string {
  const value = {
    node,
    edges: edges.map(({ controller, kind, namespace, type, id }) => ({
      controller,
      kind,
      type,
      namespace: namespace || null,
      id: id || null,
    })),
    ...(resources === undefined ? {} : {
      resources: [...resources.values()].flat().map(({ namespace, type, id, owner }) => ({
        namespace,
        type,
        id,
        owner: owner || null,
      })),
    }),
  };
  return `${indentedJson(value)}\n`;
}
