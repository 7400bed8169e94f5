/**
 * The Kubernetes API of a cluster: one server on each control plane, one state for all of them. The
 * state is opened with the first request.
 *
 * @module
 */
import { sectionOf } from "../../machineconfig/data.ts";
import { issueServerCertificate, parseIp, type PemPair } from "../../pki/mod.ts";
import type { Clock, Random } from "../../platform/system.ts";
import { readTextIfPresent } from "../../platform/files.ts";
import type { KubernetesNode } from "../kubernetes_nodes.ts";
import { ApiServer } from "./api_server.ts";
import { type ClusterNode, readAcceptedCas, readAuthority } from "./cluster_node.ts";
import { apiPort } from "../configuration/mod.ts";
import type { ContainerScript } from "./container_scripts.ts";
import { NODE_API_PORT } from "../../distribution.ts";
import type { NodeSocket } from "../addresses.ts";
import { type JsonMap, stringAt } from "../objects/objects.ts";
import { PodProcesses, type ProcessRunner } from "./processes/pod_processes.ts";
import type { Peers } from "../peers/peers.ts";
import { TcpRelay } from "../tcp_relay.ts";
import type { KubernetesState, StoringMembers } from "./state.ts";

/** A control plane that can serve the API. */
export interface ServingNode extends ClusterNode {
  /** Offset of its ports from the standard ones, on systems with one loopback address. */
  readonly portOffset: number;
  /** Address to listen on. */
  readonly listenAddress: string;
  /** Whether the node is on and reachable, and its etcd member runs. */
  readonly canServe: boolean;
}

/** Options of the API. */
export interface KubernetesOptions {
  /** File of the stored objects. */
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Returns all nodes as they are now. */
  readonly nodes: () => readonly ServingNode[];
  /** The nodes in other processes. */
  readonly peers?: Pick<Peers, "answer" | "upstream"> | undefined;
  /** Returns a client configuration for the node API with these roles. */
  readonly issueOsConfig: (roles: readonly string[]) => Promise<string>;
  /** The members of etcd, which store the objects. */
  readonly etcd: StoringMembers;
  /** Time after which a request fails without a leader of etcd, milliseconds; default 7000. */
  readonly etcdTimeoutMs?: number | undefined;
  /** Called when a node was cordoned or uncordoned. */
  readonly onCordon: (node: string, isCordoned: boolean) => void;
  /** Called with each node, and after its changes; undefined for a removed one. */
  readonly onNode: (name: string, node: KubernetesNode | undefined) => void;
  /** Scripts of containers. */
  readonly scripts: readonly ContainerScript[];
  /** Time until the containers of a pod are ready, milliseconds; default 1000. */
  readonly readyMs?: number | undefined;
  /** Runner of pods as processes, and the folder of their files; undefined where none runs. */
  readonly runner?: ProcessRunner & { readonly folder: string } | undefined;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

const READY_MS = 1000;
/** etcd's request timeout: five seconds and two election timeouts. */
const ETCD_TIMEOUT_MS = 7000;

interface RunningServer {
  readonly bootId: string;
  /** The static pod that the server simulates, and its authorities. */
  readonly inputs: string;
  readonly server: Pick<ApiServer, "stop">;
}

/** Returns the static pod of a node's API server, and its authorities, as a text. */
function inputsOf({ staticPods, config }: ServingNode): string {
  const authorities = config && [readAuthority(config)?.crt, readAcceptedCas(config)];
  return JSON.stringify([staticPods().filter(isApiServer), authorities]);
}

function isApiServer(pod: JsonMap): boolean {
  return stringAt(pod, "metadata", "name") === "kube-apiserver";
}

/** The Kubernetes API of a cluster. */
export class Kubernetes {
  readonly #options: KubernetesOptions;
  readonly #servers = new Map<string, RunningServer>();
  /** Ends of pauses between the stop of an API server and its next start, by node. */
  readonly #pauses = new Map<string, () => void>();
  #state: Promise<KubernetesState> | undefined;
  #refreshing: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  readonly #processes: PodProcesses | undefined;

  constructor(options: KubernetesOptions) {
    this.#options = options;
    const { runner, clock, random, report } = options;
    this.#processes = runner && new PodProcesses({
      ...runner,
      clock,
      random,
      report,
      apiServer: () => this.#apiServer(),
      ca: () =>
        options.nodes().map(({ config }) => config && readAuthority(config)?.crt).find(Boolean) ??
          "",
      hosts: () =>
        // Nodes with an address of their own are the cluster's, with all ports.
        options.nodes().map(({ listenAddress, portOffset }) =>
          portOffset === 0 ? listenAddress : `${listenAddress}:${NODE_API_PORT + portOffset}`
        ),
    });
  }

  /** Returns an API server that responds. */
  #apiServer(): NodeSocket | undefined {
    const node = this.#options.nodes().find(({ name, canServe }) =>
      canServe && this.#servers.has(name)
    );
    return node?.config &&
      { address: node.listenAddress, port: apiPort(node.config) + node.portOffset };
  }

  /**
   * Starts and stops servers after a change of the nodes.
   *
   * @throws {Error} With code `EADDRINUSE` when another process uses a port.
   */
  refresh(): Promise<void> {
    const done = this.#refreshing.then(() => this.#refresh());
    // A failed start must not block the next change; it rejects for its own caller.
    this.#refreshing = done.catch(() => {});
    return done;
  }

  async #refresh(): Promise<void> {
    if (this.#isStopped) return;
    this.notify();
    for (const node of this.#options.nodes()) {
      const running = this.#servers.get(node.name);
      const isCurrent = running?.bootId === node.bootId;
      const isOutdated = isCurrent && node.canServe && running.inputs !== inputsOf(node);
      if (isOutdated && node.kubeletImage === undefined) continue;
      if (running !== undefined && (!node.canServe || !isCurrent || isOutdated)) {
        this.#servers.delete(node.name);
        await running.server.stop();
        if (isOutdated) this.#pause(node.name);
      }
      const canStart = node.canServe && !this.#pauses.has(node.name);
      if (canStart && !this.#servers.has(node.name)) await this.#start(node);
    }
  }

  /** Delays the start of a node's API server: the kubelet replaces its container. */
  #pause(name: string): void {
    const { clock, readyMs = READY_MS, report } = this.#options;
    const cancel = clock.after(readyMs / 2, () => {
      this.#pauses.delete(name);
      this.refresh().catch((error) => report(error, `API server of ${name}`));
    });
    this.#pauses.set(name, cancel);
  }

  /**
   * Opens the objects, unless they are open, while this process stores them and etcd has a leader.
   */
  load(): void {
    const { etcd, peers, report } = this.#options;
    if (this.#isStopped || peers?.upstream !== undefined || etcd.leader === undefined) return;
    this.#open().catch((error) => report(error, "Kubernetes objects"));
  }

  /** Runs the controllers after a change of the nodes, if the API was used. */
  notify(): void {
    this.#processes?.killLost(this.#options.nodes());
    this.#state?.then((state) => state.loop.schedule(), () => {});
  }

  /** Drains a node that stops. Without objects and without a leader of etcd, it does nothing. */
  async drain(name: string, signal: AbortSignal): Promise<void> {
    const { path, etcd } = this.#options;
    if (this.#state === undefined && await readTextIfPresent(path) === undefined) return;
    if (etcd.leader === undefined) return;
    await (await this.#open()).drain(name, signal);
  }

  async #start(node: ServingNode): Promise<void> {
    const { clock, report, peers } = this.#options;
    const ca = node.config && readAuthority(node.config);
    if (ca === undefined) return;
    const socket = {
      address: node.listenAddress,
      port: apiPort(node.config!) + node.portOffset,
    };
    const upstream = peers?.upstream;
    const server = upstream !== undefined ? new TcpRelay(socket, upstream) : new ApiServer({
      ...socket,
      certificate: await this.#issueCertificate(ca, node),
      clientCa: readAcceptedCas(node.config!),
      clock,
      report,
      userOf: (header) => this.#processes?.tokens.userOf(header),
      answer: async (request) => {
        const answer = peers?.answer(request);
        if (answer !== undefined) return await answer;
        const state = await this.#open();
        return await state.answer(node, request);
      },
      exec: async (request) => {
        const state = await this.#open();
        return await state.exec(node, request);
      },
    });
    await server.listen();
    this.#servers.set(node.name, { bootId: node.bootId, inputs: inputsOf(node), server });
  }

  async #issueCertificate(ca: PemPair, node: ServingNode): Promise<PemPair> {
    const cluster = sectionOf(node.config!, "cluster");
    const domain = sectionOf(cluster, "network")["dnsDomain"];
    const endpoint = sectionOf(cluster, "controlPlane")["endpoint"];
    const sans = sectionOf(cluster, "apiServer")["certSANs"];
    const service = ["kubernetes", "kubernetes.default", "kubernetes.default.svc"];
    const hosts = [
      node.address,
      "127.0.0.1",
      node.name,
      "localhost",
      ...service,
      `${service[2]}.${typeof domain === "string" ? domain : "cluster.local"}`,
      ...typeof endpoint === "string" ? [new URL(endpoint).hostname.replace(/^\[|\]$/g, "")] : [],
      ...Array.isArray(sans) ? sans.filter((san) => typeof san === "string") : [],
    ];
    const unique = [...new Set(hosts)];
    const isIp = (host: string) => parseIp(host) !== undefined;
    return await issueServerCertificate(ca, {
      commonName: "kube-apiserver",
      organizations: ["kube-master"],
      ips: unique.filter(isIp),
      dnsNames: unique.filter((host) => !isIp(host)),
    }, this.#options);
  }

  #open(): Promise<KubernetesState> {
    const open = async () => {
      const { openState } = await import("./state.ts");
      const { readyMs = READY_MS, etcdTimeoutMs = ETCD_TIMEOUT_MS } = this.#options;
      return await openState({
        ...this.#options,
        readyMs,
        etcdTimeoutMs,
        processes: this.#processes,
      });
    };
    this.#state ??= open();
    return this.#state;
  }

  /** Stops all servers and commits pending changes. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#pauses.values()) cancel();
    await this.#refreshing;
    await this.#processes?.stop();
    await Promise.all([...this.#servers.values()].map(({ server }) => server.stop()));
    this.#servers.clear();
    const state = await this.#state?.catch(() => undefined);
    await state?.close();
  }
}
