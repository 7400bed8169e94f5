/**
 * Cordons, drains and uncordons the Kubernetes nodes of nodes, one after the other.
 *
 * @module
 */
import { toNodeFailure } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { MultiNodeError, type NodeFailure, OsctlError } from "../../errors.ts";
import { connectCluster } from "../../kubernetes/download/connect_cluster.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { ResourceReader } from "../../resource/mod.ts";
import type { ProcedureContext } from "../context.ts";
import { cordonNode, drainNode, uncordonNode } from "./drain_node.ts";
import { readKubernetesName } from "./node_drain.ts";

/** Called with each step of a node. */
export type ReportStep = (node: string, text: string) => Promise<void>;

/** Cordons the Kubernetes nodes of the client's nodes. */
export async function cordonNodes(
  context: ProcedureContext<NodeClient>,
  client: NodeClient,
  report: ReportStep,
): Promise<void> {
  const { signal } = context;
  await forEachNode(context, client, async (kubernetes, node, name) => {
    await cordon(kubernetes, { node, name, signal }, report);
  });
}

/** Uncordons the Kubernetes nodes of the client's nodes. */
export async function uncordonNodes(
  context: ProcedureContext<NodeClient>,
  client: NodeClient,
  report: ReportStep,
): Promise<void> {
  await forEachNode(context, client, async (kubernetes, node, name) => {
    await uncordonNode(kubernetes, name, context.signal);
    await report(node, `uncordoned ${name}`);
  });
}

/**
 * Cordons the Kubernetes nodes of the client's nodes and evicts their pods; a node that fails stays
 * cordoned, and the others continue.
 *
 * @param timeoutMs Limit of each node, milliseconds.
 */
export async function drainNodes(
  context: ProcedureContext<NodeClient>,
  client: NodeClient,
  timeoutMs: number,
  report: ReportStep,
): Promise<void> {
  const { clock, signal } = context;
  await forEachNode(context, client, async (kubernetes, node, name) => {
    await cordon(kubernetes, { node, name, signal }, report);
    const written: Promise<void>[] = [];
    const options = {
      clock,
      signal,
      timeoutMs,
      report: (text: string) => void written.push(report(node, text)),
    };
    await drainNode(kubernetes, name, options).finally(() => Promise.all(written));
    await report(node, `drained ${name}; it stays cordoned`);
  });
}

async function cordon(
  kubernetes: KubernetesClient,
  { node, name, signal }: {
    readonly node: string;
    readonly name: string;
    readonly signal: AbortSignal;
  },
  report: ReportStep,
): Promise<void> {
  const result = await cordonNode(kubernetes, name, signal);
  if (result === "absent") throw new OsctlError("node", `no Kubernetes node "${name}"`);
  await report(node, result === "cordoned" ? `cordoned ${name}` : `${name} was cordoned before`);
}

/**
 * Calls `work` for each node in turn.
 *
 * @throws {MultiNodeError} with the failures of all nodes.
 */
async function forEachNode(
  context: ProcedureContext<NodeClient>,
  client: NodeClient,
  work: (kubernetes: KubernetesClient, node: string, name: string) => Promise<void>,
): Promise<void> {
  const { clock, env, signal } = context;
  const { callMs } = parseTimeouts(env);
  const reader = new ResourceReader(client, { clock, callMs });
  const kubernetes = await connectCluster(context, client, signal);
  const failures: NodeFailure[] = [];
  try {
    for (const node of client.nodes) {
      try {
        await work(kubernetes, node, await readKubernetesName(reader, node));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof OsctlError)) throw error;
        failures.push(toNodeFailure(node, error));
      }
    }
  } finally {
    kubernetes.close();
  }
  if (failures.length > 0) throw new MultiNodeError(failures);
}
