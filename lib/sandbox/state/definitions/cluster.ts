/**
 * The cluster and its members.
 *
 * @module
 */
import { define, type Definition } from "./definition.ts";
import type { MachineType } from "./runtime.ts";

const CLUSTER = "cluster";

/** Where members stand as each source reports them. */
export const CLUSTER_RAW = "cluster-raw";

export interface Identity {
  nodeId: string;
}

export const IDENTITY: Definition<Identity> = define({
  name: "Identities.cluster",
  namespace: CLUSTER,
  columns: [["ID", "{.nodeId}"]],
});

export interface ClusterInfo {
  clusterId: string;
  clusterName: string;
}

export const CLUSTER_INFO: Definition<ClusterInfo> = define({
  name: "Infos.cluster",
  namespace: CLUSTER,
  columns: [["Cluster ID", "{.clusterId}"], ["Cluster Name", "{.clusterName}"]],
});

export interface Affiliate {
  nodeId: string;
  addresses: readonly string[];
  hostname: string;
  nodename: string;
  operatingSystem: string;
  machineType: MachineType;
}

export const AFFILIATE: Definition<Affiliate> = define({
  name: "Affiliates.cluster",
  namespace: CLUSTER,
  columns: [
    ["Hostname", "{.hostname}"],
    ["Machine Type", "{.machineType}"],
    ["Addresses", "{.addresses}"],
  ],
});

export interface Member {
  nodeId: string;
  addresses: readonly string[];
  hostname: string;
  machineType: MachineType;
  operatingSystem: string;
}

export const MEMBER: Definition<Member> = define({
  name: "Members.cluster",
  namespace: CLUSTER,
  columns: [
    ["Hostname", "{.hostname}"],
    ["Machine Type", "{.machineType}"],
    ["OS", "{.operatingSystem}"],
    ["Addresses", "{.addresses}"],
  ],
});
