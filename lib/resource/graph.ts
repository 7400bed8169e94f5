/**
 * What depends on what: the controllers of a node, the resources they read and those they write.
 *
 * @module
 */
import { inspect, InspectService } from "../../proto/inspect.ts";
import { split, throwFailures } from "../client/mod.ts";
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";
import type { ResourceReader } from "./client.ts";
import { findDefinition } from "./definitions.ts";

/** What an edge means. */
export type EdgeKind =
  /** The controller alone writes resources of the type. */
  | "output-exclusive"
  /** It writes some of them. */
  | "output-shared"
  /** It reads them, and they cannot go away before it lets them. */
  | "input-strong"
  /** It reads them. */
  | "input-weak"
  /** It waits for them to be destroyed. */
  | "input-destroy-ready";

/** A controller and a type of resources. */
export interface Edge {
  readonly controller: string;
  readonly kind: EdgeKind;
  readonly namespace: string;
  readonly type: string;
  /** The one resource it is about; empty for all of the type. */
  readonly id: string;
}

/** A resource in the picture. */
export interface GraphResource {
  readonly namespace: string;
  readonly type: string;
  readonly id: string;
  readonly owner: string;
}

/** The graph of a node. */
export interface DependencyGraph {
  readonly node: string;
  /** In the order of the node. */
  readonly edges: readonly Edge[];
  /** What there is of each type, if that was asked for; empty lists for types without any. */
  readonly resources: ReadonlyMap<string, readonly GraphResource[]> | undefined;
}

const { DependencyEdgeType } = inspect;

const KINDS: Readonly<Record<inspect.DependencyEdgeType, EdgeKind>> = {
  [DependencyEdgeType.OUTPUT_EXCLUSIVE]: "output-exclusive",
  [DependencyEdgeType.OUTPUT_SHARED]: "output-shared",
  [DependencyEdgeType.INPUT_STRONG]: "input-strong",
  [DependencyEdgeType.INPUT_WEAK]: "input-weak",
  [DependencyEdgeType.INPUT_DESTROY_READY]: "input-destroy-ready",
};

/**
 * The graph of the client's one node.
 *
 * @param reader Looks up resources; left out where the graph is to be without them.
 * @throws {OsctlError} for several nodes, or when the node does not answer.
 */
export async function dependencies(
  client: NodeClient,
  reader: ResourceReader | undefined,
): Promise<DependencyGraph> {
  const node = client.singleNode("inspect dependencies");
  const answers = await client.call(InspectService.ControllerRuntimeDependencies, {});
  const { values, failures } = split(answers);
  throwFailures(failures);
  const edges = values.flatMap(({ value }) => value.edges.map(edgeOf));
  const resources = reader && await resourcesOf(reader, node, edges);
  return { node, edges, resources };
}

function edgeOf(edge: inspect.ControllerDependencyEdge): Edge {
  const { controllerName, edgeType, resourceNamespace, resourceType, resourceId } = edge;
  const kind = KINDS[edgeType];
  if (kind === undefined) {
    throw new OsctlError("node", `the node tells of an edge of the unknown type ${edgeType}`, {
      hint: "compare the node's version with this program's",
    });
  }
  return {
    controller: controllerName,
    kind,
    namespace: resourceNamespace,
    type: resourceType,
    id: resourceId,
  };
}

/** The resources of every type in the graph. Those that may not be read are left out. */
async function resourcesOf(
  reader: ResourceReader,
  node: string,
  edges: readonly Edge[],
): Promise<Map<string, GraphResource[]>> {
  const definitions = await reader.definitions();
  const found = new Map<string, GraphResource[]>();
  const asked = new Set<string>();
  for (const edge of edges) {
    const kind = { namespace: edge.namespace, type: edge.type };
    if (kind.namespace === "") {
      kind.namespace = findDefinition(definitions, edge.type).defaultNamespace;
    }
    const place = `${kind.namespace}/${kind.type}`;
    if (asked.has(place)) continue;
    asked.add(place);
    const list = found.get(edge.type) ?? [];
    found.set(edge.type, list);
    try {
      for await (const { namespace, type, id, owner } of reader.list(node, kind)) {
        list.push({ namespace, type, id, owner });
      }
    } catch (error) {
      // What this client may not see is no part of its picture.
      if (!(error instanceof OsctlError) || error.kind !== "node") throw error;
    }
  }
  return found;
}

/** Whether an edge of the graph is an edge to this resource. */
export function concerns(edge: Edge, resource: GraphResource): boolean {
  if (edge.namespace !== "" && edge.namespace !== resource.namespace) return false;
  if (edge.id !== "" && edge.id !== resource.id) return false;
  return !isOutput(edge) || edge.controller === resource.owner;
}

/** Whether the controller writes. */
export function isOutput({ kind }: Edge): boolean {
  return kind === "output-exclusive" || kind === "output-shared";
}
