/**
 * Connects a node that has a process of its own to the other nodes of its cluster.
 *
 * @module
 */
import type { ClusterOptions } from "../cluster_spec.ts";
import type { EtcdMembers, EtcdStore } from "../etcd/mod.ts";
import { apiPort, mainData, readAuthorities } from "../configuration/mod.ts";
import type { Machine } from "../lifecycle/mod.ts";
import type { ClusterStates } from "../state/mod.ts";
import { Peers } from "./peers.ts";
import { deriveKey, type NodeReport, type PeerFacts } from "./protocol.ts";

/** The parts of the node's process. */
export interface PeerParts {
  readonly name: string;
  /** Folder of the state of the cluster. */
  readonly folder: string;
  readonly options: ClusterOptions;
  readonly etcd: EtcdStore;
  readonly members: EtcdMembers;
  readonly states: ClusterStates;
  /** Returns the machine once it has booted. */
  readonly machine: () => Machine | undefined;
  readonly describe: (machine: Machine) => NodeReport | undefined;
  /** Starts and stops the API server after a change. */
  readonly refresh: () => Promise<void>;
  /** Requests the certificate of a worker again. */
  readonly retryCertificates: () => void;
  /** Called with internal errors. */
  readonly report: (error: unknown, where: string) => void;
}

/** Creates the connection; it starts with {@linkcode Peers.start}. */
export function createPeers(parts: PeerParts): Peers {
  const { name, options, etcd, members, states, report } = parts;
  etcd.protect(name);
  const configOf = () => parts.machine()?.boot.config;
  const data = () => mainData(configOf()?.documents ?? []);
  const setOthers = () =>
    states.setOthers(peers.others.map((peer) => {
      const { nodeId, version } = peer;
      return { node: toNode(peer), nodeId, version };
    }));
  const peers: Peers = new Peers({
    name,
    source: options,
    path: `${parts.folder}/peers.json`,
    etcd,
    config: configOf,
    describe: () => {
      const machine = parts.machine();
      return machine && parts.describe(machine);
    },
    port: () => apiPort(data()),
    key: () => deriveKey(data()),
    trust: () => {
      const issuer = parts.machine()?.boot.issuer;
      return issuer && { issuer, accepted: readAuthorities(data(), "machine").accepted };
    },
    onView: async () => {
      setOthers();
      parts.retryCertificates();
      const machine = parts.machine();
      if (machine !== undefined) await followMembership(machine, etcd, members);
      await parts.refresh();
    },
    onChange: () => {
      setOthers();
      parts.refresh().catch((error) => report(error, "change of a node"));
    },
    report,
  });
  return peers;
}

/** Starts, joins or stops etcd as the cluster's membership requires. */
async function followMembership(
  { boot: { facts, services } }: Machine,
  etcd: EtcdStore,
  members: EtcdMembers,
): Promise<void> {
  const state = services.get("etcd")?.state;
  if (state === "Preparing") await members.boot(facts, services);
  if (state === "Running" && etcd.memberOf(facts.name) === undefined) {
    members.stop(facts.name, services);
  }
}

/** Returns the facts of a node of another process that its peers use. */
function toNode({ name, address, type }: PeerFacts) {
  return { name, address, type, port: 0, cluster: "", folder: "" };
}
