/**
 * One node: a server on its own loopback address, with the handlers behind it.
 *
 * @module
 */
import { parseCertificate } from "../pki/mod.ts";
import type { Clock } from "../platform/system.ts";
import {
  createServer,
  type IncomingCall,
  type OutgoingMessage,
  type Peer,
  type Server,
  type ServerOptions,
} from "../rpc/server.ts";
import { Admission } from "./admission.ts";
import { BlackHole } from "./black_hole.ts";
import { certificateRoles, dispatch } from "./dispatch.ts";
import type { MemberLog } from "./etcd/mod.ts";
import { type EventLog, runSequence } from "./events/mod.ts";
import type { Faults } from "./faults.ts";
import type { Forwarding } from "./forwarding.ts";
import {
  isOwnUser,
  MAINTENANCE_ROLES,
  maintenanceBindings,
  maintenanceRefusal,
} from "./maintenance.ts";
import type { ServiceRegistry } from "./machine/mod.ts";
import { directionOf, unimplemented } from "./methods.ts";
import { faulty, logged } from "./observe.ts";
import type { PeerOwner } from "./peer.ts";
import { proxy } from "./proxy.ts";
import type { RawCall, RawHandler } from "./raw.ts";
import { ServiceLog } from "./service_log.ts";
import type { Binding, NodeFacts } from "./types.ts";

/** What a node is made of. */
export interface NodeParts {
  readonly facts: NodeFacts;
  /** False: in maintenance mode. */
  readonly configured: boolean;
  /** Whether it negotiates HTTP/2 by ALPN when configured. */
  readonly alpn: boolean;
  readonly bindings: readonly Binding[];
  /** The record of the node's services, which the node keeps up to date. */
  readonly services: ServiceRegistry;
  /** The log of the node's member of etcd; undefined where there is none. */
  readonly memberLog: MemberLog | undefined;
  /** The record of what happens on the node. */
  readonly events: EventLog;
  /** Adds an event that says how far the node is. */
  readonly publishStatus: () => void;
  readonly faults: Faults;
  readonly clock: Clock;
  /** Server certificate and key, PEM. */
  readonly server: { readonly crt: string; readonly key: string };
  /** The authority whose clients are let in, PEM. */
  readonly clientCa: string;
  /** Asks other nodes; undefined on a worker. */
  readonly forwarding: Forwarding | undefined;
  /** Why a text cannot name a node, or undefined. */
  readonly invalidTarget: (target: string) => string | undefined;
  /** The user the sandbox runs as; the only one served in maintenance mode. */
  readonly uid: number | null;
  readonly peerOwner: PeerOwner;
  /** Hears of errors of the program itself. */
  readonly report: (error: unknown, where: string) => void;
}

/** A node that can be taken down and brought back. */
export class SandboxNode {
  readonly facts: NodeFacts;
  readonly #parts: NodeParts;
  readonly #logs: { machined: ServiceLog; apid: ServiceLog };
  readonly #handler: RawHandler;
  readonly #organizations = new WeakMap<Uint8Array, readonly string[]>();
  #server: Server | undefined;
  #hole: BlackHole | undefined;

  constructor(parts: NodeParts) {
    this.#parts = parts;
    this.facts = parts.facts;
    const { folder } = parts.facts;
    this.#logs = {
      machined: new ServiceLog(folder, "machined", parts.clock),
      apid: new ServiceLog(folder, "apid", parts.clock),
    };
    this.#handler = parts.configured ? this.#configured() : this.#unconfigured();
  }

  #configured(): RawHandler {
    const { facts, forwarding, faults, clock } = this.#parts;
    const local = dispatch({
      node: facts,
      bindings: this.#parts.bindings,
      unimplemented,
      rolesOf: certificateRoles,
      checkRoles: true,
      report: (error, path) => this.#report(error, path),
    });
    const remote = forwarding === undefined
      ? undefined
      : (target: string, call: RawCall) => forwarding.call(target, call);
    const entry = proxy({
      local: logged(faulty(local, faults, facts, clock), this.#logs.machined, directionOf),
      remote,
      isLocal: (target) => target === facts.address || target === facts.name,
      invalid: this.#parts.invalidTarget,
      direction: directionOf,
    });
    return logged(entry, this.#logs.apid, directionOf);
  }

  #unconfigured(): RawHandler {
    const { facts, faults, clock } = this.#parts;
    const local = dispatch({
      node: facts,
      bindings: maintenanceBindings(this.#parts.bindings),
      unimplemented: maintenanceRefusal,
      rolesOf: () => MAINTENANCE_ROLES,
      checkRoles: false,
      report: (error, path) => this.#report(error, path),
    });
    return logged(faulty(local, faults, facts, clock), this.#logs.machined, directionOf);
  }

  #report(error: unknown, where: string): void {
    this.#logs.machined.write(
      `error in ${where}: ${error instanceof Error ? error.message : error}`,
    );
    this.#parts.report(error, where);
  }

  /** Boots: listens, unless a fault keeps the node down. Throws when the address is taken. */
  async start(): Promise<void> {
    const { services, facts, events, memberLog, publishStatus } = this.#parts;
    this.#logs.machined.write(`sandbox node ${facts.name} (${facts.type}) starts`);
    publishStatus();
    await runSequence(events, "boot", [
      ["machined", ["startMachined", () => {
        services.markStarted("machined", "Serving the sandbox node");
      }]],
      ["startEverything", ["startAllServices", async () => {
        await this.obeyFaults();
        services.markStarted("apid", `Listening on ${facts.address}:${facts.port}`);
        if (memberLog !== undefined) {
          memberLog.logStart();
          services.markStarted("etcd", "Serving stored state; no database runs");
        }
      }]],
    ]);
    events.publish("AddressEvent", { hostname: facts.name, addresses: [facts.address] });
    publishStatus();
  }

  /** Brings the listener into the state the faults ask for. */
  async obeyFaults(): Promise<void> {
    const state = this.#parts.faults.stateOf(this.facts);
    if (state !== "up" && this.#server !== undefined) {
      const server = this.#server;
      this.#server = undefined;
      await server.stop("immediate");
    }
    if (state !== "blackhole") await this.#closeHole();
    if (state === "blackhole") this.#hole ??= await BlackHole.open(this.facts);
    if (state === "up" && this.#server === undefined) {
      const server = createServer(this.#serverOptions(), (call) => this.#answer(call));
      await server.listen(this.facts.address, this.facts.port);
      this.#server = server;
      this.#logs.apid.write(`listening on ${this.facts.address}:${this.facts.port}`);
    }
  }

  #serverOptions(): ServerOptions {
    const { server, clientCa, configured, alpn, facts, uid, peerOwner, clock } = this.#parts;
    const options: ServerOptions = {
      cert: server.crt,
      key: server.key,
      onBug: (error, path) => this.#report(error, path),
    };
    if (configured) {
      const admission = new Admission(clientCa);
      const admit = ({ certificate }: Peer) => admission.admits(certificate, clock.now());
      return { ...options, alpn, clientCa, admit };
    }
    return { ...options, admit: (peer) => isOwnUser(peer, facts, uid, peerOwner) };
  }

  #answer(call: IncomingCall): AsyncIterable<OutgoingMessage> {
    const { path, headers, peer, signal, requests } = call;
    const organizations = this.#readOrganizations(peer.certificate);
    return this.#handler({ path, headers, peer, organizations, signal, requests });
  }

  /** The organizations of a client certificate; parsed once a connection. */
  #readOrganizations(der: Uint8Array | undefined): readonly string[] {
    if (der === undefined) return [];
    let organizations = this.#organizations.get(der);
    if (organizations === undefined) {
      organizations = parseCertificate(new Uint8Array(der), "the client certificate").organizations;
      this.#organizations.set(der, organizations);
    }
    return organizations;
  }

  async #closeHole(): Promise<void> {
    const hole = this.#hole;
    this.#hole = undefined;
    await hole?.close();
  }

  /** Ends every call and stops listening. */
  async stop(): Promise<void> {
    await this.#closeHole();
    await this.#server?.stop("immediate");
    this.#server = undefined;
    this.#logs.machined.write("sandbox node stops");
    this.#logs.machined[Symbol.dispose]();
    this.#logs.apid[Symbol.dispose]();
  }
}
