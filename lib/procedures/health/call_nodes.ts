/**
 * Calls of health checks to several nodes.
 *
 * @module
 */
import { callNode } from "../../client/collect.ts";
import { toNodeFailure } from "../../client/node_error.ts";
import type { Envelope } from "../../client/types.ts";
import { MultiNodeError, type NodeFailure, OsctlError } from "../../errors.ts";
import type { Method } from "../../rpc/types.ts";
import { parseSpecYaml, toData, type YamlData } from "../../yaml/mod.ts";
import type { Kind } from "../../resource/client.ts";
import type { ClusterNode, HealthTarget } from "./types.ts";

/** The result of a node. */
export interface FromNode<T> {
  readonly node: ClusterNode;
  readonly value: T;
}

/**
 * Runs `call` for each node in parallel; the nodes of pending calls are in `target.awaited`.
 *
 * @throws {MultiNodeError} with the errors of all failed nodes.
 */
export async function fromNodes<T>(
  { awaited }: Pick<HealthTarget, "awaited">,
  nodes: readonly ClusterNode[],
  call: (node: ClusterNode) => Promise<T>,
): Promise<FromNode<T>[]> {
  const failures: NodeFailure[] = [];
  const values: FromNode<T>[] = [];
  const settled = await Promise.allSettled(nodes.map(async (node) => {
    awaited?.add(node.address);
    const value = await call(node);
    awaited?.delete(node.address);
    return value;
  }));
  for (const [index, result] of settled.entries()) {
    const node = nodes[index]!;
    if (result.status === "fulfilled") values.push({ node, value: result.value });
    else failures.push(failureOf(node, result.reason));
  }
  if (failures.length > 0) throw new MultiNodeError(failures);
  return values;
}

/** Returns the failure of a node; rethrows errors that no node caused. */
function failureOf({ address }: ClusterNode, error: unknown): NodeFailure {
  if (!(error instanceof OsctlError)) throw error;
  // The endpoints are the same for all nodes, so that their error names them instead of a node.
  if (error.kind !== "node") throw error;
  return toNodeFailure(address, error);
}

/** Calls a unary method of each node in parallel and returns the messages. */
export function callNodes<Req, Message>(
  target: HealthTarget,
  method: Method<Req, Envelope<Message>>,
  request: Req,
  nodes: readonly ClusterNode[],
  signal: AbortSignal,
): Promise<FromNode<Message>[]> {
  return fromNodes(
    target,
    nodes,
    ({ address }) => callNode(target.client, method, request, address, { signal }),
  );
}

/** A resource of a node. */
export interface ReadResource {
  readonly id: string;
  readonly spec: Readonly<Record<string, YamlData>>;
}

/** Lists the resources of a kind of one node. */
export async function listResources(
  { resources }: Pick<HealthTarget, "resources">,
  kind: Kind,
  node: string,
  signal: AbortSignal,
): Promise<ReadResource[]> {
  const found: ReadResource[] = [];
  for await (const { id, yaml } of resources.list(node, kind, { signal })) {
    found.push({ id, spec: parseSpec(yaml) });
  }
  return found;
}

function parseSpec(yaml: string): Readonly<Record<string, YamlData>> {
  const [document] = parseSpecYaml(yaml).documents;
  const data = document && toData(document.root);
  const isMap = typeof data === "object" && data !== null && !Array.isArray(data);
  return isMap ? data as Record<string, YamlData> : {};
}

/** Combines the problems of several nodes into one error. */
export function requireNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new OsctlError("node", problems.join("; "));
}
