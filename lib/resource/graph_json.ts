/**
 * The dependency graph as JSON and YAML.
 *
 * @module
 */
import { NARROW_LAYOUT } from "../yaml/layout.ts";
import type { DependencyGraph } from "./graph.ts";
import { indentedJson } from "../output/go_json.ts";

/** Returns the graph as one JSON object; resources only where they were requested. */
export function formatGraphJson(graph: DependencyGraph): string {
  return `${indentedJson(graphRecord(graph))}\n`;
}

/** Returns the graph as a YAML document with the fields of {@linkcode formatGraphJson}. */
export async function formatGraphYaml(graph: DependencyGraph): Promise<string> {
  const { writeYaml } = await import("../yaml/write.ts");
  return writeYaml(graphRecord(graph), NARROW_LAYOUT);
}

function graphRecord({ node, edges, resources }: DependencyGraph) {
  return {
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
}
