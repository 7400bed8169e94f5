/**
 * Resource types of etcd on control plane nodes.
 *
 * @module
 */
import { IP, repeated, STRING, STRING_MAP } from "../encode_fields.ts";
import { define, type Definition } from "./definition.ts";

/** Namespace of all types. */
export const ETCD = "etcd";

export interface EtcdConfig {
  advertiseValidSubnets: readonly string[] | undefined;
  advertiseExcludeSubnets: readonly string[];
  listenValidSubnets: readonly string[] | undefined;
  listenExcludeSubnets: readonly string[];
  image: string;
  extraArgs: Readonly<Record<string, string>>;
}

export const ETCD_CONFIG: Definition<EtcdConfig> = define<EtcdConfig>({
  name: "EtcdConfigs.etcd",
  namespace: ETCD,
  columns: [["Image", "{.image}"]],
  message: {
    advertiseValidSubnets: [1, repeated(STRING)],
    advertiseExcludeSubnets: [2, repeated(STRING)],
    image: [3, STRING],
    extraArgs: [4, STRING_MAP],
    listenValidSubnets: [5, repeated(STRING)],
    listenExcludeSubnets: [6, repeated(STRING)],
  },
});

export interface EtcdSpec {
  name: string;
  advertisedAddresses: readonly string[];
  listenPeerAddresses: readonly string[];
  listenClientAddresses: readonly string[];
  image: string;
  extraArgs: Readonly<Record<string, string>>;
}

export const ETCD_SPEC: Definition<EtcdSpec> = define<EtcdSpec>({
  name: "EtcdSpecs.etcd",
  namespace: ETCD,
  columns: [
    ["Name", "{.name}"],
    ["AdvertisedAddresses", "{.advertisedAddresses}"],
    ["ListenPeerAddresses", "{.listenPeerAddresses}"],
    ["ListenClientAddresses", "{.listenClientAddresses}"],
  ],
  message: {
    name: [1, STRING],
    advertisedAddresses: [2, repeated(IP)],
    image: [3, STRING],
    extraArgs: [4, STRING_MAP],
    listenPeerAddresses: [5, repeated(IP)],
    listenClientAddresses: [6, repeated(IP)],
  },
});

export interface EtcdMemberStatus {
  /** 16 hexadecimal digits. */
  memberID: string;
}

export const ETCD_MEMBER: Definition<EtcdMemberStatus> = define<EtcdMemberStatus>({
  name: "EtcdMembers.etcd",
  namespace: ETCD,
  columns: [["Member ID", "{.memberID}"]],
  message: { memberID: [1, STRING] },
});
