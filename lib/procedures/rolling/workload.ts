/**
 * Moves the pods of a node away before its change, and waits until it serves pods afterwards.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import type { NodeClient } from "../../client/types.ts";
import { DOMAIN } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { isNotFound, KubernetesError } from "../../kubernetes/kubernetes_error.ts";
import {
  type KubernetesObject,
  type Node,
  NODES,
  PERSISTENT_VOLUMES,
  PODS,
  type ResourceType,
  VOLUME_ATTACHMENTS,
} from "../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { formatCount, oneLine } from "../../output/text.ts";
import type { Clock } from "../../platform/system.ts";
import { ResourceReader, specOf, type ValueMap } from "../../resource/mod.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import { cordonNode, uncordonNode } from "../drain/drain_node.ts";
import { describePending, evictPods, isEvictable } from "../drain/evict_pods.ts";
import { isLost, NotYet, type Wait } from "../waits.ts";
import { unreadyReason } from "./gates/nodes_ready_gate.ts";
import type { OpenKubernetes } from "./gates/types.ts";
import type { KubernetesServers } from "./kubernetes_servers.ts";
import type { CordonState, RollingNode, Workload } from "./types.ts";

/** Interval of checks, milliseconds. */
const INTERVAL_MS = 1000;

const STATIC_PODS = { namespace: "k8s", type: `StaticPods.kubernetes.${DOMAIN}` };
const STATIC_POD_STATUSES = { namespace: "k8s", type: `StaticPodStatuses.kubernetes.${DOMAIN}` };

/** Options of {@linkcode createWorkload}. */
export interface WorkloadOptions {
  readonly clock: Clock;
  readonly client: NodeClient;
  /** Idle timeout of a call to a node, milliseconds. */
  readonly callMs: number;
  readonly kubernetes: OpenKubernetes;
  /** Checks the API server of a control plane. */
  readonly findUnready: KubernetesServers["findUnready"];
}

/** Creates the workload of a cluster. */
export function createWorkload(options: WorkloadOptions): Workload {
  return new KubernetesWorkload(options);
}

class KubernetesWorkload implements Workload {
  readonly #options: WorkloadOptions;
  readonly #resources: ResourceReader;

  constructor(options: WorkloadOptions) {
    this.#options = options;
    const { client, clock, callMs } = options;
    this.#resources = new ResourceReader(client, { clock, callMs });
  }

  async cordonState({ name }: RollingNode, wait: Wait): Promise<CordonState> {
    return await this.#retry(wait, async (kubernetes, signal) => {
      const node = await findNode(kubernetes, name, signal);
      if (node === undefined) return "absent";
      return node.spec?.unschedulable === true ? "cordoned" : "schedulable";
    });
  }

  async cordon({ name }: RollingNode, wait: Wait): Promise<void> {
    await this.#retry(wait, async (kubernetes, signal) => {
      await cordonNode(kubernetes, name, signal);
    });
  }

  async drain({ name }: RollingNode, wait: Wait): Promise<void> {
    const { clock } = this.#options;
    const { signal } = wait;
    await this.#retry(wait, (kubernetes) =>
      evictPods(kubernetes, name, {
        clock,
        signal,
        report: () => {},
        onPending: (pending) => {
          if (pending.size > 0) wait.report(describePending(pending), DRAIN_HINT);
        },
      }));
  }

  async awaitDetached({ name }: RollingNode, wait: Wait): Promise<void> {
    await this.#retry(wait, async (kubernetes, signal) => {
      const volumes = await findAttached(kubernetes, name, signal);
      const [first] = volumes;
      if (first === undefined) return;
      const rest = volumes.length === 1 ? "" : ` (and ${volumes.length - 1} more)`;
      throw new NotYet(oneLine(`volume "${first}" is attached${rest}`));
    });
  }

  async findUnready({ name }: RollingNode, wait: Wait): Promise<string | undefined> {
    return await this.#retry(wait, async (kubernetes, signal) => {
      const object = await findNode(kubernetes, name, signal);
      return object && unreadyReason(object);
    });
  }

  async awaitReady(
    node: RollingNode,
    bootId: string | undefined,
    wait: Wait,
    { wasUnready } = { wasUnready: false },
  ): Promise<void> {
    await this.#retry(wait, async (kubernetes, signal) => {
      const object = await findNode(kubernetes, node.name, signal);
      if (object === undefined) throw new NotYet(`no Kubernetes node "${node.name}"`);
      const reason = unreadyReason(object);
      if (reason !== undefined && !wasUnready) {
        throw new NotYet(`the Kubernetes node is not ready: ${reason}`);
      }
      const reported = object.status?.nodeInfo?.bootID;
      // The API reports the status before the restart for up to a minute.
      if (bootId !== undefined && reported !== bootId) {
        throw new NotYet("the kubelet has not reported its status since the restart");
      }
      const pods = await this.#requireStaticPods(node, signal);
      if (node.role !== "controlplane") return;
      // The second witness: a node may report pods that crash as ready.
      await requireMirrorPods(kubernetes, node, pods, signal);
      await this.#requireApiServer(node, pods, signal);
    });
  }

  /**
   * Checks the API server of a control plane itself. A server that does not answer at all is behind a
   * firewall, and its pod in the API decides.
   */
  async #requireApiServer(
    { address }: RollingNode,
    pods: readonly StaticPod[],
    signal: AbortSignal,
  ): Promise<void> {
    const port = pods.find(({ name }) => name === API_SERVER)?.port;
    if (port === undefined) return;
    const unready = await this.#options.findUnready({ address, port }, signal);
    if (unready === undefined || unready.isSilent) return;
    throw new NotYet(oneLine(`its API server is not ready: ${unready.reason}`));
  }

  async uncordon({ name }: RollingNode, wait: Wait): Promise<void> {
    await this.#retry(wait, (kubernetes, signal) => uncordonNode(kubernetes, name, signal));
  }

  /**
   * Compares the static pods of a node with their status, which the node reads from its kubelet: it does
   * not outlast a restart, unlike the mirror pods in the API.
   */
  async #requireStaticPods(
    { address }: RollingNode,
    signal: AbortSignal,
  ): Promise<readonly StaticPod[]> {
    const pods = (await this.#list(address, STATIC_PODS, signal)).map(toStaticPod);
    const expected = pods.map(({ namespace, name }) => `${namespace}/${name}`);
    const statuses = await this.#list(address, STATIC_POD_STATUSES, signal);
    const problems = expected.flatMap((pod) => {
      // The name of a mirror pod ends with the name of its node.
      const status = statuses.find(({ id }) => id.startsWith(`${pod}-`));
      if (status === undefined) return [`static pod ${pod} is not running`];
      const { conditions } = status.spec as { conditions?: readonly Condition[] };
      const isReady = conditions?.some((one) => one.type === "Ready" && one.status === "True");
      return isReady ? [] : [`static pod ${pod} is not ready`];
    });
    requireNone(problems);
    return pods;
  }

  async #list(
    node: string,
    kind: typeof STATIC_PODS,
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly spec: ValueMap }[]> {
    const found: { id: string; spec: ValueMap }[] = [];
    try {
      for await (const resource of this.#resources.list(node, kind, { signal })) {
        found.push({ id: resource.id, spec: await specOf(resource) as ValueMap });
      }
    } catch (error) {
      // Nodes without the resource, or a role without access to it: the node is ready nevertheless.
      if (!isRefused(error)) throw error;
    }
    return found;
  }

  /** Repeats an attempt while it is not yet over, or a node or the API is unreachable. */
  async #retry<T>(
    wait: Wait,
    attempt: (kubernetes: KubernetesClient, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { clock, kubernetes } = this.#options;
    const { signal } = wait;
    while (true) {
      try {
        return await attempt(await this.#connect(kubernetes, signal), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof OsctlError) || !isTransient(error)) throw error;
        wait.report(oneLine(error.message.replaceAll("\n", "; ")), error.hint);
      }
      await sleep(clock, INTERVAL_MS, signal);
    }
  }

  async #connect(open: OpenKubernetes, signal: AbortSignal): Promise<KubernetesClient> {
    try {
      return await open(signal);
    } catch (error) {
      signal.throwIfAborted();
      // The node that returns the kubeconfig may be the one that restarts.
      if (!(error instanceof OsctlError) || isRefused(error)) throw error;
      throw new NotYet(`Kubernetes is unreachable: ${error.message}`);
    }
  }
}

/** Name of the static pod of the API server. */
const API_SERVER = "kube-apiserver";

/** A static pod of a node. */
interface StaticPod {
  readonly namespace: string;
  readonly name: string;
  /** Port of the API server; undefined for other pods. */
  readonly port: number | undefined;
}

/** Port of an API server without `--secure-port`. */
const DEFAULT_PORT = 6443;

function toStaticPod({ id, spec }: { readonly id: string; readonly spec: ValueMap }): StaticPod {
  const { metadata, spec: pod } = spec as {
    metadata?: { name?: string; namespace?: string };
    spec?: { containers?: readonly { command?: readonly string[]; args?: readonly string[] }[] };
  };
  const words = pod?.containers?.flatMap(({ command = [], args = [] }) => [...command, ...args]);
  const port = words?.map((word) => /^--secure-port=(\d+)$/.exec(word)?.[1]).find(Boolean);
  const name = metadata?.name || id;
  return {
    namespace: metadata?.namespace || "kube-system",
    name,
    port: name === API_SERVER ? Number(port ?? DEFAULT_PORT) : undefined,
  };
}

/** Checks the pods in the API that mirror the static pods of a node. */
async function requireMirrorPods(
  kubernetes: KubernetesClient,
  node: RollingNode,
  pods: readonly StaticPod[],
  signal: AbortSignal,
): Promise<void> {
  const problems = await Promise.all(pods.map(async ({ namespace, name }) => {
    const mirror = `${name}-${node.name}`;
    try {
      const { status } = await kubernetes.get(PODS, { namespace, name: mirror }, { signal });
      const isReady = status?.conditions?.some((one) =>
        one.type === "Ready" && one.status === "True"
      );
      return isReady ? [] : [`pod ${namespace}/${mirror} is not ready in the API`];
    } catch (error) {
      if (isNotFound(error)) return [`pod ${namespace}/${mirror} is not in the API`];
      if (!isRefused(error)) throw error;
      // A role without access to pods: the node remains the witness.
      return [];
    }
  }));
  requireNone(problems.flat());
}

/** @throws {NotYet} with the first problem and the number of the others. */
function requireNone(problems: readonly string[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const rest = problems.length === 1 ? "" : ` (and ${formatCount(problems.length - 1, "other")})`;
  throw new NotYet(oneLine(first + rest));
}

const DRAIN_HINT = "check the disruption budgets and the pods that they select";

interface Condition {
  readonly type?: string;
  readonly status?: string;
}

function isRefused(error: unknown): boolean {
  if (error instanceof KubernetesError) return error.code === 401 || error.code === 403;
  return error instanceof RpcError &&
    [
      StatusCode.unimplemented,
      StatusCode.permissionDenied,
      StatusCode.unauthenticated,
      StatusCode.notFound,
    ].some((code) => code === error.code);
}

function isTransient(error: OsctlError): boolean {
  if (error instanceof NotYet) return true;
  if (error instanceof KubernetesError) {
    return error.code === 409 || error.code === 429 || error.code >= 500;
  }
  return isLost(error);
}

async function findNode(
  kubernetes: KubernetesClient,
  name: string,
  signal: AbortSignal,
): Promise<Node | undefined> {
  try {
    return await kubernetes.get(NODES, { name }, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Returns the volumes attached to a node, without the volumes of pods that a drain leaves. */
async function findAttached(
  kubernetes: KubernetesClient,
  node: string,
  signal: AbortSignal,
): Promise<string[]> {
  const attachments = (await listIfServed(kubernetes, VOLUME_ATTACHMENTS, signal))
    .filter(({ spec }) => spec?.nodeName === node);
  if (attachments.length === 0) return [];
  const { items: pods } = await kubernetes.list(PODS, {
    fieldSelector: `spec.nodeName=${node}`,
    signal,
  });
  const claims = new Set<string>();
  for (const pod of pods) {
    // Daemon and static pods remain, with their volumes.
    if (await isEvictable(kubernetes, pod, signal)) continue;
    for (const { persistentVolumeClaim, name, ephemeral } of pod.spec?.volumes ?? []) {
      const claim = persistentVolumeClaim?.claimName ??
        (ephemeral === undefined ? undefined : `${pod.metadata?.name}-${name}`);
      if (claim !== undefined) claims.add(`${pod.metadata?.namespace}/${claim}`);
    }
  }
  const volumes = claims.size === 0
    ? []
    : await listIfServed(kubernetes, PERSISTENT_VOLUMES, signal);
  const kept = new Set(
    volumes.filter(({ spec }) => {
      const { namespace, name } = spec?.claimRef ?? {};
      return claims.has(`${namespace}/${name}`);
    }).map(({ metadata }) => metadata?.name),
  );
  return attachments.flatMap(({ spec, metadata }) => {
    const volume = spec?.source?.persistentVolumeName;
    return volume !== undefined && kept.has(volume) ? [] : [volume ?? metadata?.name ?? ""];
  });
}

async function listIfServed<T extends KubernetesObject>(
  kubernetes: KubernetesClient,
  type: ResourceType<T>,
  signal: AbortSignal,
): Promise<readonly T[]> {
  try {
    return (await kubernetes.list(type, { signal })).items;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/**
 * Returns why a Kubernetes node is not healthy, for the takeover of a lock: it is not ready, or it is
 * cordoned, as a change leaves it that has stopped.
 */
export async function findNodeProblem(
  open: OpenKubernetes,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const node = await findNode(await open(signal), name, signal);
    if (node === undefined) return "it is not a Kubernetes node";
    const reason = unreadyReason(node);
    if (reason !== undefined) return `it is not ready: ${reason}`;
    return node.spec?.unschedulable === true ? "it is cordoned" : undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OsctlError)) throw error;
    return `unknown: ${oneLine(error.message)}`;
  }
}
