/**
 * The dependency graph of a node: controllers and the resources that they read and write.
 *
 * @module
 */
import { inspect, InspectService } from "../../proto/inspect.ts";
import { callNode, splitResults, throwFailures } from "../client/mod.ts";
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";
import type { ResourceReader } from "./client.ts";
import { escapeControls } from "../output/text.ts";
import { type Definition, findDefinition } from "./definitions.ts";

/** The type of an edge. */
export type EdgeKind =
  /** The controller is the only one that writes resources of the type. */
  | "output-exclusive"
  /** The controller writes some resources of the type. */
  | "output-shared"
  /** The controller reads them and sets finalizers. */
  | "input-strong"
  /** The controller reads them. */
  | "input-weak"
  /** The controller reads them when they can be destroyed. */
  | "input-destroy-ready";

/** An edge between a controller and a resource type. */
export interface Edge {
  readonly controller: string;
  readonly kind: EdgeKind;
  readonly namespace: string;
  readonly type: string;
  /** Resource id; empty for all of the type. */
  readonly id: string;
}

/** A resource in the graph. */
export interface GraphResource {
  readonly namespace: string;
  readonly type: string;
  readonly id: string;
  readonly owner: string;
}

/** A dependency graph of a node. */
export interface DependencyGraph {
  readonly node: string;
  /** In the order of the response. */
  readonly edges: readonly Edge[];
  /** Resources of each type; undefined when they were not requested. */
  readonly resources: ReadonlyMap<string, readonly GraphResource[]> | undefined;
  /** Types of edges that the node does not register, so that their resources are unknown. */
  readonly unregistered?: readonly string[];
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
 * Fetches the dependency graph of the client's node.
 *
 * @param reader Lists the resources of the graph; undefined omits them.
 * @throws {OsctlError} for several nodes, or when the call fails.
 */
export async function fetchDependencies(
  client: NodeClient,
  reader: ResourceReader | undefined,
): Promise<DependencyGraph> {
  const node = client.singleNode("inspect dependencies");
  const answers = await client.call(InspectService.ControllerRuntimeDependencies, {});
  const { values, failures } = splitResults(answers);
  throwFailures(failures);
  const edges = values.flatMap(({ value }) => value.edges.map(edgeOf));
  return await createGraph(node, edges, reader);
}

/** Fetches the dependency graph of a node, with its resources. */
export async function fetchNodeDependencies(
  client: NodeClient,
  node: string,
  reader: ResourceReader,
  signal: AbortSignal,
): Promise<DependencyGraph> {
  return await createGraph(node, await fetchNodeEdges(client, node, signal), reader, signal);
}

/** Fetches the edges of a node's dependency graph. */
export async function fetchNodeEdges(
  client: NodeClient,
  node: string,
  signal: AbortSignal,
): Promise<Edge[]> {
  const method = InspectService.ControllerRuntimeDependencies;
  const { edges } = await callNode(client, method, {}, node, { signal });
  return edges.map(edgeOf);
}

async function createGraph(
  node: string,
  edges: readonly Edge[],
  reader: ResourceReader | undefined,
  signal?: AbortSignal,
): Promise<DependencyGraph> {
  if (reader === undefined) return { node, edges, resources: undefined };
  const { resources, unregistered } = await resourcesOf(reader, node, edges, signal);
  return { node, edges, resources, ...(unregistered.length === 0 ? {} : { unregistered }) };
}

/** Returns a line about types whose resources a graph lacks; undefined without any. */
export function describeUnregistered({ unregistered = [] }: DependencyGraph): string | undefined {
  if (unregistered.length === 0) return undefined;
  return `without resources of types that the node does not register: ${
    escapeControls(unregistered.join(", "))
  }`;
}

function edgeOf(edge: inspect.ControllerDependencyEdge): Edge {
  const { controllerName, edgeType, resourceNamespace, resourceType, resourceId } = edge;
  const kind = KINDS[edgeType];
  if (kind === undefined) {
    throw new OsctlError("node", `unknown dependency edge type ${edgeType}`, {
      hint: "check that this client is not older than the node",
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

/** Lists the resources of every type in the graph; omits types that cannot be read. */
async function resourcesOf(
  reader: ResourceReader,
  node: string,
  edges: readonly Edge[],
  signal: AbortSignal | undefined,
): Promise<{
  readonly resources: Map<string, GraphResource[]>;
  readonly unregistered: readonly string[];
}> {
  const definitions = await reader.definitions();
  const found = new Map<string, GraphResource[]>();
  const visited = new Set<string>();
  const unregistered = new Set<string>();
  for (const edge of edges) {
    const kind = { namespace: edge.namespace, type: edge.type };
    if (kind.namespace === "") {
      const definition = await registeredDefinition(definitions, edge.type);
      if (definition === undefined) {
        unregistered.add(edge.type);
        continue;
      }
      kind.namespace = definition.defaultNamespace;
    }
    const place = `${kind.namespace}/${kind.type}`;
    if (visited.has(place)) continue;
    visited.add(place);
    const list = found.get(edge.type) ?? [];
    found.set(edge.type, list);
    try {
      for await (const { namespace, type, id, owner } of reader.list(node, kind, { signal })) {
        list.push({ namespace, type, id, owner });
      }
    } catch (error) {
      // Not readable with this client's role.
      if (!(error instanceof OsctlError) || error.kind !== "node") throw error;
    }
  }
  return { resources: found, unregistered: [...unregistered] };
}

/** Returns the definition of a type; undefined where a controller names a type without one. */
async function registeredDefinition(
  definitions: Parameters<typeof findDefinition>[0],
  type: string,
): Promise<Definition | undefined> {
  try {
    return await findDefinition(definitions, type);
  } catch (error) {
    if (error instanceof OsctlError && error.kind === "input") return undefined;
    throw error;
  }
}

/** Reports whether an edge applies to a resource. */
export function appliesTo(edge: Edge, resource: GraphResource): boolean {
  if (edge.namespace !== "" && edge.namespace !== resource.namespace) return false;
  if (edge.id !== "" && edge.id !== resource.id) return false;
  return !isOutput(edge) || edge.controller === resource.owner;
}

/** Reports whether the controller of an edge writes the resources. */
export function isOutput({ kind }: Edge): boolean {
  return kind === "output-exclusive" || kind === "output-shared";
}
