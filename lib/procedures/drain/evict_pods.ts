/**
 * Evicts the pods of a node within their disruption budgets.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import { isConflict, isNotFound, KubernetesError } from "../../kubernetes/kubernetes_error.ts";
import { DAEMON_SETS, type Pod, PODS } from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { formatCount, oneLine } from "../../output/text.ts";
import type { Clock } from "../../platform/system.ts";

/**
 * Interval of attempts of an eviction that the server defers, milliseconds; kubectl has the same.
 */
const EVICT_RETRY_MS = 5000;
/** Interval of attempts while the server is unreachable, milliseconds. */
const REACH_RETRY_MS = 1000;
/** First and longest interval of checks for deleted pods, milliseconds. */
const FIRST_POLL_MS = 125;
const DELETED_POLL_MS = 1000;
/** Lists of pods: a pod may be bound to the node between the list and the cordon. */
const MAX_PASSES = 3;

/** Annotation of pods that the kubelet runs from files. */
const MIRROR_ANNOTATION = "kubernetes.io/config.mirror";

/** Options of {@linkcode evictPods}. */
export interface EvictPodsOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with one line for each step. */
  report(text: string): void;
  /** Called after each change with the reasons why pods are left, by `namespace/name`. */
  onPending?(pending: ReadonlyMap<string, string>): void;
}

/**
 * Evicts all pods of a node except pods of daemon sets and mirror pods, and resolves when they are
 * deleted, as `kubectl drain --force --ignore-daemonsets --delete-emptydir-data` does.
 *
 * Waits for budgets (429), terminating namespaces, and servers that are unreachable or fail.
 *
 * @throws {OsctlError} for an eviction that never succeeds.
 */
export async function evictPods(
  client: KubernetesClient,
  node: string,
  options: EvictPodsOptions,
): Promise<void> {
  const { signal } = options;
  const evicted = new Set<string>();
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const pods = await repeat(options, "the pods are not listed", async () => {
      const found: Pod[] = [];
      for (const pod of await listPods(client, node, signal)) {
        const isNew = !evicted.has(pod.metadata?.uid ?? "");
        if (isNew && await isEvictable(client, pod, signal)) found.push(pod);
      }
      return found;
    });
    if (pods.length === 0) return;
    for (const pod of pods) evicted.add(pod.metadata?.uid ?? "");
    await new Eviction(client, node, pods, options).run();
  }
}

/** Pods that are evicted at the same time. */
class Eviction {
  readonly #client: KubernetesClient;
  readonly #node: string;
  readonly #pods: readonly Pod[];
  readonly #options: EvictPodsOptions;
  /** Why pods are left, by name. */
  readonly #pending: Map<string, string>;
  /** Pods whose eviction is accepted, by UID. */
  readonly #terminating = new Map<string, Pod>();
  readonly #failed = new AbortController();

  constructor(
    client: KubernetesClient,
    node: string,
    pods: readonly Pod[],
    options: EvictPodsOptions,
  ) {
    this.#client = client;
    this.#node = node;
    this.#pods = pods;
    this.#pending = new Map(pods.map((pod) => [nameOf(pod), ""]));
    const signal = AbortSignal.any([options.signal, this.#failed.signal]);
    this.#options = { ...options, signal };
  }

  async run(): Promise<void> {
    this.#options.onPending?.(this.#pending);
    try {
      await Promise.all([...this.#pods.map((pod) => this.#evict(pod)), this.#awaitDeleted()]);
    } catch (error) {
      this.#failed.abort(error);
      throw error;
    }
  }

  async #evict(pod: Pod): Promise<void> {
    const { clock, signal } = this.#options;
    const { name = "", namespace = "", uid } = pod.metadata ?? {};
    while (true) {
      try {
        // The precondition spares a pod of the same name that has started on another node
        // meanwhile.
        await this.#client.evict({ name, namespace }, {
          signal,
          ...uid === undefined ? {} : { uid },
        });
        this.#terminating.set(uid ?? "", pod);
        this.#setReason(pod, "still terminating", { isQuiet: true });
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (isNotFound(error)) return this.#setDeleted(pod);
        const delayMs = retryDelay(error);
        if (delayMs === undefined) throw describeFailure(pod, error);
        this.#setReason(pod, reasonOf(error as OsctlError));
        await sleep(clock, delayMs, signal);
        // The budget is checked before the precondition: 429 may be about a pod of the same name.
        if (error instanceof KubernetesError && !await this.#isPresent(pod)) {
          return this.#setDeleted(pod);
        }
      }
    }
  }

  /** Waits until the evicted pods are deleted; one list serves all of them. */
  async #awaitDeleted(): Promise<void> {
    const { clock, signal } = this.#options;
    for (let pauseMs = FIRST_POLL_MS; this.#pending.size > 0;) {
      await sleep(clock, pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, DELETED_POLL_MS);
      if (this.#terminating.size === 0) continue;
      const accepted = [...this.#terminating];
      const left = await repeat(this.#options, "deleted pods are not known", async () => {
        const pods = await listPods(this.#client, this.#node, signal);
        return new Set(pods.map(({ metadata }) => metadata?.uid));
      });
      for (const [uid, pod] of accepted) {
        if (left.has(uid)) continue;
        this.#terminating.delete(uid);
        this.#setDeleted(pod);
      }
    }
  }

  async #isPresent(pod: Pod): Promise<boolean> {
    const { name = "", namespace = "", uid } = pod.metadata ?? {};
    const { signal } = this.#options;
    return await repeat(this.#options, `pod ${nameOf(pod)} is not read`, async () => {
      try {
        const current = await this.#client.get(PODS, { name, namespace }, { signal });
        return current.metadata?.uid === uid;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    });
  }

  #setReason(pod: Pod, reason: string, { isQuiet = false } = {}): void {
    const name = nameOf(pod);
    const isChanged = this.#pending.get(name) !== reason;
    this.#pending.set(name, reason);
    if (!isChanged) return;
    this.#options.onPending?.(this.#pending);
    if (!isQuiet) this.#options.report(`pod ${name}: ${reason}`);
  }

  #setDeleted(pod: Pod): void {
    this.#pending.delete(nameOf(pod));
    this.#options.onPending?.(this.#pending);
    this.#options.report(`evicted pod ${nameOf(pod)}, ${this.#pending.size} left`);
  }
}

async function listPods(
  client: KubernetesClient,
  node: string,
  signal: AbortSignal,
): Promise<readonly Pod[]> {
  return (await client.list(PODS, { fieldSelector: `spec.nodeName=${node}`, signal })).items;
}

/** Repeats a call while the server is unreachable or fails. */
export async function repeat<T>(
  { clock, signal, report }: Pick<EvictPodsOptions, "clock" | "signal" | "report">,
  failure: string,
  call: () => Promise<T>,
): Promise<T> {
  for (let last = "";;) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const delayMs = isConflict(error) ? undefined : retryDelay(error);
      if (delayMs === undefined) throw error;
      const reason = reasonOf(error as OsctlError);
      if (reason !== last) report(`${failure}: ${reason}`);
      last = reason;
      await sleep(clock, delayMs, signal);
    }
  }
}

/**
 * Reports whether a drain leaves a pod on its node: mirror pods, and those whose daemon set exists.
 */
export async function isEvictable(
  client: KubernetesClient,
  { metadata, status }: Pod,
  signal: AbortSignal,
): Promise<boolean> {
  if (metadata?.annotations?.[MIRROR_ANNOTATION] !== undefined) return false;
  const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true);
  if (owner?.kind !== "DaemonSet") return true;
  if (status?.phase === "Succeeded" || status?.phase === "Failed") return true;
  try {
    const ref = { name: owner.name, namespace: metadata!.namespace! };
    const set = await client.get(DAEMON_SETS, ref, { signal });
    // The pod of an earlier set of the same name is not replaced.
    return set.metadata?.uid !== undefined && set.metadata.uid !== owner.uid;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

/** Several budgets for one pod, which evictions do not support. */
const SEVERAL_BUDGETS = /more than one PodDisruptionBudget/;

/** Returns when an attempt may succeed, milliseconds; undefined when it never does. */
function retryDelay(error: unknown): number | undefined {
  if (!(error instanceof OsctlError)) return undefined;
  if (!(error instanceof KubernetesError)) {
    return error.kind === "connection" ? REACH_RETRY_MS : undefined;
  }
  const causes = error.status?.details?.causes ?? [];
  if (error.code === 429) return EVICT_RETRY_MS;
  if (error.code === 403) {
    const isEnding = causes.some(({ reason }) => reason === "NamespaceTerminating");
    return isEnding ? EVICT_RETRY_MS : undefined;
  }
  if (SEVERAL_BUDGETS.test(error.message)) return undefined;
  return error.code === 409 || error.code >= 500 ? REACH_RETRY_MS : undefined;
}

/** Returns the cause that names the disruption budget, or the message. */
function reasonOf(error: OsctlError): string {
  const causes = error instanceof KubernetesError ? error.status?.details?.causes ?? [] : [];
  const budget = causes.find(({ reason }) => reason === "DisruptionBudget")?.message;
  return oneLine(budget || error.message);
}

function describeFailure(pod: Pod, error: unknown): unknown {
  if (!(error instanceof OsctlError)) return error;
  const hint = SEVERAL_BUDGETS.test(error.message)
    ? "leave one disruption budget that selects the pod"
    : error.hint;
  return new OsctlError("node", `pod ${nameOf(pod)} not evicted: ${oneLine(error.message)}`, {
    cause: error,
    ...hint === undefined ? {} : { hint },
  });
}

/** Describes pods that are left: those with a reason first. */
export function describePending(pending: ReadonlyMap<string, string>): string {
  const blocked = [...pending].filter(([, reason]) => reason !== "");
  const [first] = blocked.toSorted(([, a], [, b]) => Number(isQuiet(a)) - Number(isQuiet(b)));
  if (first === undefined) return `evicting ${formatCount(pending.size, "pod")}`;
  const [name, reason] = first;
  const rest = pending.size - 1;
  return `pod ${name}: ${reason}${rest === 0 ? "" : ` (and ${formatCount(rest, "other pod")})`}`;
}

function isQuiet(reason: string): boolean {
  return reason === "still terminating";
}

/** Returns `namespace/name`. */
export function nameOf({ metadata }: Pod): string {
  return `${metadata?.namespace}/${metadata?.name}`;
}
