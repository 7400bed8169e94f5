/**
 * The plan of a declared cluster: what differs from the running one, and the steps to resolve it.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { type DeclaredCluster, type DeclaredNode, layersOf } from "../../cluster_file/mod.ts";
import { diffConfigs } from "../../machineconfig/diff_configs.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import type { Member } from "../../resource/mod.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import { compareNode, isSame, isUpgraded, type NodeDifferences } from "./compare_node.ts";
import { compareVersions, readVersion } from "../kubernetes_upgrade/versions.ts";
import { bootstrapNode, isUnborn } from "./etcd_birth.ts";
import { type Observation, observeNodes } from "./observe_nodes.ts";

/** States of a node in a plan. */
export type PlannedState =
  /** As declared. */
  | "same"
  | "different"
  /** In maintenance mode: it has no configuration yet. */
  | "new"
  /** Does not respond: it may differ. */
  | "unknown"
  /** Declared to be removed. */
  | "remove"
  /** Removed, and still declared: in maintenance mode, or unreachable and not a member. */
  | "removed";

/** A node in a plan. */
export interface PlannedNode {
  readonly node: DeclaredNode;
  readonly state: PlannedState;
  /** Of a running node. */
  readonly differences: NodeDifferences | undefined;
  /** Unified diff of the configuration, without secrets; empty for none. */
  readonly diff: string;
  /** Why its state is unknown. */
  readonly reason: string | undefined;
  /** Observed state of the node. */
  readonly found: Observation;
}

/** A plan. */
export interface ClusterPlan {
  readonly cluster: DeclaredCluster;
  readonly nodes: readonly PlannedNode[];
  /** Names of all members; undefined when no node could list them. */
  readonly members: readonly string[] | undefined;
  /** All members, with their addresses; undefined when no node could list them. */
  readonly memberList: readonly Member[] | undefined;
  /** Those that the file does not declare. */
  readonly undeclared: readonly string[] | undefined;
  /** No control plane is a member of etcd yet. */
  readonly isUnborn: boolean;
  /** Steps that resolve the differences, in order. */
  readonly steps: readonly string[];
}

/** Compares a declared cluster with the running one. Changes nothing. */
export async function planCluster(
  context: ProcedureContext<NodeClient>,
  cluster: DeclaredCluster,
  bundle: SecretsBundle,
  connection: ConnectionOptions,
): Promise<ClusterPlan> {
  const observation = await observeNodes(context, cluster, connection);
  const { nodes: observed, members } = observation;
  const isMember = ({ name, addresses }: DeclaredNode) =>
    members === undefined ||
    members.some((member) =>
      [member.hostname, ...member.addresses].some((one) => one === name || addresses.includes(one))
    );
  const nodes = cluster.nodes.map((node) => {
    const found = observed.get(node.name)!;
    const isAway = found.kind === "maintenance" || found.kind === "unknown" && !isMember(node);
    return node.remove && isAway
      ? removedNode(node, found)
      : planNode(cluster, node, found, bundle);
  });
  const declared = new Set(cluster.nodes.flatMap(({ name, addresses }) => [name, ...addresses]));
  const undeclared = members
    ?.filter(({ hostname, addresses }) =>
      ![hostname, ...addresses].some((name) => declared.has(name))
    )
    .map(({ hostname }) => hostname);
  const unborn = await isUnborn(context, cluster.nodes, observation, connection);
  return {
    cluster,
    nodes,
    members: members?.map(({ hostname }) => hostname),
    memberList: members,
    undeclared,
    isUnborn: unborn,
    steps: stepsOf(cluster, nodes, unborn),
  };
}

/** Reports whether a node is not as declared, or may not be. */
export function hasDifference({ nodes, isUnborn }: ClusterPlan): boolean {
  return isUnborn || nodes.some(({ state }) => state !== "same" && state !== "removed");
}

function removedNode(node: DeclaredNode, found: Observation): PlannedNode {
  const none = { differences: undefined, diff: "", reason: undefined };
  return { ...none, node, found, state: "removed" };
}

function planNode(
  cluster: DeclaredCluster,
  node: DeclaredNode,
  observation: Observation,
  bundle: SecretsBundle,
): PlannedNode {
  const none = { node, differences: undefined, diff: "", reason: undefined, found: observation };
  if (observation.kind === "unknown") {
    return { ...none, state: "unknown", reason: observation.error.message };
  }
  if (node.remove) return { ...none, state: "remove" };
  if (observation.kind === "maintenance") return { ...none, state: "new" };
  const wanted = layersOf(cluster, node, bundle).at(-1)!.documents;
  const differences = compareNode(node, wanted, observation, cluster.kubernetesVersion);
  if (isSame(differences)) return { ...none, state: "same", differences };
  const diff = differences.fields.length === 0
    ? ""
    : diffConfigs(observation.config, differences.text, node.name);
  return { ...none, state: "different", differences, diff };
}

/** Returns the steps in the order in which they are safe: locked nodes have none. */
function stepsOf(
  cluster: DeclaredCluster,
  nodes: readonly PlannedNode[],
  isUnborn: boolean,
): string[] {
  const open = nodes.filter(({ node }) => !node.locked);
  const names = (some: readonly PlannedNode[]) => some.map(({ node }) => node.name).join(", ");
  const fresh = open.filter(({ state }) => state === "new");
  const changed = open.filter(({ state }) => state === "different");
  const configured = changed.filter(({ differences }) => differences!.fields.length > 0);
  const upgraded = changed.filter(({ differences }) => isUpgraded(differences!));
  const kubernetes = [
    ...new Set(changed.flatMap(({ differences }) => {
      const { actual, wanted } = differences!.kubernetes;
      return actual === wanted ? [] : [actual ?? "the default of the nodes"];
    })),
  ];
  const removed = open.filter(({ state }) => state === "remove");
  const first = bootstrapNode(cluster.nodes);
  return [
    ...(fresh.length === 0 ? [] : [`configure ${names(fresh)}`]),
    ...(isUnborn && first !== undefined ? [`bootstrap etcd on ${first.name}`] : []),
    ...(configured.length === 0 ? [] : [`apply the configuration of ${names(configured)}`]),
    ...upgradeSteps(upgraded),
    ...(kubernetes.length === 0 ? [] : [
      `${verbOf(kubernetes, cluster.kubernetesVersion)} Kubernetes from ${kubernetes.join(", ")} ` +
      `to ${cluster.kubernetesVersion}`,
    ]),
    ...(removed.length === 0 ? [] : [`remove ${names(removed)}`]),
  ];
}

function upgradeSteps(nodes: readonly PlannedNode[]): string[] {
  const byImage = Map.groupBy(nodes, ({ node }) => node.installImage);
  return [...byImage].flatMap(([image, some]) =>
    [...Map.groupBy(some, (one) => isDowngraded(one))].map(([isDown, group]) => {
      const names = group.map(({ node }) => node.name).join(", ");
      if (!isDown) return `upgrade ${names} to ${image}`;
      const versions = [...new Set(group.map(({ differences }) => differences!.os.actual ?? ""))];
      return `downgrade ${names} from ${versions.join(", ")} to ${image}`;
    })
  );
}

function isDowngraded({ differences }: PlannedNode): boolean {
  return isOlder(differences!.os.wanted, differences!.os.actual ?? "");
}

function verbOf(running: readonly string[], wanted: string): string {
  return running.some((version) => isOlder(wanted, version)) ? "downgrade" : "upgrade";
}

/** Reports whether a plan takes Talos Linux or Kubernetes back to an older version. */
export function hasDowngrade({ steps }: Pick<ClusterPlan, "steps">): boolean {
  return steps.some((step) => step.startsWith("downgrade "));
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [readVersion(version), readVersion(than)];
  return a !== undefined && b !== undefined && compareVersions(a, b) < 0;
}
