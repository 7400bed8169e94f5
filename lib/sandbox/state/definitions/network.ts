/**
 * Resource types of the network.
 *
 * @module
 */
import {
  bitmask,
  BOOL,
  enumeration,
  HARDWARE_ADDRESS_BYTES,
  IP,
  IP_PREFIX,
  repeated,
  STRING,
  UINT64,
} from "../encode_fields.ts";
import { define, type Definition } from "./definition.ts";
import {
  ADDRESS_FLAGS,
  DUPLEX_MODES,
  FAMILIES,
  LINK_FLAGS,
  LINK_TYPES,
  OPERATIONAL_STATES,
  PORTS,
  ROUTE_PROTOCOLS,
  ROUTE_TYPES,
  SCOPES,
  TABLES,
} from "./network_constants.ts";

const NETWORK = "network";

export interface HostnameStatus {
  hostname: string;
  domainname: string;
}

export const HOSTNAME_STATUS: Definition<HostnameStatus> = define<HostnameStatus>({
  name: "HostnameStatuses.net",
  namespace: NETWORK,
  aliases: ["hostname"],
  columns: [["Hostname", "{.hostname}"], ["Domainname", "{.domainname}"]],
  message: { hostname: [1, STRING], domainname: [2, STRING] },
});

/** An address of a link. */
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

export const ADDRESS_STATUS: Definition<AddressStatus> = define<AddressStatus>({
  name: "AddressStatuses.net",
  namespace: NETWORK,
  aliases: ["address", "addresses"],
  columns: [["Address", "{.address}"], ["Link", "{.linkName}"]],
  message: {
    address: [1, IP_PREFIX],
    linkIndex: [6, UINT64],
    linkName: [7, STRING],
    family: [8, enumeration(FAMILIES)],
    scope: [9, enumeration(SCOPES)],
    flags: [10, bitmask(ADDRESS_FLAGS)],
  },
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

export const LINK_STATUS: Definition<LinkStatus> = define<LinkStatus>({
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
  message: {
    index: [1, UINT64],
    type: [2, enumeration(LINK_TYPES)],
    linkIndex: [3, UINT64],
    flags: [4, bitmask(LINK_FLAGS)],
    hardwareAddr: [5, HARDWARE_ADDRESS_BYTES],
    broadcastAddr: [6, HARDWARE_ADDRESS_BYTES],
    mtu: [7, UINT64],
    queueDisc: [8, STRING],
    masterIndex: [9, UINT64],
    operationalState: [10, enumeration(OPERATIONAL_STATES)],
    kind: [11, STRING],
    slaveKind: [12, STRING],
    busPath: [13, STRING],
    pciID: [14, STRING],
    driver: [15, STRING],
    linkState: [22, BOOL],
    speedMbit: [23, UINT64],
    port: [24, enumeration(PORTS)],
    duplex: [25, enumeration(DUPLEX_MODES)],
    permanentAddr: [30, HARDWARE_ADDRESS_BYTES],
  },
});

export interface HardwareAddress {
  name: string;
  hardwareAddr: string;
}

export const HARDWARE_ADDRESS: Definition<HardwareAddress> = define<HardwareAddress>({
  name: "HardwareAddresses.net",
  namespace: NETWORK,
  message: { name: [1, STRING], hardwareAddr: [2, HARDWARE_ADDRESS_BYTES] },
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

export const ROUTE_STATUS: Definition<RouteStatus> = define<RouteStatus>({
  name: "RouteStatuses.net",
  namespace: NETWORK,
  aliases: ["route", "routes"],
  columns: [
    ["Destination", "{.dst}"],
    ["Gateway", "{.gateway}"],
    ["Link", "{.outLinkName}"],
    ["Metric", "{.priority}"],
  ],
  message: {
    family: [1, enumeration(FAMILIES)],
    dst: [2, IP_PREFIX],
    src: [3, IP],
    gateway: [4, IP],
    outLinkIndex: [5, UINT64],
    outLinkName: [6, STRING],
    table: [7, enumeration(TABLES)],
    priority: [8, UINT64],
    scope: [9, enumeration(SCOPES)],
    type: [10, enumeration(ROUTE_TYPES)],
    flags: [11, bitmask([])],
    protocol: [12, enumeration(ROUTE_PROTOCOLS)],
    mtu: [13, UINT64],
  },
});

export interface ResolverStatus {
  dnsServers: readonly string[];
}

export const RESOLVER_STATUS: Definition<ResolverStatus> = define<ResolverStatus>({
  name: "ResolverStatuses.net",
  namespace: NETWORK,
  aliases: ["resolvers"],
  columns: [["Resolvers", "{.dnsServers}"]],
  message: { dnsServers: [1, repeated(IP)] },
});

export interface NodeAddress {
  /** With prefix lengths. */
  addresses: readonly string[];
}

export const NODE_ADDRESS: Definition<NodeAddress> = define<NodeAddress>({
  name: "NodeAddresses.net",
  namespace: NETWORK,
  columns: [["Addresses", "{.addresses}"]],
  message: { addresses: [1, repeated(IP_PREFIX)] },
});

export interface NetworkStatus {
  addressReady: boolean;
  connectivityReady: boolean;
  hostnameReady: boolean;
  etcFilesReady: boolean;
}

export const NETWORK_STATUS: Definition<NetworkStatus> = define<NetworkStatus>({
  name: "NetworkStatuses.net",
  namespace: NETWORK,
  aliases: ["netstatus", "netstatuses"],
  columns: [
    ["Address", "{.addressReady}"],
    ["Connectivity", "{.connectivityReady}"],
    ["Hostname", "{.hostnameReady}"],
    ["Etc", "{.etcFilesReady}"],
  ],
  message: {
    addressReady: [1, BOOL],
    connectivityReady: [2, BOOL],
    hostnameReady: [3, BOOL],
    etcFilesReady: [4, BOOL],
  },
});
