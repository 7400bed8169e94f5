/** Network interfaces. */
import { bond } from "./bonds.ts";
import { bridge, networkDeviceSelector, route } from "./links.ts";
import { bool, INT, list, number, object, one, TEXT, text, UINT16, UINT32 } from "./types.ts";
import { deviceWireguardConfig } from "./wireguard.ts";

const apiToken = text({
  doc: "Token for the provider's API",
  always: true,
  secret: true,
  examples: [{ value: "not-a-real-token" }],
});

const vipEquinixMetalConfig = object(
  "VIPEquinixMetalConfig",
  "Moves the shared address through the API of Equinix Metal",
  { apiToken },
);

const vipHcloudConfig = object(
  "VIPHCloudConfig",
  "Moves the shared address through the API of Hetzner Cloud",
  { apiToken },
);

const deviceVIPConfig = object(
  "DeviceVIPConfig",
  "An address that one of the control plane's machines has at a time",
  {
    ip: text({ doc: "The address", examples: [{ value: "192.0.2.10" }] }),
    equinixMetal: one(vipEquinixMetalConfig, {
      doc: "Moves it through the API of Equinix Metal",
      examples: [{ value: { apiToken: "not-a-real-token" } }],
    }),
    hcloud: one(vipHcloudConfig, {
      doc: "Moves it through the API of Hetzner Cloud",
      examples: [{ value: { apiToken: "not-a-real-token" } }],
    }),
  },
);

const dhcpOptions = object("DHCPOptions", "How an interface uses DHCP", {
  routeMetric: number({
    doc: "Rank of the routes from DHCP: the smallest wins; 0 stands for 1024",
    always: true,
    examples: [{ value: 1024 }],
    ...UINT32,
  }),
  ipv4: bool({
    doc: "Whether it asks for an IPv4 address",
    default: true,
    examples: [{ value: false }],
  }),
  ipv6: bool({
    doc: "Whether it asks for an IPv6 address",
    default: false,
    examples: [{ value: true }],
  }),
  duidv6: text({
    doc: "Identifier of the client in DHCPv6, in hexadecimal digits",
    since: "v1.1",
    examples: [{ value: "0001000129a1b2c3d4e500005e005301" }],
  }),
});

/** Fields that interfaces and VLANs share. */
const vip = one(deviceVIPConfig, {
  doc: "An address that one of the control plane's machines has at a time",
  controlPlaneOnly: true,
  examples: [{ value: { ip: "192.0.2.10" } }],
});
const addresses = list(TEXT, {
  doc: "Fixed addresses with the size of their subnet; without it the address alone",
  examples: [{ value: ["192.0.2.11/24", "2001:db8::11/64"] }],
});
const cidr = text({ doc: "A fixed address", instead: "addresses" });
const dhcp = bool({
  doc: "Whether the interface asks for an address by DHCP",
  default: false,
  examples: [{ value: true }],
});
const ROUTES = [{ value: [{ network: "0.0.0.0/0", gateway: "192.0.2.1" }] }];

const vlan = object("Vlan", "A VLAN on top of an interface", {
  addresses,
  cidr,
  routes: list(route, {
    doc: "Routes through the VLAN, beside those from DHCP",
    always: true,
    examples: ROUTES,
  }),
  dhcp,
  vlanId: number({
    doc: "Number of the VLAN",
    always: true,
    examples: [{ value: 100 }],
    ...UINT16,
  }),
  mtu: number({ doc: "Largest packet in bytes", examples: [{ value: 1500 }], ...UINT32 }),
  vip,
  dhcpOptions: one(dhcpOptions, {
    doc: "How the VLAN uses DHCP; `dhcp` has to be true",
    since: "v1.2",
    examples: [{ value: { routeMetric: 1024 } }],
  }),
});

export const device = object("Device", "A network interface", {
  interface: text({
    doc: "Name of the interface; not together with `deviceSelector`",
    examples: [{ value: "eth0" }],
  }),
  deviceSelector: one(networkDeviceSelector, {
    doc: "What the interface is like; not together with `interface`",
    since: "v1.1",
    examples: [{ value: { hardwareAddr: "00:00:5e:00:53:*" } }],
  }),
  addresses,
  cidr,
  routes: list(route, {
    doc: "Routes through the interface, beside those from DHCP",
    examples: ROUTES,
  }),
  bond: one(bond, {
    doc: "Makes the interface a bond of others",
    examples: [{ value: { interfaces: ["eth0", "eth1"], mode: "802.3ad", lacpRate: "fast" } }],
  }),
  bridge: one(bridge, {
    doc: "Makes the interface a bridge between others",
    since: "v1.2",
    examples: [{ value: { interfaces: ["eth1", "eth2"], stp: { enabled: true } } }],
  }),
  vlans: list(vlan, {
    doc: "VLANs on top of the interface",
    merge: { by: ["vlanId"] },
    examples: [{
      value: [{ addresses: ["192.0.2.11/24"], routes: ROUTES[0]!.value, vlanId: 100 }],
    }],
  }),
  mtu: number({
    doc: "Largest packet in bytes; wins over what DHCP says",
    examples: [{ value: 9000 }],
    ...INT,
  }),
  dhcp,
  ignore: bool({
    doc: "Whether the node leaves the interface alone",
    default: false,
    examples: [{ value: true }],
  }),
  dummy: bool({
    doc: "Whether the interface leads nowhere and is only there to have addresses",
    default: false,
    examples: [{ value: true }],
  }),
  dhcpOptions: one(dhcpOptions, {
    doc: "How the interface uses DHCP; `dhcp` has to be true",
    examples: [{ value: { routeMetric: 1024, ipv6: true } }],
  }),
  wireguard: one(deviceWireguardConfig, {
    doc: "Makes the interface an end of a Wireguard tunnel",
    examples: [{
      value: {
        privateKey: "bm90IGEgcmVhbCBwcml2YXRlIGtleSwgcmVhbGx5ISE=",
        listenPort: 51820,
        peers: [{
          publicKey: "bm90IGEgcmVhbCBwdWJsaWMga2V5LCBleGFtcGxlISE=",
          endpoint: "198.51.100.7:51820",
          allowedIPs: ["203.0.113.0/24"],
        }],
      },
    }],
  }),
  vip,
});
