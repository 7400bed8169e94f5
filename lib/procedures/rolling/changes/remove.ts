/**
 * Removes nodes from their cluster.
 *
 * @module
 */
import { isNotFound } from "../../../kubernetes/kubernetes_error.ts";
import { NODES } from "../../../kubernetes/objects.ts";
import type { NodeClient } from "../../../client/types.ts";
import type { Clock } from "../../../platform/system.ts";
import type { OpenKubernetes } from "../gates/types.ts";
import type { NodeChange } from "../types.ts";
import type { ChangeSources } from "./reboot.ts";
import { createReset } from "./stop.ts";

/**
 * Leaves etcd, then wipes configuration, keys and data, and keeps the boot partitions: the machine
 * returns in maintenance mode without other boot media.
 */
const REQUEST = {
  graceful: true,
  reboot: true,
  systemPartitionsToWipe: [{ label: "STATE", wipe: true }, { label: "EPHEMERAL", wipe: true }],
};

/** Dependencies of a removal. */
type RemovalSources = ChangeSources & {
  readonly clock: Clock;
  readonly kubernetes: OpenKubernetes;
};

/**
 * Creates a change that wipes nodes and deletes their Kubernetes nodes. The engine has drained
 * them.
 */
export function createRemoval(
  sources: RemovalSources,
  openMaintenance: (node: string) => Promise<NodeClient>,
): NodeChange {
  const reset = createReset(sources, { request: REQUEST, openMaintenance });
  return {
    ...reset,
    title: "remove from the cluster",
    async observe(node, baseline, signal) {
      const state = await reset.observe(node, baseline, signal);
      if (state.kind !== "done") return state;
      // A failure is repeated: the node is wiped, and its object is left.
      const kubernetes = await sources.kubernetes(signal);
      try {
        await kubernetes.delete(NODES, { name: node.name }, { signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      return state;
    },
  };
}
