/**
 * The phases of one node's change.
 *
 * @module
 */

/**
 * Phases in order. `start` begins before the request is sent, `restart` when it is acknowledged:
 * from `start` on, the node may have changed.
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

/** Reports whether a phase is the same as another, or follows it. */
export function isFrom(phase: Phase, first: Phase): boolean {
  return PHASES.indexOf(phase) >= PHASES.indexOf(first);
}

/** Texts of a phase: what happens, and how an error describes that it did not. */
export const PHASE_TEXTS: Readonly<
  Record<Phase, { readonly progress: string; readonly failure: string }>
> = {
  gates: { progress: "checking gates before the change", failure: "gates do not hold" },
  prepare: { progress: "installing", failure: "not installed" },
  cordon: { progress: "cordoning", failure: "not cordoned" },
  drain: { progress: "draining", failure: "not drained" },
  detach: { progress: "waiting for volumes to be detached", failure: "volumes not detached" },
  leader: {
    progress: "checking etcd, moving its leadership",
    failure: "etcd not ready for the change",
  },
  start: { progress: "sending the request", failure: "request not acknowledged" },
  restart: { progress: "waiting for the node as requested", failure: "not as requested" },
  etcd: { progress: "waiting for its etcd member", failure: "etcd member not caught up" },
  ready: {
    progress: "waiting for its Kubernetes node",
    failure: "Kubernetes node or static pods not ready",
  },
  uncordon: { progress: "uncordoning", failure: "not uncordoned" },
  verify: { progress: "checking gates after the change", failure: "gates do not hold" },
};
