/**
 * The network of the machine.
 *
 * @module
 */
import { define, type Definition } from "./definition.ts";

const NETWORK = "network";

export interface HostnameStatus {
  hostname: string;
  domainname: string;
}

export const HOSTNAME_STATUS: Definition<HostnameStatus> = define({
  name: "HostnameStatuses.net",
  namespace: NETWORK,
  aliases: ["hostname"],
  columns: [["Hostname", "{.hostname}"], ["Domainname", "{.domainname}"]],
});

/** An address on a link. */
export interface AddressStatus {
  /** With its prefix length. */
  address: string;
  linkIndex: number;
  linkName: string;
  family: "inet4" | "inet6";
  scope: string;
  /** Names, joined by commas. */
  flags: string;
}

export const ADDRESS_STATUS: Definition<AddressStatus> = define({
  name: "AddressStatuses.net",
  namespace: NETWORK,
  aliases: ["address", "addresses"],
  columns: [["Address", "{.address}"], ["Link", "{.linkName}"]],
});

export interface LinkStatus {
  index: number;
  type: string;
  linkIndex: number;
  /** Names, joined by commas. */
  flags: string;
  hardwareAddr: string;
  permanentAddr: string;
  broadcastAddr: string;
  mtu: number;
  queueDisc: string;
  masterIndex: number | undefined;
  operationalState: string;
  kind: string;
  slaveKind: string;
  busPath: string | undefined;
  pciID: string | undefined;
  driver: string | undefined;
  linkState: boolean;
  speedMbit: number | undefined;
  port: string;
  duplex: string;
}

export const LINK_STATUS: Definition<LinkStatus> = define({
  name: "LinkStatuses.net",
  namespace: NETWORK,
  aliases: ["link", "links"],
  columns: [
    ["Type", "{.type}"],
    ["Kind", "{.kind}"],
    ["Hw Addr", "{.hardwareAddr}"],
    ["Oper State", "{.operationalState}"],
    ["Link State", "{.linkState}"],
  ],
});

export interface HardwareAddress {
  name: string;
  hardwareAddr: string;
}

export const HARDWARE_ADDRESS: Definition<HardwareAddress> = define({
  name: "HardwareAddresses.net",
  namespace: NETWORK,
});

export interface RouteStatus {
  family: "inet4" | "inet6";
  /** Empty for the default route. */
  dst: string;
  src: string;
  gateway: string;
  outLinkIndex: number | undefined;
  outLinkName: string | undefined;
  table: string;
  priority: number;
  scope: string;
  type: string;
  flags: string;
  protocol: string;
  mtu: number | undefined;
}

export const ROUTE_STATUS: Definition<RouteStatus> = define({
  name: "RouteStatuses.net",
  namespace: NETWORK,
  aliases: ["route", "routes"],
  columns: [
    ["Destination", "{.dst}"],
    ["Gateway", "{.gateway}"],
    ["Link", "{.outLinkName}"],
    ["Metric", "{.priority}"],
  ],
});

export interface ResolverStatus {
  dnsServers: readonly string[];
}

export const RESOLVER_STATUS: Definition<ResolverStatus> = define({
  name: "ResolverStatuses.net",
  namespace: NETWORK,
  aliases: ["resolvers"],
  columns: [["Resolvers", "{.dnsServers}"]],
});

export interface NodeAddress {
  /** With prefix lengths. */
  addresses: readonly string[];
}

export const NODE_ADDRESS: Definition<NodeAddress> = define({
  name: "NodeAddresses.net",
  namespace: NETWORK,
  columns: [["Addresses", "{.addresses}"]],
});

export interface NetworkStatus {
  addressReady: boolean;
  connectivityReady: boolean;
  hostnameReady: boolean;
  etcFilesReady: boolean;
}

export const NETWORK_STATUS: Definition<NetworkStatus> = define({
  name: "NetworkStatuses.net",
  namespace: NETWORK,
  aliases: ["netstatus", "netstatuses"],
  columns: [
    ["Address", "{.addressReady}"],
    ["Connectivity", "{.connectivityReady}"],
    ["Hostname", "{.hostnameReady}"],
    ["Etc", "{.etcFilesReady}"],
  ],
});
