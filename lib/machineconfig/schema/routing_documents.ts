/** Routing, KubeSpan, BGP and connectivity probes. */
import {
  bool,
  document,
  type DocumentType,
  formatted,
  INT,
  list,
  number,
  object,
  one,
  TEXT,
  text,
  UINT32,
  UINT8,
} from "./types.ts";

const blackholeRouteConfig = object(
  "BlackholeRouteConfig",
  "Route that drops packets to a subnet",
  {
    name: text({
      doc: "Destination subnet",
      required: true,
      always: true,
      examples: [{ value: "198.51.100.0/24" }],
    }),
    metric: number({
      doc: "Route metric: lowest wins",
      default: 1024,
      examples: [{ value: 100 }],
      ...UINT32,
    }),
  },
);

const subnet = (doc: string) =>
  text({ doc, format: "subnet", examples: [{ value: "192.0.2.0/24" }] });
const mark = (doc: string) => number({ doc, examples: [{ value: 256 }], ...UINT32 });
const interfaceName = (doc: string) => text({ doc, examples: [{ value: "eth0" }] });

const routingRuleConfig = object("RoutingRuleConfig", "Routing policy rule", {
  name: text({
    doc: "Priority of the rule, 1 to 32765: lowest is matched first",
    required: true,
    always: true,
    examples: [{ value: "1000" }],
  }),
  src: subnet("Source subnet"),
  dst: subnet("Destination subnet"),
  table: text({
    doc: "Routing table to look up",
    always: true,
    format: "routingTable",
    zero: "unspec",
    examples: [{ value: "100" }],
  }),
  action: text({
    doc: "Action; `unicast` looks up the table",
    default: "unicast",
    values: ["unspec", "unicast", "blackhole", "unreachable", "prohibit"],
    zero: "unspec",
    examples: [{ value: "blackhole" }],
  }),
  iifName: interfaceName("Incoming interface"),
  oifName: interfaceName("Outgoing interface"),
  fwMark: mark("Firewall mark"),
  fwMask: mark("Mask of the firewall mark; requires `fwMark`"),
});

const meshFilters = object("KubeSpanFiltersConfig", "KubeSpan filters", {
  endpoints: list(TEXT, {
    doc: "Subnets of announced addresses; prefix with `!` to exclude",
    examples: [{ value: ["0.0.0.0/0", "!198.51.100.0/24", "::/0"] }],
  }),
  excludeAdvertisedNetworks: list(formatted("subnet"), {
    doc: "Subnets that are not routed through the mesh",
    examples: [{ value: ["198.51.100.0/24"] }],
  }),
});

const meshConfig = object(
  "KubeSpanConfig",
  "KubeSpan: encrypted WireGuard mesh between all cluster nodes",
  {
    enabled: bool({
      doc: "Join the KubeSpan mesh; requires cluster discovery",
      default: false,
      examples: [{ value: true }],
    }),
    advertiseKubernetesNetworks: bool({
      doc: "Route pod traffic directly through the mesh instead of the CNI plugin",
      default: false,
      examples: [{ value: true }],
    }),
    allowDownPeerBypass: bool({
      doc: "Send traffic unencrypted to peers that are unreachable over the mesh",
      default: false,
      examples: [{ value: true }],
    }),
    harvestExtraEndpoints: bool({
      doc: "Exchange peer addresses observed by other nodes; not recommended above 50 nodes",
      default: false,
      examples: [{ value: true }],
    }),
    mtu: number({
      doc: "MTU of the mesh in bytes, at least 1280",
      default: 1420,
      examples: [{ value: 1420 }],
      ...UINT32,
      optional: true,
    }),
    filters: one(meshFilters, {
      doc: "Filters of announced addresses and subnets",
      examples: [{ value: { endpoints: ["0.0.0.0/0", "::/0"] } }],
    }),
  },
);

const duration = (doc: string, value: string) =>
  text({ doc, format: "duration", examples: [{ value }] });
const probeName = text({
  doc: "Probe name",
  required: true,
  always: true,
  examples: [{ value: "gateway" }],
});
const probeFields = {
  interval: duration("Interval between probes; defaults to 1 s", "5s"),
  failureThreshold: number({
    doc: "Number of failed probes after which the target is unreachable",
    examples: [{ value: 3 }],
    ...INT,
  }),
};

const tcpProbeConfig = object("TCPProbeConfig", "Connectivity probe by a TCP connection", {
  name: probeName,
  ...probeFields,
  endpoint: text({
    doc: "Host and port to connect to",
    required: true,
    always: true,
    format: "hostPort",
    examples: [{ value: "192.0.2.1:443" }],
  }),
  timeout: duration("Timeout of a connection; defaults to 10 s", "10s"),
});

const httpProbeConfig = object("HTTPProbeConfig", "Connectivity probe by an HTTP request", {
  name: probeName,
  ...probeFields,
  url: text({
    doc: "URL to request: http or https",
    required: true,
    always: true,
    optional: true,
    format: "url",
    examples: [{ value: "https://example.com/healthz" }],
  }),
  timeout: duration("Timeout of a request; defaults to 10 s", "10s"),
});

const bfdConfig = object("BGPBFDConfig", "Bidirectional forwarding detection (BFD)", {
  transmitInterval: duration("Minimum interval between sent packets", "300ms"),
  receiveInterval: duration("Minimum interval between received packets", "300ms"),
  detectMultiplier: number({
    doc: "Number of missed packets after which the neighbor is down",
    examples: [{ value: 3 }],
    ...UINT8,
  }),
});

const asn = (doc: string) => number({ doc, examples: [{ value: 64512 }], ...UINT32 });
const peerAddress = (doc: string, value: string) =>
  text({ doc, format: "address", examples: [{ value }] });

const neighborConfig = object("BGPNeighborConfig", "BGP neighbor", {
  address: peerAddress("Address of the neighbor; mutually exclusive with `link`", "192.0.2.1"),
  link: interfaceName("Link of an unnumbered session; mutually exclusive with `address`"),
  peerASN: asn("AS number of the neighbor; 0 accepts any other than the own"),
  localASN: asn("AS number towards this neighbor; defaults to the instance's"),
  passive: bool({
    doc: "Wait for the neighbor to connect",
    default: false,
    absentIsFalse: true,
    examples: [{ value: true }],
  }),
  holdTime: duration("Hold time", "1m30s"),
  bfd: one(bfdConfig, {
    doc: "BFD; an empty object enables it; not in a VRF",
    examples: [{ value: { detectMultiplier: 3 } }],
  }),
});

const importRoute = object("BGPImportRoute", "Routes imported from another BGP instance", {
  bgpInstance: text({
    doc: "Name of the other instance",
    required: true,
    always: true,
    examples: [{ value: "storage" }],
  }),
  prefixes: list(formatted("subnet"), {
    doc: "Subnets that contain the routes to import",
    required: true,
    always: true,
    examples: [{ value: ["198.51.100.0/24"] }],
  }),
});

const bgpInstanceConfig = object("BGPInstanceConfig", "BGP routing instance", {
  name: text({
    doc: "Name of the instance",
    required: true,
    always: true,
    examples: [{ value: "fabric" }],
  }),
  vrf: text({
    doc: "VRF of the instance; defaults to the main routing table",
    examples: [{ value: "vrf-blue" }],
  }),
  localASN: { ...asn("Own AS number"), required: true, always: true },
  routerID: peerAddress("Router ID; defaults to the first advertised address", "192.0.2.11"),
  routeSource: peerAddress("Preferred source address of installed routes", "192.0.2.11"),
  advertise: list(TEXT, {
    doc: "Links whose subnets are advertised",
    merge: "replace",
    examples: [{ value: ["dummy0"] }],
  }),
  multipath: bool({
    doc: "Use several equal paths (ECMP)",
    default: false,
    examples: [{ value: true }],
  }),
  maxPaths: number({
    doc: "Maximum number of equal paths",
    examples: [{ value: 4 }],
    ...UINT8,
  }),
  installRoutes: bool({
    doc: "Install learned routes in the kernel",
    default: true,
    examples: [{ value: false }],
  }),
  importRoutes: list(importRoute, {
    doc: "Routes imported from other instances",
    merge: "replace",
    examples: [{ value: [{ bgpInstance: "storage", prefixes: ["198.51.100.0/24"] }] }],
  }),
  neighbors: list(neighborConfig, {
    doc: "Neighbors",
    merge: "replace",
    examples: [{ value: [{ address: "192.0.2.1", peerASN: 64513 }] }],
  }),
});

export const ROUTING_DOCUMENTS: readonly DocumentType[] = [
  document(blackholeRouteConfig, { since: "v1.13", named: true }, { name: "198.51.100.0/24" }),
  document(routingRuleConfig, { since: "v1.13", named: true }, {
    name: "1000",
    src: "192.0.2.0/24",
    table: "100",
  }),
  document(meshConfig, { since: "v1.13" }, { enabled: true }),
  document(tcpProbeConfig, { since: "v1.13", named: true }, {
    name: "gateway",
    endpoint: "192.0.2.1:443",
  }),
  document(httpProbeConfig, { since: "v1.14", named: true }, {
    name: "gateway",
    url: "https://example.com/healthz",
  }),
  document(bgpInstanceConfig, { since: "v1.14", named: true }, {
    name: "fabric",
    localASN: 64512,
    advertise: ["dummy0"],
    neighbors: [{ address: "192.0.2.1", peerASN: 64513 }],
  }),
];
