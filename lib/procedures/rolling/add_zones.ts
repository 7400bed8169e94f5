/**
 * Zones of nodes, by a label of their Kubernetes nodes.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { NODES } from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import type { RollingNode } from "./types.ts";

/**
 * Adds the zones of nodes: the value of a label of their Kubernetes nodes.
 *
 * @throws {OsctlError} when no node has the label.
 */
export async function addZones(
  nodes: readonly RollingNode[],
  label: string,
  kubernetes: KubernetesClient,
  signal: AbortSignal,
): Promise<RollingNode[]> {
  const { items } = await kubernetes.list(NODES, { signal });
  const zones = new Map(items.map(({ metadata }) => [metadata?.name, metadata?.labels?.[label]]));
  const zoned = nodes.map((node) => ({ ...node, zone: zones.get(node.name) }));
  if (zoned.some(({ zone }) => zone !== undefined)) return zoned;
  throw new OsctlError("usage", `no node has the label "${label}" of --order`, {
    hint: "list the labels with kubectl get nodes --show-labels",
  });
}
