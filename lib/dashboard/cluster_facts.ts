/**
 * What the members of a cluster know about nodes that do not respond: names, roles, versions.
 *
 * @module
 */
import type { Clock } from "../async/clock.ts";
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";
import { isMap } from "../output/value.ts";
import { listMembers, type Member, ResourceReader, specOf } from "../resource/mod.ts";
import type { NodeModel } from "./types.ts";

/** What one node knows about its cluster. */
export interface ClusterFacts {
  /** Empty: not known. */
  readonly name: string;
  readonly members: readonly Member[];
}

/** Facts of a cluster of which no node has responded. */
export const UNKNOWN_CLUSTER: ClusterFacts = { name: "", members: [] };

/** Interval of requests for members, milliseconds. */
const REFRESH_MS = 30_000;
/** Pause after a failure, milliseconds. */
const RETRY_MS = 3000;
/** Deadline of a request, milliseconds. */
const DEADLINE_MS = 10_000;

const CLUSTER_INFO = { namespace: "cluster", type: "Infos.cluster.talos.dev" };

/** The parts of a dashboard that facts are read with. */
export interface FactsTarget {
  readonly client: NodeClient;
  readonly clock: Clock;
  /** Longest time of a request, milliseconds. */
  readonly callMs: number;
}

/**
 * Reads the facts from one node. A node without cluster information, or whose caller may not read it,
 * has none.
 */
export async function readClusterFacts(
  { client, clock, callMs }: FactsTarget,
  node: string,
  signal: AbortSignal,
): Promise<ClusterFacts> {
  const reader = new ResourceReader(client, { clock, callMs: Math.min(callMs, DEADLINE_MS) });
  const [members, info] = await Promise.allSettled([
    listMembers(reader, node, signal),
    reader.get(node, CLUSTER_INFO, "current").then(specOf),
  ]);
  signal.throwIfAborted();
  for (const { reason } of [members, info].filter((one) => one.status === "rejected")) {
    if (!(reason instanceof OsctlError)) throw reason;
  }
  if (members.status === "rejected") throw members.reason;
  const spec = info.status === "fulfilled" ? info.value : undefined;
  const name = isMap(spec) ? spec["clusterName"] : undefined;
  return { name: typeof name === "string" ? name : "", members: members.value };
}

/** Sets names and roles of nodes that have not sent them. */
export function applyMembers(models: readonly NodeModel[], members: readonly Member[]): void {
  for (const model of models) {
    const { node } = model;
    const member = members.find(({ id, hostname, addresses }) =>
      id === node || hostname === node || addresses.includes(node)
    );
    if (member === undefined) continue;
    model.hostname ||= member.id;
    model.role ??= member.machineType || undefined;
  }
}

/** Requests the facts from a node that responds, now and then. */
export class ClusterFollower {
  facts: ClusterFacts = UNKNOWN_CLUSTER;
  readonly #models: readonly NodeModel[];
  readonly #target: FactsTarget;
  readonly #signal: AbortSignal;
  #dueAt = -Infinity;
  #isBusy = false;
  /** The source of the next request, among the nodes that respond. */
  #attempt = 0;

  constructor(models: readonly NodeModel[], target: FactsTarget, signal: AbortSignal) {
    this.#models = models;
    this.#target = target;
    this.#signal = signal;
  }

  /**
   * Requests the facts when they are due. Called after each change of a node, which therefore needs no
   * timer. Returns whether the facts were read.
   *
   * @throws Errors that are bugs.
   */
  async update(): Promise<boolean> {
    const { clock } = this.#target;
    if (this.#isBusy || this.#signal.aborted || clock.now() < this.#dueAt) return false;
    const sources = this.#models.filter(({ updatedAt, problem }) =>
      updatedAt !== undefined && problem === undefined
    );
    const source = sources[this.#attempt % Math.max(sources.length, 1)];
    if (source === undefined) return false;
    this.#isBusy = true;
    try {
      const facts = await readClusterFacts(this.#target, source.node, this.#signal);
      this.#dueAt = clock.now() + REFRESH_MS;
      // A node without discovery has no members; another one may have.
      if (facts.members.length === 0) this.#attempt++;
      if (facts.members.length === 0 && this.facts.members.length > 0) return false;
      this.facts = facts;
      applyMembers(this.#models, facts.members);
      return true;
    } catch (error) {
      if (!this.#signal.aborted && !(error instanceof OsctlError)) throw error;
      this.#attempt++;
      this.#dueAt = clock.now() + RETRY_MS;
      return false;
    } finally {
      this.#isBusy = false;
    }
  }
}
