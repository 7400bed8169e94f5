/**
 * Answers the other nodes of a cluster, on the node that has its state.
 *
 * @module
 */
import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../async/clock.ts";
import { writeFileAtomic } from "../../platform/files.ts";
import { listOf, mapOf, text } from "../../platform/shape.ts";
import { readAuthority, readRequest, signRequest } from "../../pki/mod.ts";
import type { IssueContext, PemPair } from "../../pki/mod.ts";
import { StatusError } from "../../rpc/status.ts";
import type { EtcdOperation, EtcdStore } from "../etcd/mod.ts";
import { readState } from "../state_file.ts";
import {
  type ClusterView,
  type NodeReport,
  type PeerFacts,
  type PeerRequest,
  type PeerResponse,
  PEERS_PATH,
  type TrustResponse,
} from "./protocol.ts";

/** Time until a view request without change is answered, milliseconds. */
const HOLD_MS = 5000;
/** Time without a view request until a node counts as down, milliseconds. */
const GRACE_MS = 3000;
/** Validity of server certificates, milliseconds. */
const CERTIFICATE_TTL_MS = 8760 * 3_600_000;

/** Options of a hub. */
export interface PeerHubOptions {
  readonly source: IssueContext & { readonly clock: Clock };
  readonly etcd: EtcdStore;
  /** File with the last reports of other nodes. */
  readonly path: string;
  /** Returns this node; undefined without configuration. */
  readonly own: () => PeerFacts | undefined;
  /** Port of the API server. */
  readonly port: () => number;
  /** Returns the key that proves membership. */
  readonly key: () => Promise<string | undefined>;
  /** Returns the authorities of node certificates; undefined without configuration. */
  readonly trust: () =>
    | { readonly issuer: PemPair; readonly accepted: readonly string[] }
    | undefined;
  /** Called after a change of other nodes. */
  readonly onChange: () => void;
}

/** A node in another process. */
interface Remote {
  report: NodeReport;
  /** Open view requests. */
  requests: number;
  isAlive: boolean;
  cancelTimer: () => void;
}

/** Keeps the reports of other nodes, and answers them. */
export class PeerHub implements Disposable {
  readonly #options: PeerHubOptions;
  readonly #remotes = new Map<string, Remote>();
  readonly #waiting = new Set<() => void>();
  readonly #unsubscribe: () => void;
  /** Differs between processes, so that a revision of an earlier one is never current. */
  readonly #epoch: string;
  #revision = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: PeerHubOptions) {
    this.#options = options;
    this.#epoch = options.source.random.bytes(8).toHex();
    this.#unsubscribe = options.etcd.onChange(() => this.changed());
  }

  /** Reads the reports that an earlier process received; their nodes count as up at first. */
  async load(): Promise<void> {
    const isReports = listOf(mapOf({ name: text, address: text }));
    const reports = await readState<readonly NodeReport[]>(this.#options.path, isReports);
    for (const report of reports ?? []) this.#add(report);
  }

  /** The reports of nodes that are up, and of those that are down as not running. */
  get reports(): readonly NodeReport[] {
    return [...this.#remotes.values()].map(({ report, isAlive }) =>
      isAlive ? report : { ...report, isRunning: false, kubeletImage: null }
    );
  }

  /** Answers waiting nodes after a change. */
  changed(): void {
    this.#revision++;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Answers a request of a node; undefined for requests of other clients. */
  answer(request: PeerRequest): Promise<PeerResponse> | undefined {
    const { pathname } = request.url;
    return pathname.startsWith(PEERS_PATH)
      ? this.#answer(pathname.slice(PEERS_PATH.length), request)
      : undefined;
  }

  async #answer(name: string, request: PeerRequest): Promise<PeerResponse> {
    if (!await this.#isMember(request)) {
      return respond(401, { error: "not a node of this cluster" });
    }
    const body = () => JSON.parse(new TextDecoder().decode(request.body));
    switch (name) {
      case "report":
        await this.#setReport(body());
        return respond(200, {});
      case "view":
        return respond(200, await this.#view(request));
      case "etcd":
        return await this.#perform(body());
      case "trust":
        return this.#trust();
      case "certificate":
        return await this.#sign(body().request);
      default:
        return respond(404, { error: "unknown request" });
    }
  }

  async #perform(operation: EtcdOperation): Promise<PeerResponse> {
    const { etcd } = this.#options;
    try {
      await etcd.perform(operation);
      return respond(200, etcd.toStored());
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return respond(409, { error: error.message });
    }
  }

  async #isMember({ headers }: PeerRequest): Promise<boolean> {
    const key = await this.#options.key();
    const given = new TextEncoder().encode(headers["authorization"] ?? "");
    const expected = new TextEncoder().encode(`Bearer ${key ?? ""}`);
    return key !== undefined && given.length === expected.length &&
      timingSafeEqual(given, expected);
  }

  async #setReport(report: NodeReport): Promise<void> {
    const known = this.#remotes.get(report.name);
    const isSame = JSON.stringify(known?.report) === JSON.stringify(report);
    if (isSame) return;
    if (known !== undefined) known.report = report;
    else this.#add(report);
    this.changed();
    this.#options.onChange();
    await this.#store();
  }

  #add(report: NodeReport): void {
    const remote = { report, requests: 0, isAlive: true, cancelTimer: () => {} };
    this.#remotes.set(report.name, remote);
    this.#expire(remote);
  }

  /** Stores the reports; writes run one after the other. */
  #store(): Promise<void> {
    const write = this.#writing.then(async () => {
      const reports = [...this.#remotes.values()].map(({ report }) => report);
      // Configurations have secrets.
      await writeFileAtomic(this.#options.path, JSON.stringify(reports), { mode: 0o600 });
    });
    this.#writing = write.catch(() => {}); // rejects for the caller
    return write;
  }

  async #view({ url, signal }: PeerRequest): Promise<ClusterView> {
    const remote = this.#remotes.get(url.searchParams.get("name") ?? "");
    const current = () => `${this.#epoch}-${this.#revision}`;
    if (remote !== undefined) {
      remote.requests++;
      remote.cancelTimer();
      this.#setAlive(remote, true);
    }
    try {
      if (url.searchParams.get("revision") === current()) await this.#nextChange(signal);
    } finally {
      if (remote !== undefined && --remote.requests === 0) this.#expire(remote);
    }
    const { etcd, own, port } = this.#options;
    const node = own();
    return {
      revision: current(),
      hub: { address: node?.address ?? "", port: port() },
      peers: [...node === undefined ? [] : [node], ...[...this.#remotes.values()].map(toFacts)],
      etcd: etcd.toStored(),
      isReported: remote !== undefined,
    };
  }

  /** Resolves after the next change, after {@linkcode HOLD_MS}, or when the signal is aborted. */
  #nextChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#waiting.delete(end);
        cancel();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const cancel = this.#options.source.clock.after(HOLD_MS, end);
      signal.addEventListener("abort", end, { once: true });
      this.#waiting.add(end);
    });
  }

  #expire(remote: Remote): void {
    remote.cancelTimer();
    remote.cancelTimer = this.#options.source.clock.after(GRACE_MS, () => {
      this.#setAlive(remote, false);
    });
  }

  #setAlive(remote: Remote, isAlive: boolean): void {
    if (remote.isAlive === isAlive) return;
    remote.isAlive = isAlive;
    this.#options.onChange();
  }

  #trust(): PeerResponse {
    const trust = this.#options.trust();
    if (trust === undefined) return respond(503, { error: "the node issues no certificates" });
    const response: TrustResponse = { issuer: trust.issuer.crt, accepted: trust.accepted };
    return respond(200, response);
  }

  /** Signs the request of a worker for a server certificate, as trustd does. */
  async #sign(pem: unknown): Promise<PeerResponse> {
    const { source, trust } = this.#options;
    const issuer = trust()?.issuer;
    if (issuer === undefined || typeof pem !== "string") {
      return respond(400, { error: "no request" });
    }
    const [authority, request] = await Promise.all([
      readAuthority(issuer),
      readRequest(pem, "the request of a node"),
    ]);
    const options = { ttl: CERTIFICATE_TTL_MS, usage: "serverAuth" } as const;
    return respond(200, { crt: await signRequest(authority, request, options, source) });
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
    for (const { cancelTimer } of this.#remotes.values()) cancelTimer();
    for (const wake of [...this.#waiting]) wake();
  }
}

function toFacts({ report: { name, address, type, nodeId, version } }: Remote): PeerFacts {
  return { name, address, type, nodeId, version };
}

function respond(status: number, value: object): PeerResponse {
  return { status, contentType: "application/json", body: `${JSON.stringify(value)}\n` };
}
