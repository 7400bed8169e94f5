/**
 * Cordons, drains and uncordons nodes of a Kubernetes cluster.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { formatDuration } from "../../output/duration.ts";
import { oneLine } from "../../output/text.ts";
import type { Clock } from "../../platform/system.ts";
import { isNotFound, KubernetesError } from "../../kubernetes/kubernetes_error.ts";
import { DAEMON_SETS, type Node, NODES, type Pod, PODS } from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";

/** Interval of attempts of an eviction that a disruption budget does not permit, milliseconds. */
const EVICT_RETRY_MS = 5000;
/** Interval of checks for deleted pods, milliseconds. */
const DELETED_POLL_MS = 1000;
/** Interval of checks for a ready node, milliseconds. */
const READY_POLL_MS = 2000;

/** Annotation of pods that the kubelet runs from files. */
const MIRROR_ANNOTATION = "kubernetes.io/config.mirror";

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
 * Evicts the pods of a node and waits until they are deleted, as `kubectl drain --force
 * --ignore-daemonsets --delete-emptydir-data` does.
 *
 * @throws {OsctlError} that names the pods which were not evicted, and why.
 */
export async function drainNode(
  client: KubernetesClient,
  name: string,
  options: DrainOptions,
): Promise<void> {
  const { clock, signal, timeoutMs } = options;
  const pending = new Map<string, string>();
  const failed = new AbortController();
  using limit = createDeadline({
    clock,
    ms: timeoutMs,
    signals: [signal, failed.signal],
    expired: () => notDrained(name, timeoutMs, pending),
  });
  const drain = { ...options, signal: limit.signal };
  const fieldSelector = `spec.nodeName=${name}`;
  const { items } = await client.list(PODS, { fieldSelector, signal: limit.signal });
  const pods: Pod[] = [];
  for (const pod of items) if (await isEvictable(client, pod, limit.signal)) pods.push(pod);
  for (const pod of pods) pending.set(nameOf(pod), "");
  const evictions = pods.map(async (pod) => {
    await evictPod(client, pod, drain, (reason) => pending.set(nameOf(pod), reason));
    pending.delete(nameOf(pod));
    options.report(`evicted pod ${nameOf(pod)}, ${pending.size} left`);
  });
  try {
    await Promise.all(evictions);
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

function nameOf({ metadata }: Pod): string {
  return `${metadata?.namespace}/${metadata?.name}`;
}

/** Finished pods are evicted; mirror pods, and those whose daemon set exists, are not. */
async function isEvictable(
  client: KubernetesClient,
  { metadata, status }: Pod,
  signal: AbortSignal,
): Promise<boolean> {
  if (metadata?.annotations?.[MIRROR_ANNOTATION] !== undefined) return false;
  const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true);
  if (owner?.kind !== "DaemonSet") return true;
  if (status?.phase === "Succeeded" || status?.phase === "Failed") return true;
  try {
    await client.get(DAEMON_SETS, { name: owner.name, namespace: metadata!.namespace! }, {
      signal,
    });
    return false;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

async function evictPod(
  client: KubernetesClient,
  pod: Pod,
  { clock, signal, report }: DrainOptions,
  deferred: (reason: string) => void,
): Promise<void> {
  const { name = "", namespace = "", uid } = pod.metadata ?? {};
  const ref = { name, namespace };
  while (true) {
    try {
      await client.evict(ref, { signal });
      break;
    } catch (error) {
      signal.throwIfAborted();
      if (isNotFound(error)) return;
      if (!isDeferred(error)) throw error;
      const reason = reasonOf(error);
      deferred(reason);
      report(`pod ${namespace}/${name}: ${reason}`);
      await sleep(clock, EVICT_RETRY_MS, signal);
    }
  }
  deferred("still terminating");
  while (true) {
    try {
      const current = await client.get(PODS, ref, { signal });
      if (current.metadata?.uid !== uid) return;
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    await sleep(clock, DELETED_POLL_MS, signal);
  }
}

/** Whether a later eviction may succeed: a disruption budget, or a namespace that is deleted. */
function isDeferred(error: unknown): error is KubernetesError {
  if (!(error instanceof KubernetesError)) return false;
  const causes = error.status?.details?.causes ?? [];
  return error.code === 429 ||
    (error.code === 403 && causes.some(({ reason }) => reason === "NamespaceTerminating"));
}

/** Returns the cause that names the disruption budget, or the message. */
function reasonOf({ status, message }: KubernetesError): string {
  const causes = status?.details?.causes ?? [];
  const budget = causes.find(({ reason }) => reason === "DisruptionBudget")?.message;
  return budget === undefined ? message : oneLine(budget);
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
