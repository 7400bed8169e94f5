/**
 * Checks a cluster for items that the new minor version removes.
 *
 * @module
 */
import { MultiNodeError, OsctlError } from "../../errors.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import { isNotFound } from "../../kubernetes/kubernetes_error.ts";
import type { ResourceType } from "../../kubernetes/objects.ts";
import type { PlanNode } from "./cluster_plan.ts";
import { KUBELET, KUBELET_SPEC_KIND, STATIC_POD_KIND, STATIC_PODS } from "./components.ts";
import { bounded } from "./parallel.ts";
import { findRemoved, type RemovedItem, type RemovedItems, removedItems } from "./removed_items.ts";
import { isSpecMap, readResource, specData, type UpgradeContext } from "./upgrade_context.ts";
import { type Wait, withLimit } from "../waits.ts";

/** Nodes that are called at the same time. */
const PARALLEL = 8;

/** Returns the removed items in use. */
export async function checkRemoved(
  context: UpgradeContext,
  nodes: readonly PlanNode[],
): Promise<RemovedItem[]> {
  const { path, release, limits } = context.options;
  const removed = removedItems(path, release);
  if (removed === undefined) return [];
  const limit = { failure: "removed items not checked", ms: limits.planMs };
  return await withLimit(context, limit, async (wait) => {
    const found = await bounded(nodes, PARALLEL, (node) => ofNode(context, wait, removed, node));
    const counts = await bounded(
      removed.resources,
      1,
      (name) => ofCluster(context, wait, name),
    );
    return [...found.flat(), ...counts.flat()];
  });
}

async function ofNode(
  context: UpgradeContext,
  wait: Wait,
  removed: RemovedItems,
  { address, isControlPlane }: PlanNode,
): Promise<RemovedItem[]> {
  const found: RemovedItem[] = [];
  const read = async (kind: typeof STATIC_POD_KIND, id: string) => {
    try {
      return specData(await readResource(context, wait, address, kind, id));
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  };
  for (const pod of isControlPlane ? STATIC_PODS : []) {
    const spec = await read(STATIC_POD_KIND, pod);
    const podSpec = spec?.["spec"];
    const containers = isSpecMap(podSpec) ? podSpec["containers"] : undefined;
    const first = Array.isArray(containers) ? containers[0] : undefined;
    found.push(...findRemoved(removed, address, pod, texts(first?.["command"])));
  }
  const kubelet = await read(KUBELET_SPEC_KIND, KUBELET);
  return [...found, ...findRemoved(removed, address, KUBELET, texts(kubelet?.["args"]))];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Reports whether a node has no such resource. */
function isAbsent(error: unknown): boolean {
  if (error instanceof MultiNodeError) return error.failures.every(({ error }) => isAbsent(error));
  return error instanceof RpcError && error.code === StatusCode.notFound;
}

/** Counts the objects of a resource `name.version.group`. */
async function ofCluster(
  { kubernetes }: UpgradeContext,
  wait: Wait,
  name: string,
): Promise<RemovedItem[]> {
  const [plural = "", version = "", ...group] = name.split(".");
  const type: ResourceType = {
    group: group.join("."),
    version,
    kind: "",
    plural,
    // All namespaces, and resources without one, have the same path.
    isNamespaced: true,
  };
  let count = 0;
  try {
    await kubernetes.request(wait, async (client, signal) => {
      count = (await client.list(type, { signal })).items.length;
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return count === 0 ? [] : [{ node: null, component: "cluster", kind: "resource", name, count }];
}

/** The cluster uses items that the new version removes. */
export class RemovedItemsError extends OsctlError {
  /** @param minor the new version, such as `1.31`. */
  constructor(readonly items: readonly RemovedItem[], minor: string) {
    const count = items.length === 1 ? "one item" : `${items.length} items`;
    super("node", `the cluster uses ${count} that Kubernetes ${minor} removes`, {
      hint: "remove these flags and objects, then repeat the command",
    });
  }
}
