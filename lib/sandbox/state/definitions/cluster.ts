/**
 * The cluster and its members.
 *
 * @module
 */
import { IP, list, TEXT } from "../spec_message.ts";
import { define, type Definition } from "./definition.ts";
import { MACHINE_TYPE_NUMBER, type MachineType } from "./runtime.ts";

const CLUSTER = "cluster";

/** Where members stand as each source reports them. */
export const CLUSTER_RAW = "cluster-raw";

export interface Identity {
  nodeId: string;
}

export const IDENTITY: Definition<Identity> = define<Identity>({
  name: "Identities.cluster",
  namespace: CLUSTER,
  columns: [["ID", "{.nodeId}"]],
  message: { nodeId: [1, TEXT] },
});

export interface ClusterInfo {
  clusterId: string;
  clusterName: string;
}

export const CLUSTER_INFO: Definition<ClusterInfo> = define<ClusterInfo>({
  name: "Infos.cluster",
  namespace: CLUSTER,
  columns: [["Cluster ID", "{.clusterId}"], ["Cluster Name", "{.clusterName}"]],
  message: { clusterId: [1, TEXT], clusterName: [2, TEXT] },
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
    nodeId: [1, TEXT],
    addresses: [2, list(IP)],
    hostname: [3, TEXT],
    nodename: [4, TEXT],
    operatingSystem: [5, TEXT],
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
    nodeId: [1, TEXT],
    addresses: [2, list(IP)],
    hostname: [3, TEXT],
    machineType: [4, MACHINE_TYPE_NUMBER],
    operatingSystem: [5, TEXT],
  },
});
