/**
 * State of the nodes of a declared cluster: what is wanted, what they run, and whether they are ready.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { layersOf } from "../../cluster_file/mod.ts";
import { OsctlError } from "../../errors.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { type MachineStatus, nodeError, readMachineStatus } from "../lifecycle/node_facts.ts";
import { type EtcdReport, readEtcd } from "../quorum/read_etcd.ts";
import { compareNode, type NodeDifferences } from "./compare_node.ts";
import { addressOf } from "./observe_nodes.ts";
import type { ClusterPlan, PlannedNode } from "./plan_cluster.ts";

type Context = ProcedureContext<NodeClient>;

/** Limit of a call, milliseconds. */
const CALL_MS = 10_000;

/** Membership of a control plane in etcd. */
export type EtcdState = "member" | "learner" | "missing" | "unknown";

/** State of a node. */
export interface NodeStatus {
  readonly planned: PlannedNode;
  /** Without `v`. */
  readonly wantedKubernetes: string;
  /** Of a running node, also of one to remove. */
  readonly differences: NodeDifferences | undefined;
  /** Undefined for workers. */
  readonly etcd: EtcdState | undefined;
  /** Undefined when it cannot be read. */
  readonly machine: MachineStatus | undefined;
  /** Why a part of the state is unknown. */
  readonly reason: string | undefined;
}

/** Reads the state of all nodes of a plan. What cannot be read is unknown. */
export async function readStatus(
  context: Context,
  { cluster, nodes }: ClusterPlan,
  bundle: SecretsBundle,
  connection: ConnectionOptions,
): Promise<NodeStatus[]> {
  const running = nodes.filter(({ found }) => found.kind === "running");
  const addresses = running.map(({ node }) => addressOf(node));
  const client = running.length === 0
    ? undefined
    : await context.openClient({ connection: { ...connection, nodes: addresses } });
  try {
    const etcd = client && await readMembers(context, client, running);
    return await Promise.all(nodes.map(async (planned): Promise<NodeStatus> => {
      const { node, found, state, reason } = planned;
      const common = { planned, wantedKubernetes: cluster.kubernetesVersion };
      const members = node.role === "controlplane" ? etcdStateOf(planned, etcd ?? []) : undefined;
      if (found.kind !== "running") {
        const machine = found.kind === "maintenance"
          ? { stage: "maintenance", ready: false, unmet: [] }
          : undefined;
        const error = found.kind === "unknown" ? found.error.message : reason;
        return { ...common, differences: undefined, etcd: members, machine, reason: error };
      }
      const wanted = () => layersOf(cluster, node, bundle).at(-1)!.documents;
      const differences = state === "remove"
        ? compareNode(node, wanted(), found, cluster.kubernetesVersion)
        : planned.differences;
      const { machine, reason: failure } = await readMachine(client!, addressOf(node));
      return { ...common, differences, etcd: members, machine, reason: failure };
    }));
  } finally {
    await client?.[Symbol.asyncDispose]();
  }
}

async function readMachine(
  client: NodeClient,
  node: string,
): Promise<{ machine: MachineStatus | undefined; reason: string | undefined }> {
  try {
    const machine = await readMachineStatus(client, node, { timeoutMs: CALL_MS });
    return { machine, reason: undefined };
  } catch (failure) {
    const error = nodeError(node, failure);
    if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
    return { machine: undefined, reason: error.message };
  }
}

/** Reads etcd on the running control planes; empty when the credentials do not permit it. */
async function readMembers(
  { signal }: Context,
  client: NodeClient,
  running: readonly PlannedNode[],
): Promise<EtcdReport[]> {
  const controlPlanes = running.filter(({ node }) => node.role === "controlplane")
    .map(({ node }) => ({ address: addressOf(node), name: node.name }));
  try {
    return await readEtcd(client, controlPlanes, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OsctlError)) throw error;
    return [];
  }
}

function etcdStateOf({ node, found }: PlannedNode, reports: readonly EtcdReport[]): EtcdState {
  if (found.kind === "maintenance") return "missing";
  const own = reports.find(({ node: { address } }) => address === addressOf(node));
  const known = reports.filter(({ failure }) => failure === undefined);
  if (own === undefined || own.failure !== undefined) {
    // Without its response, the other members report by its name whether it is one of them.
    const listed = known[0]?.members.find(({ name }) => name === node.name);
    return listed === undefined ? "unknown" : listed.isLearner ? "learner" : "member";
  }
  const listed = known.flatMap(({ members }) => members).find(({ id }) => id === own.status?.id);
  if (listed === undefined) return "missing";
  return listed.isLearner ? "learner" : "member";
}
