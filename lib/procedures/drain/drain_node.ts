/**
 * Cordons, drains and uncordons nodes of a Kubernetes cluster.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import type { Clock } from "../../platform/system.ts";
import { isNotFound, KubernetesError } from "../../kubernetes/kubernetes_error.ts";
import { type Node, NODES } from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { evictPods } from "./evict_pods.ts";

/** Interval of checks for a ready node, milliseconds. */
const READY_POLL_MS = 2000;

/** Result of {@linkcode cordonNode}; `absent` for a node that has no Kubernetes node. */
export type CordonResult = "cordoned" | "unchanged" | "absent";

/** Marks a node as unschedulable. */
export async function cordonNode(
  client: KubernetesClient,
  name: string,
  signal: AbortSignal,
): Promise<CordonResult> {
  try {
    const { spec } = await client.get(NODES, { name }, { signal });
    if (spec?.unschedulable === true) return "unchanged";
    await setUnschedulable(client, name, true, signal);
    return "cordoned";
  } catch (error) {
    if (isNotFound(error)) return "absent";
    throw error;
  }
}

/** Marks a node as schedulable; does nothing when it does not exist. */
export async function uncordonNode(
  client: KubernetesClient,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await setUnschedulable(client, name, undefined, signal);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function setUnschedulable(
  client: KubernetesClient,
  name: string,
  unschedulable: true | undefined,
  signal: AbortSignal,
): Promise<void> {
  const body = { spec: { unschedulable: unschedulable ?? null } };
  await client.patch(NODES, { name }, { type: "merge", body }, { signal });
}

/** Options of waits. */
export interface WaitOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Resolves when a node is ready, or does not exist. Repeats failed connections: its API server may be
 * the one that restarts.
 *
 * @param failed Called with the reason while the API is unreachable.
 * @throws {KubernetesError} when the API denies access.
 */
export async function waitForReady(
  client: KubernetesClient,
  name: string,
  { clock, signal, failed }: WaitOptions & { failed?(reason: string): void },
): Promise<void> {
  while (true) {
    try {
      const node: Node = await client.get(NODES, { name }, { signal });
      const ready = node.status?.conditions?.find(({ type }) => type === "Ready");
      if (ready?.status === "True") return;
      failed?.(ready?.reason ?? "the node is not ready");
    } catch (error) {
      signal.throwIfAborted();
      if (isNotFound(error)) return;
      const isDenied = error instanceof KubernetesError && [401, 403].includes(error.code);
      if (isDenied || !(error instanceof OsctlError)) throw error;
      failed?.(error.message);
    }
    await sleep(clock, READY_POLL_MS, signal);
  }
}

/** Options of {@linkcode drainNode}. */
export interface DrainOptions extends WaitOptions {
  readonly timeoutMs: number;
  /** Called with one line for each step. */
  report(text: string): void;
}

/**
 * Evicts the pods of a node within a time limit.
 *
 * @throws {OsctlError} that names the pods which were not evicted, and why.
 */
export async function drainNode(
  client: KubernetesClient,
  name: string,
  { clock, signal, timeoutMs, report }: DrainOptions,
): Promise<void> {
  let pending: ReadonlyMap<string, string> = new Map();
  using limit = createDeadline({
    clock,
    ms: timeoutMs,
    signals: [signal],
    expired: () => notDrained(name, timeoutMs, pending),
  });
  const onPending = (now: ReadonlyMap<string, string>) => pending = now;
  await evictPods(client, name, { clock, signal: limit.signal, report, onPending });
}

function notDrained(
  name: string,
  timeoutMs: number,
  pending: ReadonlyMap<string, string>,
): OsctlError {
  const pods = [...pending].map(([pod, reason]) => reason === "" ? pod : `${pod} (${reason})`);
  const rest = pods.length === 0 ? "" : `: ${pods.join(", ")}`;
  return new OsctlError(
    "node",
    `node "${name}" not drained after ${formatDuration(timeoutMs)}${rest}`,
    { hint: "check disruption budgets, increase --drain-timeout, or use --drain=false" },
  );
}
