/**
 * The order of a rolling change: control planes one at a time with the etcd leader last, canary
 * workers one at a time, then batches of workers.
 *
 * @module
 */
import { compareNatural } from "../../output/natural_order.ts";
import type { RollingNode } from "./types.ts";

/** Workers that may be unavailable at the same time: a number, or a percentage rounded down. */
export type MaxUnavailable =
  | { readonly kind: "count"; readonly value: number }
  | { readonly kind: "percent"; readonly value: number };

/** Order of workers: by name, or zone by zone, without a batch in two zones. */
export type WorkerOrder =
  | { readonly kind: "name" }
  | { readonly kind: "zone"; readonly label: string };

/** Options of {@linkcode planBatches}. */
export interface PlanOptions {
  /** Address of the node whose member leads etcd; undefined when no node of the change does. */
  readonly leader: string | undefined;
  readonly maxUnavailable: MaxUnavailable;
  /** Workers that are changed one at a time before batches. */
  readonly canary: number;
  readonly order: WorkerOrder;
  /** Control planes change after the workers: they stop. */
  readonly isWorkersFirst?: boolean;
}

/** Nodes that are changed at the same time. */
export interface Batch {
  readonly kind: "controlplane" | "canary" | "workers";
  readonly nodes: readonly RollingNode[];
}

/** Returns the batches in order. Each node is in exactly one of them. */
export function planBatches(nodes: readonly RollingNode[], options: PlanOptions): Batch[] {
  const { leader, canary, maxUnavailable } = options;
  const isLeader = ({ address }: RollingNode) => Number(address === leader);
  const controlPlanes = nodes.filter(({ role }) => role === "controlplane")
    .toSorted((a, b) => isLeader(a) - isLeader(b) || compareNames(a, b));
  const workers = sortWorkers(nodes.filter(({ role }) => role === "worker"), options.order);
  const size = batchSize(maxUnavailable, workers.length);
  // One at a time is a canary already.
  const canaries = size === 1 ? 0 : Math.min(canary, workers.length);
  const first: Batch[] = controlPlanes.map((node) => ({ kind: "controlplane", nodes: [node] }));
  const rest: Batch[] = [
    ...workers.slice(0, canaries).map((node) => ({ kind: "canary" as const, nodes: [node] })),
    ...splitWorkers(workers.slice(canaries), size, options.order)
      .map((nodes) => ({ kind: "workers" as const, nodes })),
  ];
  return options.isWorkersFirst ? [...rest, ...first] : [...first, ...rest];
}

/** Returns how many of `count` workers may be unavailable at the same time; at least one. */
export function batchSize({ kind, value }: MaxUnavailable, count: number): number {
  const size = kind === "count" ? value : Math.floor(count * value / 100);
  return Math.max(1, size);
}

function compareNames(a: RollingNode, b: RollingNode): number {
  return compareNatural(a.name, b.name) || compareNatural(a.address, b.address);
}

/** Nodes without a zone are last. */
function sortWorkers(workers: readonly RollingNode[], order: WorkerOrder): RollingNode[] {
  if (order.kind === "name") return workers.toSorted(compareNames);
  return workers.toSorted((a, b) =>
    Number(a.zone === undefined) - Number(b.zone === undefined) ||
    compareNatural(a.zone ?? "", b.zone ?? "") || compareNames(a, b)
  );
}

function splitWorkers(
  workers: readonly RollingNode[],
  size: number,
  { kind }: WorkerOrder,
): RollingNode[][] {
  const batches: RollingNode[][] = [];
  for (const node of workers) {
    const last = batches.at(-1);
    const isFull = last === undefined || last.length === size;
    if (isFull || (kind === "zone" && last[0]!.zone !== node.zone)) batches.push([node]);
    else last.push(node);
  }
  return batches;
}
