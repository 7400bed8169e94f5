/**
 * The phases of one node's change.
 *
 * @module
 */

/**
 * Phases in order. `start` begins before the request is sent, `restart` when it is acknowledged: from
 * `start` on, the node may have changed.
 */
export const PHASES = [
  "gates",
  "prepare",
  "cordon",
  "drain",
  "detach",
  "leader",
  "start",
  "restart",
  "etcd",
  "ready",
  "uncordon",
  "verify",
] as const;

/** A phase of one node's change. */
export type Phase = typeof PHASES[number];

/** Whether a phase is the same as another, or follows it. */
export function isFrom(phase: Phase, first: Phase): boolean {
  return PHASES.indexOf(phase) >= PHASES.indexOf(first);
}

/** What each phase awaits, for the view and for errors. */
export const PHASE_TEXTS: Readonly<Record<Phase, string>> = {
  gates: "gates before the change",
  prepare: "the installer",
  cordon: "the node to be cordoned",
  drain: "pods to be evicted",
  detach: "volumes to be detached",
  leader: "etcd leadership to move",
  start: "the acknowledgement",
  restart: "the node as requested",
  etcd: "the etcd member to catch up",
  ready: "the Kubernetes node to be ready",
  uncordon: "the node to be uncordoned",
  verify: "gates after the change",
};
