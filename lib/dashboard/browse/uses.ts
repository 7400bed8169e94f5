/**
 * What depends on a resource: the controllers that write and read its type, and what those write.
 *
 * @module
 */
import { appliesTo, type Edge, isOutput } from "../../resource/graph.ts";
import type { Resource } from "../../resource/resource.ts";
import type { BrowseRow } from "./types.ts";

/** Columns of {@linkcode toUses}. */
export const USES_COLUMNS = ["RELATION", "CONTROLLER", "TYPE", "RESOURCE"].map((header) => ({
  header,
}));

/** A relation of a resource. */
export interface UseRow extends BrowseRow {
  /** The type to open. */
  readonly type: string;
  readonly namespace: string;
}

/** Relations of an input, by kind. */
const INPUTS: Readonly<Record<string, string>> = {
  "input-strong": "read by",
  "input-weak": "read by",
  "input-destroy-ready": "cleaned up by",
};

/** Lists the relations of a resource in the graph of its node. */
export function toUses(
  node: string,
  { namespace, type, id, owner }: Pick<Resource, "namespace" | "type" | "id" | "owner">,
  edges: readonly Edge[],
): UseRow[] {
  const own = edges.filter((edge) =>
    edge.type === type && appliesTo(edge, { namespace, type, id, owner })
  );
  const rows: UseRow[] = [];
  const add = (relation: string, edge: Edge, depth: number) => {
    rows.push({
      key: `${rows.length}`,
      node,
      name: edge.type,
      cells: [relation, edge.controller, edge.type, edge.id],
      depth,
      type: edge.type,
      namespace: edge.namespace,
    });
  };
  for (const edge of own.filter(isOutput)) add("written by", edge, 0);
  for (const edge of own.filter((one) => !isOutput(one))) {
    add(INPUTS[edge.kind] ?? edge.kind, edge, 0);
    for (const output of edges) {
      if (output.controller === edge.controller && isOutput(output)) add("and writes", output, 1);
    }
  }
  return rows;
}
