/** Machine-wide network settings. */
import { device } from "./interfaces.ts";
import { bool, list, number, object, one, TEXT, text, UINT32 } from "./types.ts";

const extraHost = object("ExtraHost", "Entry of /etc/hosts", {
  ip: text({ doc: "IP address", always: true, examples: [{ value: "192.0.2.40" }] }),
  aliases: list(TEXT, {
    doc: "Host names of the address",
    always: true,
    examples: [{ value: ["storage", "storage.example.com"] }],
  }),
});

const meshFilters = object("KubeSpanFilters", "KubeSpan endpoint filters", {
  endpoints: list(TEXT, {
    doc: "Subnets of announced addresses; prefix with `!` to exclude",
    examples: [{ value: ["0.0.0.0/0", "!198.51.100.0/24", "::/0"] }],
  }),
  excludeAdvertisedNetworks: list(TEXT, {
    doc: "Subnets that are not routed through the mesh",
    since: "v1.12",
    examples: [{ value: ["198.51.100.0/24"] }],
  }),
});

const networkKubeSpan = object(
  "NetworkKubeSpan",
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
      since: "v1.2",
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
      since: "v1.6",
      examples: [{ value: true }],
    }),
    mtu: number({
      doc: "MTU of the mesh in bytes, at least 1280",
      default: 1420,
      since: "v1.3",
      examples: [{ value: 1420 }],
      ...UINT32,
      optional: true,
    }),
    filters: one(meshFilters, {
      doc: "Filters of announced addresses",
      since: "v1.3",
      examples: [{ value: { endpoints: ["0.0.0.0/0", "!198.51.100.0/24", "::/0"] } }],
    }),
  },
);

export const networkConfig = object("NetworkConfig", "Network settings of the machine", {
  hostname: text({
    replacedBy: { kind: "HostnameConfig", since: "v1.12" },
    doc: "Hostname; defaults to the name from DHCP or the platform, else a generated one",
    examples: [{ value: "node-1" }],
  }),
  interfaces: list(device, {
    replacedBy: { kind: "LinkConfig", since: "v1.12" },
    doc: "Network interfaces; unlisted ones use DHCP",
    merge: { by: ["interface", "deviceSelector"] },
    examples: [
      {
        title: "Interface with a static address",
        value: [{
          interface: "eth0",
          addresses: ["192.0.2.11/24"],
          routes: [{ network: "0.0.0.0/0", gateway: "192.0.2.1" }],
        }],
      },
      {
        title: "Interface selected by driver",
        value: [{ deviceSelector: { driver: "virtio_net" }, dhcp: true }],
      },
    ],
  }),
  nameservers: list(TEXT, {
    replacedBy: { kind: "ResolverConfig", since: "v1.12" },
    doc: "DNS servers, overriding those from DHCP",
    default: ["1.1.1.1", "8.8.8.8"],
    examples: [{ value: ["192.0.2.53", "198.51.100.53"] }],
  }),
  searchDomains: list(TEXT, {
    replacedBy: { kind: "ResolverConfig", since: "v1.12" },
    doc: "DNS search domains, overriding those from DHCP",
    since: "v1.9",
    examples: [{ value: ["example.com", "example.org"] }],
  }),
  extraHostEntries: list(extraHost, {
    replacedBy: { kind: "StaticHostConfig", since: "v1.12" },
    doc: "Additional /etc/hosts entries",
    examples: [{ value: [{ ip: "192.0.2.40", aliases: ["storage", "storage.example.com"] }] }],
  }),
  kubespan: one(networkKubeSpan, {
    replacedBy: { kind: "KubeSpanConfig", since: "v1.13" },
    doc: "KubeSpan mesh between all cluster nodes",
    examples: [{ value: { enabled: true } }],
  }),
  disableSearchDomain: bool({
    replacedBy: { kind: "ResolverConfig", since: "v1.12" },
    doc: "Omit the hostname's domain from the DNS search list",
    default: false,
    since: "v1.1",
    examples: [{ value: true }],
  }),
});
