/**
 * Cordons, drains and uncordons Kubernetes nodes.
 *
 * @module
 */
import { parseTimeouts } from "../../client/timeouts.ts";
import { OsctlError } from "../../errors.ts";
import { connectCluster } from "../../kubernetes/download/connect_cluster.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { cordonNode, drainNode, uncordonNode } from "../../procedures/drain/drain_node.ts";
import { readKubernetesName } from "../../procedures/drain/node_drain.ts";
import { ResourceReader } from "../../resource/mod.ts";
import type { ActionContext, ActionRun, NodeAction } from "./types.ts";

/** Limit of a drain, milliseconds. */
const DRAIN_MS = 5 * 60_000;

/** Runs work with the Kubernetes node of a node. */
async function withKubernetes(
  { context, client }: ActionContext,
  node: string,
  { signal, report }: ActionRun,
  work: (kubernetes: KubernetesClient, name: string) => Promise<void>,
): Promise<void> {
  const { callMs } = parseTimeouts(context.env);
  const name = await readKubernetesName(
    new ResourceReader(client, { clock: context.clock, callMs }),
    node,
  );
  report(`connecting to Kubernetes, node ${name}`);
  const kubernetes = await connectCluster(context, client, signal);
  try {
    await work(kubernetes, name);
  } finally {
    kubernetes.close();
  }
}

async function cordon(kubernetes: KubernetesClient, name: string, run: ActionRun): Promise<void> {
  const result = await cordonNode(kubernetes, name, run.signal);
  if (result === "absent") throw new OsctlError("node", `no Kubernetes node "${name}"`);
  run.report(result === "cordoned" ? `cordoned ${name}` : `${name} was cordoned before`);
}

/** Marks the node as unschedulable. */
export function cordonAction(context: ActionContext, node: string): NodeAction {
  return {
    title: "cordon",
    describe: () => Promise.resolve("no new pod is scheduled on the node\n"),
    run: (run) =>
      withKubernetes(context, node, run, (kubernetes, name) => cordon(kubernetes, name, run)),
  };
}

/** Marks the node as schedulable. */
export function uncordonAction(context: ActionContext, node: string): NodeAction {
  return {
    title: "uncordon",
    describe: () => Promise.resolve("pods are scheduled on the node again\n"),
    run: (run) =>
      withKubernetes(context, node, run, async (kubernetes, name) => {
        await uncordonNode(kubernetes, name, run.signal);
        run.report(`uncordoned ${name}`);
      }),
  };
}

/** Cordons the node and evicts its pods; it stays cordoned. */
export function drainAction(context: ActionContext, node: string): NodeAction {
  return {
    title: "drain",
    describe: () =>
      Promise.resolve(
        "no new pod is scheduled on the node, and its pods are evicted with respect to their " +
          "disruption budgets\nthe node stays cordoned: undo it with uncordon\n",
      ),
    run: (run) =>
      withKubernetes(context, node, run, async (kubernetes, name) => {
        await cordon(kubernetes, name, run);
        const { signal, report } = run;
        const { clock } = context.context;
        await drainNode(kubernetes, name, { clock, signal, timeoutMs: DRAIN_MS, report });
        report(`drained ${name}; it stays cordoned`);
      }),
  };
}
