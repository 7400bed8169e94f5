/**
 * The graph of checks: what must work before something else can.
 *
 * @module
 */

/** The checks, each with those that it depends on directly. */
const DEPENDENCIES = {
  connection: [],
  machine: [],
  configuration: [],
  security: [],
  network: ["machine", "configuration"],
  time: ["network"],
  boot: ["machine", "configuration", "network", "time", "security"],
  membership: ["network", "time"],
  containerd: ["machine", "boot"],
  images: ["network", "time", "containerd"],
  etcd: ["images", "membership", "security"],
  kubelet: ["images", "boot", "security"],
  "static-pods": ["kubelet", "etcd", "configuration"],
  "api-server": ["static-pods", "connection"],
  cni: ["api-server", "kubelet"],
  "node-ready": ["cni", "kubelet", "membership"],
  workloads: ["node-ready"],
  ready: ["workloads"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Id of a check. */
export type CheckId = keyof typeof DEPENDENCIES;

/** All checks, each after those that it depends on. */
export const CHECKS = Object.keys(DEPENDENCIES) as readonly CheckId[];

/** Distances from each check to those that it depends on, also indirectly. */
const DISTANCES: ReadonlyMap<CheckId, ReadonlyMap<CheckId, number>> = new Map(
  CHECKS.map((check) => [check, distancesFrom(check)]),
);

function distancesFrom(check: CheckId): ReadonlyMap<CheckId, number> {
  const found = new Map<CheckId, number>([[check, 0]]);
  // A map iterates over entries that are added meanwhile.
  for (const [current, distance] of found) {
    for (const next of DEPENDENCIES[current] as readonly CheckId[]) {
      if (!found.has(next)) found.set(next, distance + 1);
    }
  }
  return found;
}

/**
 * Returns the number of steps from a check to one that it depends on, 0 for itself; undefined when it
 * does not depend on it.
 */
export function distanceTo(check: CheckId, cause: CheckId): number | undefined {
  // A node that does not respond has no working check at all.
  if (cause === "connection") return 1;
  return DISTANCES.get(check)!.get(cause);
}

/** Returns the position of a check in the order of the graph. */
export function orderOf(check: CheckId): number {
  return CHECKS.indexOf(check);
}
