/**
 * All nodes of an embedded cluster, in this process: what the background process serves, and what
 * tests start in-process.
 *
 * @module
 */
import type { PemPair } from "../pki/mod.ts";
import type { Clock, Random } from "../platform/system.ts";
import { Faults } from "./faults.ts";
import { Forwarding } from "./forwarding.ts";
import { certificateRoles } from "./dispatch.ts";
import { clientConfigBinding } from "./client_config.ts";
import { createEtcdState, etcdBindings, MemberLog } from "./etcd/mod.ts";
import { eventBindings, EventLog, publishServiceChanges, publishStatus } from "./events/mod.ts";
import { imageBindings } from "./images/mod.ts";
import { machineBindings, ServiceRegistry } from "./machine/mod.ts";
import { directionOf } from "./methods.ts";
import { SandboxNode } from "./node.ts";
import { kernelPeerOwner, type PeerOwner } from "./peer.ts";
import { issueClient, issueMaintenance, issueNodeServer, type SandboxSecrets } from "./secrets.ts";
import {
  ClusterStates,
  inspectBindings,
  type NodeState,
  stateBindings,
  type StateSpec,
} from "./state/mod.ts";
import { Targets } from "./targets.ts";
import type { Binding, NodeFacts, Role } from "./types.ts";

/** One node of a cluster to be started. */
export interface NodeSpec {
  readonly name: string;
  /** What it is or, in maintenance mode, would be. */
  readonly type: "controlplane" | "worker";
  /** False: it starts without a configuration, in maintenance mode. */
  readonly configured: boolean;
  readonly address: string;
  readonly port: number;
  /**
   * Whether the configured node negotiates HTTP/2 by ALPN, as Talos nodes from v1.8.2 on; true when
   * left out. Maintenance mode always does.
   */
  readonly alpn?: boolean;
}

/** A cluster to be started. */
export interface ClusterSpec {
  readonly name: string;
  readonly nodes: readonly NodeSpec[];
  readonly secrets: SandboxSecrets;
  /** The folder in which each node gets one of its own. */
  readonly nodesFolder: string;
}

/** What a cluster needs of the machine. */
export interface ClusterParts {
  readonly clock: Clock;
  readonly random: Random;
  /** What the nodes answer beyond this machine's state, or instead of a part of it. */
  readonly bindings?: readonly Binding[];
  /** Finds who is at the other end of a connection; asks the kernel when left out. */
  readonly peerOwner?: PeerOwner;
  /** Hears of errors of the program itself. */
  readonly report?: (error: unknown, where: string) => void;
}

/** A client's certificate and key, and the authority it trusts, PEM texts. */
export interface Credentials {
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
}

/** A cluster whose nodes listen. */
export interface RunningCluster {
  readonly nodes: readonly NodeFacts[];
  /** Changing the rules takes effect once {@linkcode RunningCluster.settle} has resolved. */
  readonly faults: Faults;
  /** Credentials for a client with these roles. */
  issue(...roles: Role[]): Promise<Credentials>;
  /**
   * Brings every node into the state the faults ask for: up, down, or a black hole. Nodes that
   * were given up as dead are tried again at the next call.
   */
  settle(): Promise<void>;
  /** The resources of the node of this name; what is put there, clients see. */
  stateOf(node: Pick<NodeFacts, "name">): NodeState;
  /** The events of the node of this name; what is published there, clients see. */
  eventsOf(node: Pick<NodeFacts, "name">): EventLog;
  /** Stops every node and cuts what is open. */
  stop(): Promise<void>;
}

/**
 * Starts every node.
 *
 * @throws {Error} of Node's kind with code `EADDRINUSE` when an address is taken; nothing is left
 *   running then.
 */
export async function startCluster(
  spec: ClusterSpec,
  parts: ClusterParts,
): Promise<RunningCluster> {
  const faults = new Faults();
  const targets = new Targets(spec.nodes);
  const books = new Map(
    spec.nodes.map(({ name }) => [name, new ServiceRegistry(() => parts.clock.now())]),
  );
  const events = new Map(
    spec.nodes.map(({ name }) => [name, new EventLog(parts.clock, parts.random)]),
  );
  const eventsOf = ({ name }: Pick<NodeFacts, "name">) => {
    const book = events.get(name);
    if (book === undefined) throw new RangeError(`Unknown node "${name}"`);
    return book;
  };
  const report = parts.report ?? (() => {});
  const stateOf = (node: Pick<NodeFacts, "name">) => states.of(node);
  const etcd = await createEtcdState(spec.name, spec.nodes);
  const memberLogs = new Map(etcd.members.map((member) => {
    const folder = `${spec.nodesFolder}/${member.name}`;
    return [member.name, new MemberLog(etcd, member, folder, parts.clock)];
  }));
  const bindings = [
    ...machineBindings((node) => books.get(node.name)!),
    ...stateBindings(stateOf),
    ...inspectBindings(stateOf),
    ...eventBindings(eventsOf),
    ...imageBindings(parts.clock),
    ...etcdBindings(etcd, ({ name }) => memberLogs.get(name)),
    clientConfigBinding(spec.secrets.ca, parts),
    ...parts.bindings ?? [],
  ];
  const stateSpecs: StateSpec[] = [];
  const forwardings: Forwarding[] = [];
  const make = async (node: NodeSpec): Promise<SandboxNode> => {
    const facts: NodeFacts = {
      name: node.name,
      address: node.address,
      port: node.port,
      type: node.type,
      cluster: spec.name,
      folder: `${spec.nodesFolder}/${node.name}`,
    };
    const forwards = node.configured && node.type === "controlplane";
    const client = forwards
      ? await issueClient(spec.secrets, ["os:impersonator"], parts)
      : undefined;
    const forwarding = client === undefined
      ? undefined
      : openForwarding(facts, spec, client, parts, targets);
    if (forwarding !== undefined) forwardings.push(forwarding);
    const server = node.configured
      ? await issueNodeServer(spec.secrets, node, parts)
      : await issueMaintenance(node, parts);
    const { ca, extraHosts } = spec.secrets;
    stateSpecs.push({
      node: facts,
      services: books.get(node.name)!,
      secrets: node.configured
        ? { ca: { crt: ca.crt, key: forwards ? ca.key : undefined }, server, client, extraHosts }
        : undefined,
    });
    return new SandboxNode({
      facts,
      configured: node.configured,
      alpn: node.alpn ?? true,
      bindings,
      services: books.get(node.name)!,
      memberLog: memberLogs.get(node.name),
      events: eventsOf(node),
      publishStatus: () => publishStatus(eventsOf(node), stateOf(node)),
      faults,
      clock: parts.clock,
      server,
      clientCa: spec.secrets.ca.crt,
      forwarding,
      invalidTarget: (target) => targets.invalid(target),
      uid: Deno.uid(),
      peerOwner: parts.peerOwner ?? kernelPeerOwner,
      report,
    });
  };
  const nodes = await Promise.all(spec.nodes.map(make));
  const states = await ClusterStates.create(stateSpecs, spec.secrets.ca.crt, parts.clock, report);
  for (const [name, book] of books) publishServiceChanges(eventsOf({ name }), book);
  const stop = async () => {
    for (const forwarding of forwardings) forwarding[Symbol.dispose]();
    await Promise.all(nodes.map((node) => node.stop()));
    for (const log of memberLogs.values()) log[Symbol.dispose]();
    states[Symbol.dispose]();
  };
  const started = await Promise.allSettled(nodes.map((node) => node.start()));
  const failed = started.find((result) => result.status === "rejected");
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return {
    nodes: nodes.map((node) => node.facts),
    faults,
    issue: async (...roles) => ({
      ca: spec.secrets.ca.crt,
      ...await issueClient(spec.secrets, roles, parts),
    }),
    stateOf,
    eventsOf,
    settle: async () => {
      await Promise.all(nodes.map((node) => node.obeyFaults()));
      for (const forwarding of forwardings) forwarding.forgive();
    },
    stop,
  };
}

function openForwarding(
  facts: NodeFacts,
  { secrets }: ClusterSpec,
  own: PemPair,
  parts: ClusterParts,
  targets: Targets,
): Forwarding {
  return new Forwarding({
    clock: parts.clock,
    authority: facts.address,
    tls: { ca: secrets.ca.crt, crt: own.crt, key: own.key },
    resolve: (target) => targets.resolve(target),
    rolesOf: certificateRoles,
    direction: directionOf,
  });
}
