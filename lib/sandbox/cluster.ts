/**
 * An embedded cluster with all its nodes in this process. The background process serves one; tests
 * start them in-process.
 *
 * @module
 */
import type { PemPair } from "../pki/mod.ts";
import type { Clock, Random } from "../platform/system.ts";
import { Faults } from "./faults.ts";
import { Forwarder } from "./forwarder.ts";
import { certificateRoles } from "./dispatch.ts";
import { clientConfigBinding } from "./client_config.ts";
import { createEtcdState, etcdBindings, MemberLog } from "./etcd/mod.ts";
import { eventBindings, EventLog, publishServiceChanges, publishStatus } from "./events/mod.ts";
import { imageBindings } from "./images/mod.ts";
import { machineBindings, ServiceRegistry } from "./machine/mod.ts";
import { methodDirection } from "./methods.ts";
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
import { TargetResolver } from "./target_resolver.ts";
import type { Binding, NodeFacts, Role } from "./types.ts";

/** A node to start. */
export interface NodeSpec {
  readonly name: string;
  /** Machine type; in maintenance mode the intended one. */
  readonly type: "controlplane" | "worker";
  /** Whether the node has a configuration; false for maintenance mode. */
  readonly configured: boolean;
  readonly address: string;
  readonly port: number;
  /**
   * Whether the configured node negotiates HTTP/2 by ALPN, as Talos nodes from v1.8.2 on; default
   * true. Maintenance mode always does.
   */
  readonly alpn?: boolean;
}

/** A cluster to start. */
export interface ClusterSpec {
  readonly name: string;
  readonly nodes: readonly NodeSpec[];
  readonly secrets: SandboxSecrets;
  /** Parent of the nodes' folders. */
  readonly nodesFolder: string;
}

/** Options of {@linkcode startCluster}. */
export interface ClusterOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Additional bindings, which override built-in ones of the same method. */
  readonly bindings?: readonly Binding[];
  /** Returns the user id of a connection's peer; default from the kernel's socket table. */
  readonly peerOwner?: PeerOwner;
  /** Called with internal errors. */
  readonly report?: (error: unknown, where: string) => void;
}

/** CA certificate, client certificate and key, PEM. */
export interface Credentials {
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
}

/** A running cluster. */
export interface RunningCluster {
  readonly nodes: readonly NodeFacts[];
  /** Rules take effect on nodes after {@linkcode RunningCluster.applyFaults}. */
  readonly faults: Faults;
  /** Issues client credentials with these roles. */
  issue(...roles: Role[]): Promise<Credentials>;
  /**
   * Brings every node into the state that the fault rules require: up, down, or black hole. Resets
   * the connection back-off between nodes.
   */
  applyFaults(): Promise<void>;
  /** Returns the resources of a node. */
  stateOf(node: Pick<NodeFacts, "name">): NodeState;
  /** Returns the event log of a node. */
  eventsOf(node: Pick<NodeFacts, "name">): EventLog;
  /** Stops every node and closes all connections. */
  stop(): Promise<void>;
}

/**
 * Starts all nodes.
 *
 * @throws {Error} With code `EADDRINUSE` when an address is in use; no node keeps running.
 */
export async function startCluster(
  spec: ClusterSpec,
  options: ClusterOptions,
): Promise<RunningCluster> {
  const faults = new Faults();
  const targets = new TargetResolver(spec.nodes);
  const registries = new Map(
    spec.nodes.map(({ name }) => [name, new ServiceRegistry(() => options.clock.now())]),
  );
  const events = new Map(
    spec.nodes.map(({ name }) => [name, new EventLog(options.clock, options.random)]),
  );
  const eventsOf = ({ name }: Pick<NodeFacts, "name">) => {
    const log = events.get(name);
    if (log === undefined) throw new RangeError(`Unknown node "${name}"`);
    return log;
  };
  const report = options.report ?? (() => {});
  const stateOf = (node: Pick<NodeFacts, "name">) => states.of(node);
  const etcd = await createEtcdState(spec.name, spec.nodes);
  const memberLogs = new Map(etcd.members.map((member) => {
    const folder = `${spec.nodesFolder}/${member.name}`;
    return [member.name, new MemberLog(etcd, member, folder, options.clock)];
  }));
  const bindings = [
    ...machineBindings((node) => registries.get(node.name)!),
    ...stateBindings(stateOf),
    ...inspectBindings(stateOf),
    ...eventBindings(eventsOf),
    ...imageBindings(options.clock),
    ...etcdBindings(etcd, ({ name }) => memberLogs.get(name)),
    clientConfigBinding(spec.secrets.ca, options),
    ...options.bindings ?? [],
  ];
  const stateSpecs: StateSpec[] = [];
  const forwardings: Forwarder[] = [];
  const createNode = async (node: NodeSpec): Promise<SandboxNode> => {
    const facts: NodeFacts = {
      name: node.name,
      address: node.address,
      port: node.port,
      type: node.type,
      cluster: spec.name,
      folder: `${spec.nodesFolder}/${node.name}`,
    };
    const canForward = node.configured && node.type === "controlplane";
    const client = canForward
      ? await issueClient(spec.secrets, ["os:impersonator"], options)
      : undefined;
    const forwarding = client === undefined
      ? undefined
      : openForwarding(facts, spec, client, options, targets);
    if (forwarding !== undefined) forwardings.push(forwarding);
    const server = node.configured
      ? await issueNodeServer(spec.secrets, node, options)
      : await issueMaintenance(node, options);
    const { ca, extraHosts } = spec.secrets;
    stateSpecs.push({
      node: facts,
      services: registries.get(node.name)!,
      secrets: node.configured
        ? { ca: { crt: ca.crt, key: canForward ? ca.key : undefined }, server, client, extraHosts }
        : undefined,
    });
    return new SandboxNode({
      facts,
      configured: node.configured,
      alpn: node.alpn ?? true,
      bindings,
      services: registries.get(node.name)!,
      memberLog: memberLogs.get(node.name),
      events: eventsOf(node),
      publishStatus: () => publishStatus(eventsOf(node), stateOf(node)),
      faults,
      clock: options.clock,
      server,
      clientCa: spec.secrets.ca.crt,
      forwarding,
      invalidTarget: (target) => targets.invalid(target),
      uid: Deno.uid(),
      peerOwner: options.peerOwner ?? kernelPeerOwner,
      report,
    });
  };
  const nodes = await Promise.all(spec.nodes.map(createNode));
  const states = await ClusterStates.create(stateSpecs, spec.secrets.ca.crt, options.clock, report);
  for (const [name, services] of registries) publishServiceChanges(eventsOf({ name }), services);
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
      ...await issueClient(spec.secrets, roles, options),
    }),
    stateOf,
    eventsOf,
    applyFaults: async () => {
      await Promise.all(nodes.map((node) => node.applyFaults()));
      for (const forwarding of forwardings) forwarding.resetBackoff();
    },
    stop,
  };
}

function openForwarding(
  facts: NodeFacts,
  { secrets }: ClusterSpec,
  own: PemPair,
  options: ClusterOptions,
  targets: TargetResolver,
): Forwarder {
  return new Forwarder({
    clock: options.clock,
    authority: facts.address,
    tls: { ca: secrets.ca.crt, crt: own.crt, key: own.key },
    resolve: (target) => targets.resolve(target),
    rolesOf: certificateRoles,
    direction: methodDirection,
  });
}
