/**
 * The network of the machine.
 *
 * @module
 */
import {
  bits,
  FLAG,
  HARDWARE_ADDRESS_BYTES,
  IP,
  IP_PREFIX,
  list,
  TEXT,
  WHOLE,
  word,
} from "../spec_message.ts";
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
} from "./network_words.ts";

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
  message: { hostname: [1, TEXT], domainname: [2, TEXT] },
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

export const ADDRESS_STATUS: Definition<AddressStatus> = define<AddressStatus>({
  name: "AddressStatuses.net",
  namespace: NETWORK,
  aliases: ["address", "addresses"],
  columns: [["Address", "{.address}"], ["Link", "{.linkName}"]],
  message: {
    address: [1, IP_PREFIX],
    linkIndex: [6, WHOLE],
    linkName: [7, TEXT],
    family: [8, word(FAMILIES)],
    scope: [9, word(SCOPES)],
    flags: [10, bits(ADDRESS_FLAGS)],
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
    index: [1, WHOLE],
    type: [2, word(LINK_TYPES)],
    linkIndex: [3, WHOLE],
    flags: [4, bits(LINK_FLAGS)],
    hardwareAddr: [5, HARDWARE_ADDRESS_BYTES],
    broadcastAddr: [6, HARDWARE_ADDRESS_BYTES],
    mtu: [7, WHOLE],
    queueDisc: [8, TEXT],
    masterIndex: [9, WHOLE],
    operationalState: [10, word(OPERATIONAL_STATES)],
    kind: [11, TEXT],
    slaveKind: [12, TEXT],
    busPath: [13, TEXT],
    pciID: [14, TEXT],
    driver: [15, TEXT],
    linkState: [22, FLAG],
    speedMbit: [23, WHOLE],
    port: [24, word(PORTS)],
    duplex: [25, word(DUPLEX_MODES)],
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
  message: { name: [1, TEXT], hardwareAddr: [2, HARDWARE_ADDRESS_BYTES] },
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
    family: [1, word(FAMILIES)],
    dst: [2, IP_PREFIX],
    src: [3, IP],
    gateway: [4, IP],
    outLinkIndex: [5, WHOLE],
    outLinkName: [6, TEXT],
    table: [7, word(TABLES)],
    priority: [8, WHOLE],
    scope: [9, word(SCOPES)],
    type: [10, word(ROUTE_TYPES)],
    flags: [11, bits([])],
    protocol: [12, word(ROUTE_PROTOCOLS)],
    mtu: [13, WHOLE],
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
  message: { dnsServers: [1, list(IP)] },
});

export interface NodeAddress {
  /** With prefix lengths. */
  addresses: readonly string[];
}

export const NODE_ADDRESS: Definition<NodeAddress> = define<NodeAddress>({
  name: "NodeAddresses.net",
  namespace: NETWORK,
  columns: [["Addresses", "{.addresses}"]],
  message: { addresses: [1, list(IP_PREFIX)] },
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
    addressReady: [1, FLAG],
    connectivityReady: [2, FLAG],
    hostnameReady: [3, FLAG],
    etcFilesReady: [4, FLAG],
  },
});
