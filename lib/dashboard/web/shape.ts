/**
 * The cluster at a glance: nodes by zone and role, the leader of etcd, versions.
 *
 * @module
 */
import { compareNatural } from "../../output/natural_order.ts";
import { escapeControls } from "../../output/text.ts";
import type { ClusterFacts } from "../cluster_facts.ts";
import { PENDING } from "../format.ts";
import { etcdRole } from "../node_views.ts";
import { isStale, type NodeModel, nodeName, unhealthyServices } from "../types.ts";

/** State of a node, with the word that a page shows besides its colour. */
export type NodeState = "ready" | "not ready" | "down" | "stale" | "waiting";

/** A node of the shape. */
interface ShapeNode {
  readonly node: string;
  readonly name: string;
  readonly role: "controlplane" | "worker" | "unknown";
  readonly state: NodeState;
  readonly isLeader: boolean;
  /** Texts such as `v1.8.0` and `2 unhealthy services`. */
  readonly notes: readonly string[];
}

/** Nodes of a zone. */
interface ShapeZone {
  /** Empty: not known. */
  readonly name: string;
  readonly nodes: readonly ShapeNode[];
}

/** How many nodes have a version. */
interface VersionCount {
  readonly name: string;
  readonly count: number;
}

/** The shape of a cluster. */
export interface Shape {
  readonly zones: readonly ShapeZone[];
  readonly versions: readonly VersionCount[];
  readonly kubernetesVersions: readonly VersionCount[];
  /** Members, quorum and leader; empty without a control plane node. */
  readonly etcd: string;
  /** Names of members that the dashboard does not show. */
  readonly others: readonly string[];
}

/** Returns the state of a node. `now`: milliseconds since the Unix epoch. */
export function stateOf(model: NodeModel, now: number): NodeState {
  if (model.problem !== undefined) return "down";
  if (model.updatedAt === undefined) return "waiting";
  if (isStale(model, now)) return "stale";
  return model.ready ? "ready" : "not ready";
}

/** Returns the shape. */
export function shapeOf(
  nodes: readonly NodeModel[],
  { members }: ClusterFacts,
  now: number,
): Shape {
  const zones = new Map<string, ShapeNode[]>();
  const versions = countOf(nodes.map(({ version }) => version));
  const common = versions[0]?.name;
  for (const model of nodes) {
    const name = model.zone ?? "";
    zones.set(name, [...zones.get(name) ?? [], toShapeNode(model, common, now)]);
  }
  const controlPlanesFirst = (a: ShapeNode, b: ShapeNode) => rank(a) - rank(b);
  const isShown = (id: string, addresses: readonly string[]) =>
    nodes.some(({ node, hostname }) => node === id || hostname === id || addresses.includes(node));
  return {
    zones: [...zones].sort(([a], [b]) =>
      Number(a === "") - Number(b === "") || compareNatural(a, b)
    )
      .map(([name, own]) => ({ name: escapeControls(name), nodes: own.sort(controlPlanesFirst) })),
    versions,
    kubernetesVersions: countOf(nodes.map(({ kubernetesVersion }) => kubernetesVersion)),
    etcd: escapeControls(etcdTextOf(nodes)),
    others: members.filter(({ id, addresses }) => !isShown(id, addresses))
      .map(({ id }) => escapeControls(id)).sort(compareNatural),
  };
}

function rank({ role }: ShapeNode): number {
  return role === "controlplane" ? 0 : 1;
}

function toShapeNode(model: NodeModel, common: string | undefined, now: number): ShapeNode {
  const { node, role, version, problem } = model;
  const state = stateOf(model, now);
  const unhealthy = unhealthyServices(model).length;
  const etcd = problem === undefined ? etcdRole(model) : undefined;
  return {
    node,
    name: escapeControls(nodeName(model)),
    role: role === "controlplane" || role === "worker"
      ? role
      : role === "init"
      ? "controlplane"
      : "unknown",
    state,
    isLeader: etcd === "leader",
    notes: [
      ...version && version !== common ? [escapeControls(version)] : [],
      ...etcd === "learner" ? ["etcd learner"] : [],
      ...state !== "down" && unhealthy > 0
        ? [`${unhealthy} unhealthy service${unhealthy === 1 ? "" : "s"}`]
        : [],
      ...model.unmet.length > 0 && state === "not ready"
        ? [escapeControls(model.unmet.map(({ name }) => name).join(", "))]
        : [],
    ],
  };
}

/** Counts texts, the most frequent first. */
function countOf(texts: readonly (string | undefined)[]): VersionCount[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name: escapeControls(name), count }))
    .sort((a, b) => b.count - a.count || compareNatural(b.name, a.name));
}

function etcdTextOf(nodes: readonly NodeModel[]): string {
  const controlPlanes = nodes.filter(({ role }) => role !== "worker" && role !== undefined);
  if (controlPlanes.length === 0) return "";
  const members = nodes.find(({ etcd }) => etcd.members !== undefined)?.etcd.members;
  const leader = nodes.find((model) => model.problem === undefined && etcdRole(model) === "leader");
  if (members === undefined) return PENDING;
  const voters = members.filter(({ isLearner }) => !isLearner).length;
  return `${members.length} member${members.length === 1 ? "" : "s"}, quorum ${
    Math.floor(voters / 2) + 1
  }, leader ${leader === undefined ? "unknown" : nodeName(leader)}`;
}
