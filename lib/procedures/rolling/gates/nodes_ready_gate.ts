/**
 * The gate `nodes-ready`: every Kubernetes node is ready.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { type Node, NODES } from "../../../kubernetes/objects.ts";
import { oneLine } from "../../../output/text.ts";
import type { Gate, GateSources } from "./types.ts";

/** Creates the gate. Nodes that are being changed are not checked. */
export function createNodesReadyGate({ kubernetes }: GateSources): Gate {
  return {
    name: "nodes-ready",
    begin: ({ changing }) => async (signal) => {
      const { items } = await (await kubernetes(signal)).list(NODES, { signal });
      if (items.length === 0) throw new OsctlError("node", "no Kubernetes nodes");
      const unready = items.flatMap((node) => {
        const name = node.metadata?.name ?? "";
        const reason = changing.has(name) ? undefined : unreadyReason(node);
        return reason === undefined ? [] : [`${name} (${reason})`];
      });
      if (unready.length === 0) return;
      const which = unready.length === 1 ? "node not ready" : "nodes not ready";
      throw new OsctlError("node", oneLine(`${which}: ${unready.join(", ")}`));
    },
  };
}

/** Returns why a Kubernetes node is not ready; undefined for a ready one. */
export function unreadyReason({ status }: Node): string | undefined {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  if (ready === undefined) return "no condition Ready";
  if (ready.status === "True") return undefined;
  return ready.reason ?? `Ready is ${ready.status}`;
}
