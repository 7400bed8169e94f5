/**
 * Opens what the health checks read: the node API and the Kubernetes API.
 *
 * @module
 */
import { raceWithAbort } from "../../async/deadline.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { ResourceReader } from "../../resource/client.ts";
import type { KubernetesSystem } from "../../kubernetes/connection.ts";
import { fetchKubeconfig } from "../../kubernetes/download/fetch_kubeconfig.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { discoverNodes } from "./cluster_nodes.ts";
import { connectKubernetes } from "../../kubernetes/connect.ts";
import { retryUntil } from "./run_checks.ts";
import type { ClusterNodes, HealthTarget, KubernetesReader } from "./types.ts";

/** Options of {@linkcode openTarget}. */
export interface TargetOptions {
  /** Idle timeout of a call, milliseconds. */
  readonly callMs: number;
  /** Host and port of the Kubernetes API; from the kubeconfig when empty. */
  readonly endpoint: string;
  /** The expected nodes; discovered when undefined. */
  readonly cluster: ClusterNodes | undefined;
  /** Ends discovery. */
  readonly signal: AbortSignal;
  /** Whether to attempt discovery once. */
  readonly once: boolean;
  /** Called with the reason of each failed attempt to discover nodes. */
  undiscovered(reason: string): void;
}

/** A target whose connection to Kubernetes must be closed. */
export type OpenTarget = HealthTarget & Disposable;

/** The parts of the system that a target uses. */
export type TargetSystem = KubernetesSystem;

/**
 * Discovers the nodes of the cluster and returns the target of its checks.
 *
 * @throws {OsctlError} when the nodes are not discovered until the deadline.
 */
export async function openTarget(
  system: TargetSystem,
  client: NodeClient,
  { callMs, endpoint, cluster, signal, once, undiscovered }: TargetOptions,
): Promise<OpenTarget> {
  const { clock } = system;
  const nodeOf = () => cluster?.controlPlanes[0]?.address ?? client.nodes[0]!;
  const kubernetes = new LazyKubernetes(async (signal) => {
    const { kubeconfig } = await fetchKubeconfig(client, nodeOf(), { signal });
    return await connectKubernetes(system, kubeconfig, endpoint);
  });
  const resources = new ResourceReader(client, { clock, callMs });
  const base = { client, resources, kubernetes };
  let reason = "";
  const error = () =>
    new OsctlError("node", `cannot discover the nodes of the cluster: ${reason || "no result"}`, {
      hint: "set --control-plane-nodes and --worker-nodes",
    });
  cluster ??= await retryUntil(clock, signal, {
    once,
    attempt: (limit) => raceWithAbort(discoverNodes(base, limit), limit),
    failed: (text) => {
      reason = text;
      undiscovered(text);
    },
    toError: error,
  });
  return { ...base, cluster, [Symbol.dispose]: () => kubernetes[Symbol.dispose]() };
}

/**
 * A client that connects at the first call, and again after a failed connection. Lists are fetched
 * one after the other: a TLS handshake takes longer than all of them on one connection.
 */
class LazyKubernetes implements KubernetesReader, Disposable {
  readonly #open: (signal: AbortSignal) => Promise<KubernetesClient>;
  #client: Promise<KubernetesClient> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(open: (signal: AbortSignal) => Promise<KubernetesClient>) {
    this.#open = open;
  }

  list: KubernetesReader["list"] = async (type, options) => {
    const connecting = this.#client ??= this.#open(options.signal);
    let client: KubernetesClient;
    try {
      client = await connecting;
    } catch (error) {
      if (this.#client === connecting) this.#client = undefined;
      throw error;
    }
    const listing = this.#last.then(() => client.list(type, options));
    this.#last = listing.catch(() => {}); // thrown to its own caller
    return (await listing).items;
  };

  [Symbol.dispose](): void {
    // A failed connection was reported by the check that opened it.
    this.#client?.then((client) => client.close(), () => {});
  }
}
