/** Links: physical, dummy, bridge, VLAN, WireGuard, VRF and veth. */
import { hardwareAddr, linkFields } from "./link_parts.ts";
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
  UINT16,
} from "./types.ts";

const name = (doc: string, value: string) =>
  text({ doc, required: true, always: true, examples: [{ value }] });

const linkConfig = object("LinkConfig", "Settings of a physical link", {
  name: name("Name of the link, or an alias from LinkAliasConfig", "eth0"),
  ...linkFields,
});

const dummyLinkConfig = object("DummyLinkConfig", "Dummy link", {
  name: name("Name of the link to create", "dummy0"),
  hardwareAddr,
  ...linkFields,
});

const stp = object("BridgeSTPConfig", "Spanning tree protocol (STP) of a bridge link", {
  enabled: bool({ doc: "Use STP to prevent loops", default: false, examples: [{ value: true }] }),
}, { inline: true });

const bridgeVlan = object("BridgeVLANConfig", "VLAN settings of a bridge link", {
  filtering: bool({ doc: "VLAN-aware filtering", default: false, examples: [{ value: true }] }),
}, { inline: true });

const bridgeConfig = object("BridgeConfig", "Bridge link", {
  name: name("Name of the bridge to create", "br0"),
  hardwareAddr,
  links: list(TEXT, { doc: "Names of the bridged links", examples: [{ value: ["eth1", "eth2"] }] }),
  stp: one(stp, { doc: "Spanning tree protocol (STP)", examples: [{ value: { enabled: true } }] }),
  vlan: one(bridgeVlan, { doc: "VLAN settings", examples: [{ value: { filtering: true } }] }),
  ...linkFields,
});

const vlanConfig = object("VLANConfig", "VLAN link", {
  name: name("Name of the link to create", "eth0.100"),
  vlanID: number({
    doc: "VLAN ID, 1 to 4094",
    required: true,
    examples: [{ value: 100 }],
    ...UINT16,
  }),
  vlanMode: text({
    doc: "VLAN protocol",
    default: "802.1q",
    values: ["802.1q", "802.1ad"],
    examples: [{ value: "802.1q" }],
  }),
  parent: text({ doc: "Name of the parent link", required: true, examples: [{ value: "eth0" }] }),
  ...linkFields,
});

const PUBLIC_KEY = "bm90IGEgcmVhbCBwdWJsaWMga2V5LCBleGFtcGxlISE=";
const PRIVATE_KEY = "bm90IGEgcmVhbCBwcml2YXRlIGtleSwgcmVhbGx5ISE=";
const PEER = {
  publicKey: PUBLIC_KEY,
  endpoint: "198.51.100.7:51820",
  allowedIPs: ["203.0.113.0/24"],
};

const wireguardPeer = object("WireguardPeer", "Peer of a WireGuard link", {
  publicKey: text({
    doc: "Public key of the peer: 32 bytes in base64",
    required: true,
    examples: [{ value: PUBLIC_KEY }],
  }),
  presharedKey: text({
    doc: "Pre-shared key: 32 bytes in base64",
    secret: true,
    examples: [{ value: PRIVATE_KEY }],
  }),
  endpoint: text({
    doc: "Address and port of the peer; without it, the peer must connect first",
    format: "addressPort",
    examples: [{ value: "198.51.100.7:51820" }],
  }),
  persistentKeepaliveInterval: text({
    doc: "Interval of keepalive packets, for NAT and firewall traversal",
    format: "duration",
    examples: [{ value: "25s" }],
  }),
  allowedIPs: list(formatted("subnet"), {
    doc: "Subnets reachable through the peer",
    examples: [{ value: ["203.0.113.0/24"] }],
  }),
});

const wireguardConfig = object("WireguardConfig", "WireGuard link", {
  name: name("Name of the link to create", "wg0"),
  privateKey: text({
    doc: "Private key: 32 bytes in base64",
    required: true,
    secret: true,
    examples: [{ value: PRIVATE_KEY }],
  }),
  listenPort: number({
    doc: "UDP listen port; 0 selects any",
    examples: [{ value: 51820 }],
    ...INT,
  }),
  firewallMark: number({
    doc: "Firewall mark of the tunnel's packets",
    examples: [{ value: 100 }],
    ...INT,
  }),
  peers: list(wireguardPeer, { doc: "Peers", examples: [{ value: [PEER] }] }),
  ...linkFields,
});

const vrfConfig = object("VRFConfig", "Virtual routing and forwarding (VRF) link", {
  name: name("Name of the link to create", "vrf-blue"),
  hardwareAddr,
  links: list(TEXT, { doc: "Names of the enslaved links", examples: [{ value: ["eth1"] }] }),
  table: text({
    doc: "Routing table of the VRF",
    required: true,
    always: true,
    format: "routingTable",
    zero: "unspec",
    examples: [{ value: "100" }],
  }),
  ...linkFields,
});

const vethPeerConfig = object("VethPeerConfig", "Other end of a veth pair", {
  name: name("Name of the other link", "veth1"),
  ...linkFields,
}, { inline: true });

const vethConfig = object("VethConfig", "Pair of connected virtual links", {
  name: name("Name of the link to create", "veth0"),
  peer: one(vethPeerConfig, {
    doc: "Other end of the pair",
    required: true,
    always: true,
    examples: [{ value: { name: "veth1" } }],
  }),
  ...linkFields,
});

const ADDRESSES = [{ address: "192.0.2.11/24" }];

export const LINK_DOCUMENTS: readonly DocumentType[] = [
  document(linkConfig, { since: "v1.12", named: true }, {
    name: "eth0",
    addresses: ADDRESSES,
    routes: [{ gateway: "192.0.2.1" }],
  }),
  document(dummyLinkConfig, { since: "v1.12", named: true }, {
    name: "dummy0",
    addresses: ADDRESSES,
  }),
  document(bridgeConfig, { since: "v1.12", named: true }, {
    name: "br0",
    links: ["eth1", "eth2"],
    stp: { enabled: true },
  }),
  document(vlanConfig, { since: "v1.12", named: true }, {
    name: "eth0.100",
    vlanID: 100,
    parent: "eth0",
    addresses: ADDRESSES,
  }),
  document(wireguardConfig, { since: "v1.12", named: true }, {
    name: "wg0",
    privateKey: PRIVATE_KEY,
    listenPort: 51820,
    peers: [PEER],
    addresses: ADDRESSES,
  }),
  document(vrfConfig, { since: "v1.13", named: true }, {
    name: "vrf-blue",
    links: ["eth1"],
    table: "100",
  }),
  document(vethConfig, { since: "v1.14", named: true }, {
    name: "veth0",
    peer: { name: "veth1" },
  }),
];
