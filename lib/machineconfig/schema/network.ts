/** The network of a machine as a whole. */
import { device } from "./interfaces.ts";
import { bool, list, number, object, one, TEXT, text, UINT32 } from "./types.ts";

const extraHost = object("ExtraHost", "A line of /etc/hosts", {
  ip: text({ doc: "Address", always: true, examples: [{ value: "192.0.2.40" }] }),
  aliases: list(TEXT, {
    doc: "Names of the address",
    always: true,
    examples: [{ value: ["storage", "storage.example.com"] }],
  }),
});

const meshFilters = object("KubeSpanFilters", "What the mesh tells other nodes", {
  endpoints: list(TEXT, {
    doc: "Subnets whose addresses are offered to other nodes; one after `!` excludes its addresses",
    examples: [{ value: ["0.0.0.0/0", "!198.51.100.0/24", "::/0"] }],
  }),
});

const networkKubeSpan = object(
  "NetworkKubeSpan",
  "An encrypted mesh between all nodes of the cluster, wherever they are",
  {
    enabled: bool({
      doc: "Whether the node is part of the mesh; discovery has to be on as well",
      default: false,
      examples: [{ value: true }],
    }),
    advertiseKubernetesNetworks: bool({
      doc: "Whether traffic between pods goes straight through the mesh and not through the CNI",
      default: false,
      since: "v1.2",
      examples: [{ value: true }],
    }),
    allowDownPeerBypass: bool({
      doc: "Whether traffic goes unencrypted to a node that the mesh does not reach",
      default: false,
      examples: [{ value: true }],
    }),
    harvestExtraEndpoints: bool({
      doc: "Whether nodes tell each other the addresses they see; too much for more than 50 nodes",
      default: false,
      since: "v1.6",
      examples: [{ value: true }],
    }),
    mtu: number({
      doc: "Largest packet in bytes, 1280 at least",
      default: 1420,
      since: "v1.3",
      examples: [{ value: 1420 }],
      ...UINT32,
      optional: true,
    }),
    filters: one(meshFilters, {
      doc: "Which addresses of the node other nodes get to know",
      since: "v1.3",
      examples: [{ value: { endpoints: ["0.0.0.0/0", "!198.51.100.0/24", "::/0"] } }],
    }),
  },
);

export const networkConfig = object("NetworkConfig", "The network of the machine", {
  hostname: text({
    doc: "Name of the machine; without it from DHCP or the platform, else made up",
    examples: [{ value: "node-1" }],
  }),
  interfaces: list(device, {
    doc: "Network interfaces; those that are not listed use DHCP",
    merge: { by: ["interface", "deviceSelector"] },
    examples: [
      {
        title: "An interface with a fixed address",
        value: [{
          interface: "eth0",
          addresses: ["192.0.2.11/24"],
          routes: [{ network: "0.0.0.0/0", gateway: "192.0.2.1" }],
        }],
      },
      {
        title: "The interface of a certain driver, whatever its name",
        value: [{ deviceSelector: { driver: "virtio_net" }, dhcp: true }],
      },
    ],
  }),
  nameservers: list(TEXT, {
    doc: "Addresses of DNS servers, in place of those from DHCP",
    default: ["1.1.1.1", "8.8.8.8"],
    examples: [{ value: ["192.0.2.53", "198.51.100.53"] }],
  }),
  extraHostEntries: list(extraHost, {
    doc: "Further lines of /etc/hosts",
    examples: [{ value: [{ ip: "192.0.2.40", aliases: ["storage", "storage.example.com"] }] }],
  }),
  kubespan: one(networkKubeSpan, {
    doc: "An encrypted mesh between all nodes of the cluster",
    examples: [{ value: { enabled: true } }],
  }),
  disableSearchDomain: bool({
    doc: "Whether the domain of the machine's name is left out of the search list for names",
    default: false,
    since: "v1.1",
    examples: [{ value: true }],
  }),
});
