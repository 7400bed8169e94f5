/**
 * The nodes that a cluster is expected to have.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { DOMAIN } from "../../distribution.ts";
import { formatIp, normalizeIp, parseRequiredIp } from "../../pki/ip.ts";
import { listResources, type ReadResource } from "./call_nodes.ts";
import { type KubernetesObject, type Node, NODES } from "../../kubernetes/objects.ts";
import type { ClusterNode, ClusterNodes, HealthTarget } from "./types.ts";

/** Label of control plane nodes. */
const CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

const MEMBERS = { namespace: "cluster", type: `Members.cluster.${DOMAIN}` };

/** Node addresses given on the command line. */
export interface ClusterNodeNames {
  readonly controlPlaneNodes: readonly string[];
  readonly initNode: string;
  readonly workerNodes: readonly string[];
}

/**
 * Returns the nodes given on the command line; undefined without any.
 *
 * @throws {OsctlError} of kind `usage` for a value that is not an IP address.
 */
export function parseClusterNodes(names: ClusterNodeNames): ClusterNodes | undefined {
  const { controlPlaneNodes, initNode, workerNodes } = names;
  const parse = (values: readonly string[], flag: string): ClusterNode[] =>
    [...new Set(values.map((value) => formatIp(parseRequiredIp(value.trim(), flag, "usage"))))]
      .map((address) => ({ address, addresses: [address] }));
  const init = parse(initNode === "" ? [] : [initNode], "--init-node");
  const others = parse(controlPlaneNodes, "--control-plane-nodes")
    .filter(({ address }) => address !== init[0]?.address);
  const workers = parse(workerNodes, "--worker-nodes");
  const controlPlanes = [...others, ...init];
  return controlPlanes.length + workers.length === 0 ? undefined : { controlPlanes, workers };
}

/**
 * Reads the members of the cluster from the first node that responds, or else, in a cluster without
 * discovery, from Kubernetes.
 */
export async function discoverNodes(
  target: Omit<HealthTarget, "cluster">,
  signal: AbortSignal,
): Promise<ClusterNodes> {
  const members = await readMembers(target, signal);
  if (members.length > 0) return membersToNodes(members);
  const objects = await target.kubernetes.list(NODES, { signal });
  if (objects.length === 0) {
    throw new OsctlError("node", "cannot discover nodes: no cluster members, no Kubernetes nodes");
  }
  const nodes = objects.map((object) => ({ object, node: toClusterNode(object) }));
  return {
    controlPlanes: nodes.filter(({ object }) => isControlPlane(object)).map(({ node }) => node),
    workers: nodes.filter(({ object }) => !isControlPlane(object)).map(({ node }) => node),
  };
}

async function readMembers(
  target: Omit<HealthTarget, "cluster">,
  signal: AbortSignal,
): Promise<ReadResource[]> {
  let failure: unknown;
  for (const node of target.client.nodes) {
    try {
      return await listResources(target, MEMBERS, node, signal);
    } catch (error) {
      if (!(error instanceof OsctlError) || error.kind !== "node") throw error;
      failure = error;
    }
  }
  throw failure;
}

function membersToNodes(members: readonly ReadResource[]): ClusterNodes {
  const nodes = members.map(({ id, spec }) => {
    const { machineType, addresses } = spec;
    const texts = Array.isArray(addresses) ? addresses.map(String) : [];
    return { type: machineType, node: createNode(texts, `cluster member "${id}"`) };
  });
  const workers = nodes.filter(({ type }) => type === "worker");
  const controlPlanes = nodes.filter(({ type }) => type !== "worker");
  return {
    controlPlanes: controlPlanes.map(({ node }) => node),
    workers: workers.map(({ node }) => node),
  };
}

function createNode(addresses: readonly string[], source: string): ClusterNode {
  const [address] = addresses;
  if (address === undefined) throw new OsctlError("node", `${source} has no address`);
  return { address, addresses };
}

/** Returns the internal and external addresses of a Kubernetes node, an internal one first. */
export function toClusterNode({ metadata, status }: Node): ClusterNode {
  const all = status?.addresses ?? [];
  const ofType = (type: string) =>
    all.filter((entry) => entry.type === type).map(({ address }) => address);
  const addresses = [...ofType("InternalIP"), ...ofType("ExternalIP")];
  return createNode(addresses, `Kubernetes node "${metadata?.name ?? ""}"`);
}

/** Reports whether a Kubernetes node has the label of control plane nodes. */
export function isControlPlane({ metadata }: KubernetesObject): boolean {
  return metadata?.labels?.[CONTROL_PLANE] !== undefined;
}

/** Returns all nodes, control planes first. */
export function allNodes({ controlPlanes, workers }: ClusterNodes): readonly ClusterNode[] {
  return [...controlPlanes, ...workers];
}

/**
 * Compares the nodes that Kubernetes reports with the expected ones: each pair shares an address.
 *
 * @throws {OsctlError} naming missing and unexpected nodes.
 */
export function requireSameNodes(
  expected: readonly ClusterNode[],
  actual: readonly ClusterNode[],
): void {
  const left = new Set(actual);
  const missing = expected.filter((node) => {
    const addresses = new Set(node.addresses.map(normalizeIp));
    const match = [...left].find((other) =>
      other.addresses.some((address) => addresses.has(normalizeIp(address)))
    );
    if (match === undefined) return true;
    left.delete(match);
    return false;
  });
  const problems = [
    ...missing.length === 0 ? [] : [`missing in Kubernetes: ${addressesOf(missing)}`],
    ...left.size === 0 ? [] : [`unexpected in Kubernetes: ${addressesOf([...left])}`],
  ];
  if (problems.length > 0) throw new OsctlError("node", problems.join("; "));
}

function addressesOf(nodes: readonly ClusterNode[]): string {
  return nodes.map(({ addresses }) => addresses.join("/")).join(", ");
}
