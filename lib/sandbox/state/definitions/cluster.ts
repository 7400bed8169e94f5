/**
 * Resource types of the cluster and its members.
 *
 * @module
 */
import { IP, repeated, STRING } from "../encode_fields.ts";
import { define, type Definition } from "./definition.ts";
import { MACHINE_TYPE_NUMBER, type MachineType } from "./runtime.ts";

const CLUSTER = "cluster";

/** Namespace of affiliates as reported by each source, before they are merged. */
export const CLUSTER_RAW = "cluster-raw";

export interface Identity {
  nodeId: string;
}

export const IDENTITY: Definition<Identity> = define<Identity>({
  name: "Identities.cluster",
  namespace: CLUSTER,
  columns: [["ID", "{.nodeId}"]],
  message: { nodeId: [1, STRING] },
});

export interface ClusterInfo {
  clusterId: string;
  clusterName: string;
}

export const CLUSTER_INFO: Definition<ClusterInfo> = define<ClusterInfo>({
  name: "Infos.cluster",
  namespace: CLUSTER,
  columns: [["Cluster ID", "{.clusterId}"], ["Cluster Name", "{.clusterName}"]],
  message: { clusterId: [1, STRING], clusterName: [2, STRING] },
});

export interface Affiliate {
  nodeId: string;
  addresses: readonly string[];
  hostname: string;
  nodename: string;
  operatingSystem: string;
  machineType: MachineType;
}

export const AFFILIATE: Definition<Affiliate> = define<Affiliate>({
  name: "Affiliates.cluster",
  namespace: CLUSTER,
  columns: [
    ["Hostname", "{.hostname}"],
    ["Machine Type", "{.machineType}"],
    ["Addresses", "{.addresses}"],
  ],
  message: {
    nodeId: [1, STRING],
    addresses: [2, repeated(IP)],
    hostname: [3, STRING],
    nodename: [4, STRING],
    operatingSystem: [5, STRING],
    machineType: [6, MACHINE_TYPE_NUMBER],
  },
});

export interface Member {
  nodeId: string;
  addresses: readonly string[];
  hostname: string;
  machineType: MachineType;
  operatingSystem: string;
}

export const MEMBER: Definition<Member> = define<Member>({
  name: "Members.cluster",
  namespace: CLUSTER,
  columns: [
    ["Hostname", "{.hostname}"],
    ["Machine Type", "{.machineType}"],
    ["OS", "{.operatingSystem}"],
    ["Addresses", "{.addresses}"],
  ],
  message: {
    nodeId: [1, STRING],
    addresses: [2, repeated(IP)],
    hostname: [3, STRING],
    machineType: [4, MACHINE_TYPE_NUMBER],
    operatingSystem: [5, STRING],
  },
});
