/**
 * Cluster membership. The affiliates of the other nodes come from this process, which runs all
 * nodes, instead of a discovery service.
 *
 * @module
 */
import { PRODUCT } from "../../../distribution.ts";
import { type Controller, desired, type DesiredResource } from "../controller.ts";
import {
  AFFILIATE,
  type Affiliate,
  CLUSTER_INFO,
  CLUSTER_RAW,
  IDENTITY,
  MEMBER,
} from "../definitions/cluster.ts";
import { HOSTNAME_STATUS, NODE_ADDRESS } from "../definitions/network.ts";
import { MACHINE_TYPE, NODENAME } from "../definitions/runtime.ts";
import { HOSTNAME_ID, MACHINE_TYPE_ID, NODENAME_ID } from "./names.ts";
import { DEFAULT_ADDRESS_ID } from "./node_address.ts";
import type { ControllerOptions, Peer } from "./controller_options.ts";

const LOCAL = "local";
function operatingSystemOf(version: string): string {
  return `${PRODUCT} (${version}, sandbox)`;
}

/** Returns the controllers of identity, cluster info, affiliates and members. */
export function membershipControllers({ node, cluster, live }: ControllerOptions): Controller[] {
  if (cluster === undefined) return [];
  const isOwn = (peer: Peer) => peer.node.name === node.name;
  const own = cluster.peers.find(isOwn);
  return [
    {
      name: "cluster.NodeIdentityController",
      inputs: [],
      outputs: [{ definition: IDENTITY, kind: "shared" }],
      refresh: { kind: "once" },
      run: () => own === undefined ? [] : [desired(IDENTITY, LOCAL, { nodeId: own.nodeId })],
    },
    {
      name: "cluster.InfoController",
      inputs: [],
      outputs: [{ definition: CLUSTER_INFO, kind: "exclusive" }],
      refresh: { kind: "once" },
      run: () => [
        desired(CLUSTER_INFO, "current", { clusterId: cluster.id, clusterName: node.cluster }),
      ],
    },
    localAffiliate(live.version),
    {
      name: "cluster.DiscoveryServiceController",
      inputs: [],
      outputs: [{ definition: AFFILIATE, namespace: CLUSTER_RAW, kind: "shared" }],
      refresh: { kind: "push", listen: (changed) => cluster.onChange(changed) },
      run: () =>
        cluster.peers.filter((peer) => !isOwn(peer)).map((peer) =>
          affiliates.getOrInsertComputed(
            peer,
            () =>
              desired(AFFILIATE, `service/${peer.nodeId}`, toAffiliate(peer), {
                namespace: CLUSTER_RAW,
              }),
          )
        ),
    },
    affiliateMerge,
    members,
  ];
}

/** Resources of peers: every node has one of every other node. */
const affiliates = new WeakMap<Peer, DesiredResource>();

function toAffiliate({ node, nodeId, version }: Peer): Affiliate {
  return {
    nodeId,
    addresses: [node.address],
    hostname: node.name,
    nodename: node.name,
    operatingSystem: operatingSystemOf(version),
    machineType: node.type,
  };
}

const localAffiliate = (version: string): Controller => ({
  name: "cluster.LocalAffiliateController",
  inputs: [
    { definition: IDENTITY, id: LOCAL, kind: "weak" },
    { definition: HOSTNAME_STATUS, id: HOSTNAME_ID, kind: "weak" },
    { definition: NODENAME, id: NODENAME_ID, kind: "weak" },
    { definition: NODE_ADDRESS, id: DEFAULT_ADDRESS_ID, kind: "weak" },
    { definition: MACHINE_TYPE, id: MACHINE_TYPE_ID, kind: "weak" },
  ],
  outputs: [{ definition: AFFILIATE, kind: "shared" }],
  refresh: { kind: "once" },
  run: (view) => {
    const identity = view.find(IDENTITY, LOCAL);
    const hostname = view.find(HOSTNAME_STATUS, HOSTNAME_ID);
    const addresses = view.find(NODE_ADDRESS, DEFAULT_ADDRESS_ID);
    const type = view.find(MACHINE_TYPE, MACHINE_TYPE_ID);
    if (
      identity === undefined || hostname === undefined || addresses === undefined ||
      type === undefined
    ) return [];
    const { nodeId } = identity.spec;
    const spec = {
      nodeId,
      addresses: addresses.spec.addresses.map((address) => address.replace(/\/\d+$/, "")),
      hostname: hostname.spec.hostname,
      nodename: view.find(NODENAME, NODENAME_ID)?.spec.nodename ?? "",
      operatingSystem: operatingSystemOf(version),
      machineType: type.spec,
    };
    return [desired(AFFILIATE, nodeId, spec)];
  },
});

const affiliateMerge: Controller = {
  name: "cluster.AffiliateMergeController",
  inputs: [{ definition: AFFILIATE, namespace: CLUSTER_RAW, kind: "weak" }],
  outputs: [{ definition: AFFILIATE, kind: "shared" }],
  refresh: { kind: "once" },
  run: (view) =>
    view.list(AFFILIATE, CLUSTER_RAW).map(({ spec }) => desired(AFFILIATE, spec.nodeId, spec)),
};

const members: Controller = {
  name: "cluster.MemberController",
  inputs: [{ definition: AFFILIATE, kind: "weak" }],
  outputs: [{ definition: MEMBER, kind: "exclusive" }],
  refresh: { kind: "once" },
  run: (view) =>
    view.list(AFFILIATE).map(({ spec }) => {
      const { nodeId, addresses, hostname, machineType, operatingSystem } = spec;
      const member = { nodeId, addresses, hostname, machineType, operatingSystem };
      return desired(MEMBER, spec.nodename, member);
    }),
};
