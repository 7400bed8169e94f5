/**
 * Time limits of the waits of an upgrade.
 *
 * @module
 */

/** Time limits, milliseconds. */
export interface WaitLimits {
  /** First contact with the Kubernetes API, and reads of the plan. */
  readonly planMs: number;
  /** Pull of one image. */
  readonly pullMs: number;
  /** Acceptance of a configuration by its node, and its effect on resources. */
  readonly configMs: number;
  /** Readiness of a static pod. */
  readonly podMs: number;
  /** Restart of a kubelet. */
  readonly kubeletMs: number;
  /** Readiness of a node with its new version. */
  readonly nodeMs: number;
  /** Change of one object. */
  readonly manifestMs: number;
  readonly deploymentMs: number;
  readonly daemonSetMs: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Default limits; pods, nodes and rollouts as in talosctl. */
const WAIT_LIMITS: WaitLimits = {
  planMs: 30 * SECOND_MS,
  pullMs: 30 * MINUTE_MS,
  configMs: MINUTE_MS,
  podMs: 5 * MINUTE_MS,
  kubeletMs: 5 * MINUTE_MS,
  nodeMs: 3 * MINUTE_MS,
  manifestMs: 3 * MINUTE_MS,
  deploymentMs: 3 * MINUTE_MS,
  daemonSetMs: 5 * MINUTE_MS,
};

/** Returns the limits with `ms` for each wait; the default ones when undefined. */
export function limitsOf(ms: number | undefined): WaitLimits {
  if (ms === undefined) return WAIT_LIMITS;
  const names = Object.keys(WAIT_LIMITS) as (keyof WaitLimits)[];
  return Object.fromEntries(names.map((name) => [name, ms])) as unknown as WaitLimits;
}
