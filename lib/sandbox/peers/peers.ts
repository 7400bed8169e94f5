/**
 * The other nodes of the cluster of a node that has a process of its own. Follows the node with the
 * state of the cluster, or is that node.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import type { Clock } from "../../async/clock.ts";
import { createRequest, encodeKey, generateKey, readCertificate } from "../../pki/mod.ts";
import { StatusCode, StatusError } from "../../rpc/status.ts";
import type { NodeSocket } from "../addresses.ts";
import type { EtcdOperation, StoredEtcd } from "../etcd/mod.ts";
import type { MachineConfig } from "../configuration/mod.ts";
import type { WorkerTrust } from "../node_certificates.ts";
import { serverHosts } from "../secrets.ts";
import { PeerClient, PeerError } from "./peer_client.ts";
import { PeerHub, type PeerHubOptions } from "./peer_hub.ts";
import type {
  ClusterView,
  NodeReport,
  PeerFacts,
  PeerRequest,
  PeerResponse,
  TrustResponse,
} from "./protocol.ts";

/** Interval between attempts to find the cluster, milliseconds. */
const RETRY_MS = 500;

/** Options of {@linkcode Peers}. */
export interface PeersOptions extends Omit<PeerHubOptions, "own"> {
  readonly name: string;
  /** Returns the active configuration; undefined in maintenance mode. */
  readonly config: () => MachineConfig | undefined;
  /** Returns the report of this node; undefined while it is off or in maintenance mode. */
  readonly describe: () => NodeReport | undefined;
  /** Applies the state of the cluster to this node. */
  readonly onView: () => Promise<void>;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** The other nodes of a cluster. */
export class Peers {
  readonly #options: PeersOptions;
  readonly #client: PeerClient;
  readonly #hub: PeerHub;
  readonly #stopping = new AbortController();
  #view: ClusterView | undefined;
  #following: Promise<void> = Promise.resolve();
  #reporting: Promise<void> = Promise.resolve();
  /** The last report that the other node received. */
  #reported = "";

  constructor(options: PeersOptions) {
    this.#options = options;
    this.#client = new PeerClient(options.source.clock, options.config);
    this.#hub = new PeerHub({ ...options, own: () => toFacts(options.describe()) });
  }

  /** The other nodes, as known here. */
  get others(): readonly PeerFacts[] {
    const { etcd, name } = this.#options;
    const all = etcd.isBootstrapped ? this.#hub.reports : this.#view?.peers ?? [];
    return all.filter((peer) => peer.name !== name);
  }

  /** The reports of the other nodes; none unless this node has the state of the cluster. */
  get reports(): readonly NodeReport[] {
    return this.#options.etcd.isBootstrapped ? this.#hub.reports : [];
  }

  /** The API server to relay connections to; undefined when this node has the state. */
  get upstream(): NodeSocket | undefined {
    return this.#options.etcd.isBootstrapped ? undefined : this.#view?.hub;
  }

  /** Answers a request of another node; undefined for other clients. */
  answer(request: PeerRequest): Promise<PeerResponse> | undefined {
    return this.#hub.answer(request);
  }

  /** Reads the other nodes known to an earlier process, and starts to search for the cluster. */
  async start(): Promise<void> {
    await this.#hub.load();
    if (this.#options.etcd.isBootstrapped) this.#options.onChange();
    this.#following = this.#follow();
  }

  /** Publishes a change of this node. */
  changed(): void {
    if (this.#options.etcd.isBootstrapped) this.#hub.changed();
    else if (this.#view !== undefined) this.#sendReport();
  }

  async #follow(): Promise<void> {
    const { etcd, config, source, report } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (etcd.isBootstrapped || config() === undefined) await this.#pause(source.clock);
        else await this.#refresh();
      } catch (error) {
        if (signal.aborted) return;
        // The cluster is not bootstrapped, or its node restarts.
        if (!(error instanceof PeerError)) report(error, "state of the cluster");
        await this.#pause(source.clock);
      }
    }
  }

  async #refresh(): Promise<void> {
    const { etcd, name, onView } = this.#options;
    const query = new URLSearchParams({ name, revision: this.#view?.revision ?? "" });
    const view = await this.#send<ClusterView>(`view?${query}`);
    const isFirst = this.#view === undefined;
    this.#view = view;
    if (isFirst) etcd.follow((operation) => this.#perform(operation));
    etcd.adopt(view.etcd);
    await onView();
    if (!view.isReported) this.#reported = "";
    this.#sendReport();
  }

  async #perform(operation: EtcdOperation): Promise<StoredEtcd> {
    try {
      return await this.#send("etcd", operation);
    } catch (error) {
      if (!(error instanceof PeerError)) throw error;
      const { message } = error;
      throw new StatusError(StatusCode.failedPrecondition, message, { cause: error });
    }
  }

  /** Sends the report of this node unless the other one has it. */
  #sendReport(): void {
    const send = async () => {
      const own = this.#options.describe();
      const text = JSON.stringify(own);
      if (own === undefined || text === this.#reported) return;
      await this.#send("report", own);
      this.#reported = text;
    };
    this.#reporting = this.#reporting.then(send).catch((error) => {
      // The next answer repeats it.
      if (!(error instanceof PeerError) && !this.#stopping.signal.aborted) {
        this.#options.report(error, "report of the node");
      }
    });
  }

  #send<Response>(path: string, body: object = {}): Promise<Response> {
    return this.#client.send(path, body, this.#stopping.signal);
  }

  async #pause(clock: Clock): Promise<void> {
    await sleep(clock, RETRY_MS, this.#stopping.signal).catch(() => {}); // the loop ends
  }

  /** Returns a control plane that signs requests of workers; undefined when none answers. */
  async findTrust(accepted: readonly string[]): Promise<WorkerTrust | undefined> {
    try {
      const trust = await this.#send<TrustResponse>("trust");
      if (!accepted.includes(trust.issuer)) return undefined;
      return {
        issuer: { crt: trust.issuer },
        accepted: trust.accepted,
        issueServer: async (node, extraHosts) => {
          const { keyAlgorithm } = readCertificate(trust.issuer, "the authority of the cluster");
          const key = await generateKey(keyAlgorithm?.kind ?? "ed25519");
          const request = await createRequest(key, {
            ...serverHosts(node, extraHosts),
            commonName: node.name,
          });
          const { crt } = await this.#send<{ crt: string }>("certificate", { request });
          return { crt, key: encodeKey(key) };
        },
      };
    } catch (error) {
      if (error instanceof PeerError) return undefined;
      throw error;
    }
  }

  /** Ends all requests. */
  async stop(): Promise<void> {
    this.#stopping.abort(new PeerError("the node stops"));
    await this.#following;
    await this.#reporting;
    this.#client[Symbol.dispose]();
    this.#hub[Symbol.dispose]();
  }
}

function toFacts(report: NodeReport | undefined): PeerFacts | undefined {
  if (report === undefined) return undefined;
  const { name, address, type, nodeId, version } = report;
  return { name, address, type, nodeId, version };
}
