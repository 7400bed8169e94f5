/**
 * A sandbox node: a server on a loopback address and its handlers.
 *
 * @module
 */
import { hasOsFeature } from "../os_versions/mod.ts";
import { parseCertificate } from "../pki/mod.ts";
import type { Clock } from "../platform/system.ts";
import {
  createServer,
  type IncomingCall,
  type OutgoingMessage,
  type Peer,
  type Server,
  type ServerCredentials,
  type ServerOptions,
} from "../rpc/server.ts";
import { ClientVerifier } from "./client_verifier.ts";
import { processConnections } from "./connections.ts";
import { BlackHole } from "./black_hole.ts";
import { certificateRoles, createDispatcher } from "./dispatch.ts";
import type { Faults } from "./faults.ts";
import type { Forwarder } from "./forwarder.ts";
import { LatencyRelay } from "./latency_relay.ts";
import {
  isOpenInMaintenance,
  isOwnUser,
  maintenanceBindings,
  maintenanceRefusal,
  maintenanceRoles,
} from "./maintenance.ts";
import { methodDirection, unimplemented } from "./methods.ts";
import { withCallLog, withFaults } from "./call_middleware.ts";
import type { PeerOwner } from "./peer.ts";
import { NodeFaults } from "./node_faults.ts";
import { createProxy } from "./proxy.ts";
import type { RawCall, RawHandler } from "./raw_call.ts";
import { isAllowed } from "./roles.ts";
import { ServiceLog } from "./service_log.ts";
import type { Binding, NodeFacts } from "./types.ts";

/** Certificates of a node's server, PEM. */
export interface NodeCredentials {
  readonly server: { readonly crt: string; readonly key: string };
  /** Certificates of the authorities of clients; undefined in maintenance mode. */
  readonly clientCa: string | undefined;
}

/** Options of a node. */
export interface NodeOptions {
  readonly facts: NodeFacts;
  /** Version of the operating system. */
  readonly version: string;
  /** False for maintenance mode. */
  readonly configured: boolean;
  /** Whether it negotiates HTTP/2 by ALPN when configured. */
  readonly alpn: boolean;
  readonly bindings: readonly Binding[];
  readonly faults: Faults;
  readonly clock: Clock;
  /**
   * Undefined for a worker whose authorities no control plane of the cluster has: it waits for a
   * certificate and does not listen.
   */
  readonly credentials: NodeCredentials | undefined;
  /** Forwards calls to other nodes; undefined on workers. */
  readonly forwarding: Forwarder | undefined;
  /** Returns why a text is not a valid target, or undefined. */
  readonly invalidTarget: (target: string) => string | undefined;
  /** User id of the sandbox process; the only user served in maintenance mode. */
  readonly uid: number | null;
  readonly peerOwner: PeerOwner;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** A node that fault rules can take down and bring back. */
export class SandboxNode {
  readonly facts: NodeFacts;
  readonly #options: NodeOptions;
  readonly #logs: { machined: ServiceLog; apid: ServiceLog };
  readonly #handler: RawHandler;
  readonly #organizations = new WeakMap<Uint8Array, readonly string[]>();
  #credentials: NodeCredentials | undefined;
  #server: Server | undefined;
  #blackHole: BlackHole | undefined;
  #latency: LatencyRelay | undefined;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.#credentials = options.credentials;
    this.facts = options.facts;
    const { folder } = options.facts;
    this.#logs = {
      machined: new ServiceLog(folder, "machined", options.clock),
      apid: new ServiceLog(folder, "apid", options.clock),
    };
    this.#handler = options.configured ? this.#configured() : this.#unconfigured();
  }

  #configured(): RawHandler {
    const { facts, version, forwarding, faults, clock } = this.#options;
    const local = createDispatcher({
      node: facts,
      version,
      bindings: this.#options.bindings,
      unimplemented,
      rolesOf: certificateRoles,
      isAllowed: (path, roles) => isAllowed(path, roles, version),
      report: (error, path) => this.#report(error, path),
    });
    const remote = forwarding === undefined
      ? undefined
      : (target: string, call: RawCall) => forwarding.call(target, call);
    const entry = createProxy({
      local: withCallLog(
        withFaults(local, faults, facts, clock),
        this.#logs.machined,
        methodDirection,
      ),
      remote,
      isLocal: (target) => target === facts.address || target === facts.name,
      invalid: this.#options.invalidTarget,
      direction: methodDirection,
    });
    return withCallLog(entry, this.#logs.apid, methodDirection);
  }

  #unconfigured(): RawHandler {
    const { facts, version, bindings, faults, clock } = this.#options;
    // From v1.13 on, the service of configured nodes serves maintenance mode as well.
    const isFull = hasOsFeature("maintenanceVersion", version);
    const local = createDispatcher({
      node: facts,
      version,
      bindings: isFull ? bindings : maintenanceBindings(bindings),
      unimplemented: isFull ? unimplemented : maintenanceRefusal,
      rolesOf: () => maintenanceRoles(faults.rulesOf(facts, "maintenance-admin").length > 0),
      isAllowed: (path, roles) =>
        !isFull || isOpenInMaintenance(path) || isAllowed(path, roles, version),
      report: (error, path) => this.#report(error, path),
    });
    return withCallLog(
      withFaults(local, faults, facts, clock),
      this.#logs.machined,
      methodDirection,
    );
  }

  #report(error: unknown, where: string): void {
    this.#logs.machined.write(
      `error in ${where}: ${error instanceof Error ? error.message : error}`,
    );
    this.#options.report(error, where);
  }

  /** Writes a line to the log of machined. */
  log(line: string): void {
    this.#logs.machined.write(line);
  }

  /** Logs the start of a boot. */
  logStart(): void {
    const { name, type } = this.facts;
    this.#logs.machined.write(`sandbox node ${name} (${type}) started`);
  }

  /** Brings the listener into the state that the fault rules require. */
  async applyFaults(): Promise<void> {
    const state = this.#options.faults.stateOf(this.facts);
    const hasLatency = state === "up" && this.#latencyMs() > 0;
    if (state !== "up" || hasLatency !== (this.#latency !== undefined)) await this.closeListener();
    if (state !== "blackhole") await this.#closeBlackHole();
    if (state === "blackhole") this.#blackHole ??= await BlackHole.open(this.facts);
    const credentials = this.#credentials;
    if (state === "up" && this.#server === undefined && credentials !== undefined) {
      const options = this.#serverOptions(credentials);
      const server = createServer(options, (call) => this.#answer(call));
      await this.#listen(server, hasLatency);
      this.#server = server;
      this.#logs.apid.write(`listening on ${this.facts.address}:${this.facts.port}`);
    }
  }

  /** Listens on the port of the node; with latency on another one, to which a relay connects. */
  async #listen(server: Server, hasLatency: boolean): Promise<void> {
    const { address, port, listenAddress = address } = this.facts;
    const bound = await server.listen(listenAddress, hasLatency ? 0 : port);
    if (!hasLatency) return;
    this.#latency = await LatencyRelay.open({
      port: { address: listenAddress, port },
      server: bound,
      delayMs: () => this.#latencyMs(),
      clock: this.#options.clock,
    });
  }

  /** Returns the delay of each direction of a connection, milliseconds. */
  #latencyMs(): number {
    return new NodeFaults(this.#options.faults, this.facts).delayMs("latency");
  }

  /** Returns the client of a connection, also of one that was relayed. */
  #clientOf(peer: Peer): Peer {
    return { ...peer, ...this.#latency?.clientOf(peer.port) };
  }

  /** Aborts all calls and stops listening until {@linkcode SandboxNode.applyFaults}. */
  async closeListener(): Promise<void> {
    const server = this.#server;
    const latency = this.#latency;
    this.#server = undefined;
    this.#latency = undefined;
    await latency?.close();
    await server?.stop("immediate");
  }

  /** Replaces the certificates for new connections; open ones remain. */
  setCredentials(credentials: NodeCredentials): void {
    this.#credentials = credentials;
    this.#server?.setCredentials(toServerCredentials(credentials));
    this.#logs.apid.write("updated certificates");
  }

  #serverOptions(credentials: NodeCredentials): ServerOptions {
    const { configured, alpn, facts, uid, peerOwner, clock } = this.#options;
    const options: ServerOptions = {
      ...toServerCredentials(credentials),
      connections: processConnections(),
      onInternalError: (error, path) => this.#report(error, path),
    };
    if (configured) {
      const admit = ({ certificate }: Peer) =>
        new ClientVerifier(this.#credentials?.clientCa ?? "").isValid(certificate, clock.now());
      return { ...options, alpn, admit };
    }
    return { ...options, admit: (peer) => isOwnUser(this.#clientOf(peer), facts, uid, peerOwner) };
  }

  #answer(call: IncomingCall): AsyncIterable<OutgoingMessage> {
    const { path, headers, signal, requests } = call;
    const peer = this.#clientOf(call.peer);
    const organizations = this.#readOrganizations(peer.certificate);
    return this.#handler({ path, headers, peer, organizations, signal, requests });
  }

  /** Returns the organizations of a client certificate; parses it once per connection. */
  #readOrganizations(der: Uint8Array | undefined): readonly string[] {
    if (der === undefined) return [];
    let organizations = this.#organizations.get(der);
    if (organizations === undefined) {
      organizations = parseCertificate(new Uint8Array(der), "the client certificate").organizations;
      this.#organizations.set(der, organizations);
    }
    return organizations;
  }

  async #closeBlackHole(): Promise<void> {
    const blackHole = this.#blackHole;
    this.#blackHole = undefined;
    await blackHole?.close();
  }

  /** Aborts all calls and stops listening. */
  async stop(): Promise<void> {
    await this.#closeBlackHole();
    await this.closeListener();
    this.#logs.machined.write("sandbox node stopped");
    this.#logs.machined[Symbol.dispose]();
    this.#logs.apid[Symbol.dispose]();
  }
}

function toServerCredentials({ server, clientCa }: NodeCredentials): ServerCredentials {
  return { cert: server.crt, key: server.key, ...(clientCa === undefined ? {} : { clientCa }) };
}
