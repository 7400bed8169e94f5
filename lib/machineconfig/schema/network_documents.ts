/** Hostnames, DNS, time, DHCP, virtual IPs and Ethernet settings. */
import { HOST_DNS } from "./shared_fields.ts";
import {
  BOOL,
  bool,
  document,
  type DocumentType,
  list,
  map,
  number,
  object,
  one,
  TEXT,
  text,
  UINT32,
} from "./types.ts";

const link = (doc: string) =>
  text({ doc, required: true, always: true, examples: [{ value: "eth0" }] });

const hostnameConfig = object("HostnameConfig", "Hostname of the machine", {
  auto: text({
    doc:
      "Generated hostname: `stable` derives it from hardware; mutually exclusive with `hostname`",
    values: ["off", "stable"],
    examples: [{ value: "stable" }],
  }),
  hostname: text({
    doc: "Static hostname, optionally with a domain",
    examples: [{ value: "node-1.example.com" }],
  }),
});

const nameserverConfig = object("NameserverConfig", "DNS server", {
  address: text({
    doc: "IP address of the server; required from v1.14 on",
    always: true,
    format: "address",
    examples: [{ value: "192.0.2.53" }],
  }),
  protocol: text({
    doc: "Protocol: plain DNS, DNS over TLS, or DNS over HTTPS",
    since: "v1.14",
    default: "Do53",
    values: ["Do53", "DoT", "DoH"],
    zero: "Do53",
    examples: [{ value: "DoT" }],
  }),
  tlsServerName: text({
    doc: "Name in the server's certificate; required for DoT and DoH",
    since: "v1.14",
    examples: [{ value: "dns.example.com" }],
  }),
});

const searchDomainsConfig = object("SearchDomainsConfig", "DNS search domains", {
  domains: list(TEXT, {
    doc: "Search domains, overriding those from DHCP",
    examples: [{ value: ["example.com"] }],
  }),
  disableDefault: bool({
    doc: "Omit the hostname's domain from the search list",
    default: false,
    examples: [{ value: true }],
  }),
}, { inline: true });

const hostDns = object("ResolverHostDNSConfig", "DNS cache of the machine", {
  ...HOST_DNS,
}, { inline: true });

const resolverConfig = object("ResolverConfig", "DNS resolution", {
  nameservers: list(nameserverConfig, {
    doc: "DNS servers, overriding those from DHCP",
    examples: [{ value: [{ address: "192.0.2.53" }, { address: "2001:db8::53" }] }],
  }),
  searchDomains: one(searchDomainsConfig, {
    doc: "Search domains",
    examples: [{ value: { domains: ["example.com"] } }],
  }),
  hostDNS: one(hostDns, {
    doc: "DNS cache of the machine",
    since: "v1.14",
    examples: [{ value: { enabled: true, forwardKubeDNSToHost: true } }],
  }),
});

const staticHostConfig = object("StaticHostConfig", "Entry of /etc/hosts", {
  name: text({
    doc: "IP address",
    required: true,
    always: true,
    examples: [{ value: "192.0.2.40" }],
  }),
  hostnames: list(TEXT, {
    doc: "Host names of the address",
    required: true,
    always: true,
    examples: [{ value: ["storage", "storage.example.com"] }],
  }),
});

const ntpConfig = object("NTPConfig", "Network time protocol (NTP)", {
  servers: list(TEXT, {
    doc: "NTP servers",
    examples: [{ value: ["ntp.example.com"] }],
  }),
  useNTS: bool({
    doc: "Authenticate the servers by network time security (NTS); requires host names",
    since: "v1.14",
    default: false,
    examples: [{ value: true }],
  }),
});

const ptpConfig = object("PTPConfig", "Precision time protocol (PTP)", {
  devices: list(TEXT, {
    doc: "PTP device paths",
    examples: [{ value: ["/dev/ptp0"] }],
  }),
});

const timeSyncConfig = object("TimeSyncConfig", "Time synchronization of the machine", {
  enabled: bool({ doc: "Synchronize time", default: true, examples: [{ value: false }] }),
  bootTimeout: text({
    doc: "Maximum wait for time synchronization at boot; unlimited by default",
    format: "duration",
    examples: [{ value: "2m0s" }],
  }),
  ntp: one(ntpConfig, {
    doc: "NTP; mutually exclusive with `ptp`",
    examples: [{ value: { servers: ["ntp.example.com"] } }],
  }),
  ptp: one(ptpConfig, {
    doc: "PTP; mutually exclusive with `ntp`",
    examples: [{ value: { devices: ["/dev/ptp0"] } }],
  }),
});

const clientIdentifier = text({
  doc: "Client identifier: none, the MAC address, or the DUID in `duidRaw`",
  default: "mac",
  values: ["none", "mac", "duid"],
  examples: [{ value: "duid" }],
});
const duidRaw = text({
  doc: "DUID in hexadecimal; only with `clientIdentifier: duid`",
  format: "hardwareAddress",
  examples: [{ value: "00:01:00:01:29:a1:b2:c3:d4:e5:00:00:5e:00:53:01" }],
});
const dhcpFields = {
  name: link("Name of the link"),
  routeMetric: number({
    doc: "Metric of routes received by DHCP: lowest wins",
    default: 1024,
    examples: [{ value: 1024 }],
    ...UINT32,
  }),
  ignoreHostname: bool({
    doc: "Ignore the hostname received by DHCP",
    default: false,
    examples: [{ value: true }],
  }),
};

const dhcp4Config = object("DHCPv4Config", "DHCPv4 client of a link", {
  ...dhcpFields,
  ignoreRoutes: bool({
    doc: "Ignore the routes received by DHCP",
    since: "v1.14",
    default: false,
    examples: [{ value: true }],
  }),
  clientIdentifier,
  duidRaw,
});

const dhcp6Config = object("DHCPv6Config", "DHCPv6 client of a link", {
  ...dhcpFields,
  clientIdentifier,
  duidRaw,
});

const address = text({
  doc: "Virtual IP address",
  required: true,
  always: true,
  examples: [{ value: "192.0.2.10" }],
});

const layer2VipConfig = object("Layer2VIPConfig", "Virtual IP announced by ARP or NDP", {
  name: address,
  link: link("Name of the link to announce it on"),
});

const hcloudVipConfig = object("HCloudVIPConfig", "Virtual IP of the Hetzner Cloud", {
  name: address,
  link: link("Name of the link to assign it to"),
  apiToken: text({
    doc: "API token of the provider",
    required: true,
    always: true,
    secret: true,
    examples: [{ value: "not-a-real-token" }],
  }),
});

const linkSelector = object("LinkSelector", "Selector of links", {
  match: text({
    doc: "CEL expression over `link`, true for matching links",
    required: true,
    format: "expression",
    examples: [{ value: 'mac(link.permanent_addr) == "00:00:5e:00:53:01"' }],
  }),
}, { inline: true });

const linkAliasConfig = object("LinkAliasConfig", "Additional name of a link", {
  name: text({
    doc: "Alias; from v1.13 on `%d` at its end numbers several links",
    required: true,
    always: true,
    examples: [{ value: "uplink" }],
  }),
  selector: one(linkSelector, {
    doc: "Selector of the link",
    required: true,
    examples: [{ value: { match: 'link.driver == "virtio_net"' } }],
  }),
});

const ring = (doc: string, value: number) =>
  number({ doc, examples: [{ value }], ...UINT32, optional: true });

const ethernetRings = object("EthernetRingsConfig", "Ring sizes of a network device", {
  rx: ring("Entries of the receive ring", 4096),
  tx: ring("Entries of the transmit ring", 4096),
  "rx-mini": ring("Entries of the ring of small frames", 256),
  "rx-jumbo": ring("Entries of the ring of jumbo frames", 1024),
  "rx-buf-len": ring("Size of a receive buffer in bytes", 2048),
  "cqe-size": ring("Size of a completion queue entry in bytes", 64),
  "tx-push": bool({ doc: "Push of transmit descriptors", examples: [{ value: true }] }),
  "rx-push": bool({ doc: "Push of receive descriptors", examples: [{ value: true }] }),
  "tx-push-buf-len": ring("Size of the transmit push buffer in bytes", 256),
  "tcp-data-split": bool({ doc: "Separate buffers for TCP data", examples: [{ value: true }] }),
});

const ethernetChannels = object("EthernetChannelsConfig", "Channels of a network device", {
  rx: ring("Receive channels", 4),
  tx: ring("Transmit channels", 4),
  other: ring("Other channels, such as for link events", 1),
  combined: ring("Combined channels", 8),
});

const ethernetConfig = object("EthernetConfig", "Driver settings of a network device (ethtool)", {
  name: link("Name of the link"),
  features: map(BOOL, {
    doc: "Offload features by their ethtool name",
    examples: [{ value: { "tx-tcp-segmentation": false } }],
  }),
  rings: one(ethernetRings, { doc: "Ring sizes", examples: [{ value: { rx: 4096, tx: 4096 } }] }),
  channels: one(ethernetChannels, { doc: "Channels", examples: [{ value: { combined: 8 } }] }),
  wakeOnLan: list({
    kind: "text",
    values: ["phy", "unicast", "multicast", "broadcast", "magic", "magicsecure", "filter"],
  }, {
    doc: "Wake-on-LAN modes; an empty list disables it",
    since: "v1.12",
    examples: [{ value: ["magic"] }],
  }),
});

export const NETWORK_DOCUMENTS: readonly DocumentType[] = [
  document(hostnameConfig, { since: "v1.12" }, { hostname: "node-1.example.com" }),
  document(resolverConfig, { since: "v1.12" }, {
    nameservers: [{ address: "192.0.2.53" }],
    searchDomains: { domains: ["example.com"] },
  }),
  document(staticHostConfig, { since: "v1.12", named: true }, {
    name: "192.0.2.40",
    hostnames: ["storage"],
  }),
  document(timeSyncConfig, { since: "v1.12" }, { ntp: { servers: ["ntp.example.com"] } }),
  document(dhcp4Config, { since: "v1.12", named: true }, { name: "eth0", routeMetric: 1024 }),
  document(dhcp6Config, { since: "v1.12", named: true }, { name: "eth0" }),
  document(layer2VipConfig, { since: "v1.12", named: true }, { name: "192.0.2.10", link: "eth0" }),
  document(hcloudVipConfig, { since: "v1.12", named: true }, {
    name: "192.0.2.10",
    link: "eth0",
    apiToken: "not-a-real-token",
  }),
  document(linkAliasConfig, { since: "v1.12", named: true }, {
    name: "uplink",
    selector: { match: 'link.driver == "virtio_net"' },
  }),
  document(ethernetConfig, { since: "v1.10", named: true }, {
    name: "eth0",
    features: { "tx-tcp-segmentation": false },
    rings: { rx: 4096, tx: 4096 },
  }),
];
