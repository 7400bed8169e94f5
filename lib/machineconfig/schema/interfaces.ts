/** Network interfaces. */
import { bond } from "./bonds.ts";
import { bridge, bridgePort, networkDeviceSelector, route } from "./links.ts";
import { bool, INT, list, number, object, one, TEXT, text, UINT16, UINT32 } from "./types.ts";
import { deviceWireguardConfig } from "./wireguard.ts";

const apiToken = text({
  doc: "API token of the provider",
  always: true,
  secret: true,
  examples: [{ value: "not-a-real-token" }],
});

const vipEquinixMetalConfig = object(
  "VIPEquinixMetalConfig",
  "Equinix Metal API access for moving the virtual IP",
  { apiToken },
);

const vipHcloudConfig = object(
  "VIPHCloudConfig",
  "Hetzner Cloud API access for moving the virtual IP",
  { apiToken },
);

const deviceVIPConfig = object(
  "DeviceVIPConfig",
  "Virtual IP shared by the control plane machines",
  {
    ip: text({ doc: "Virtual IP address", examples: [{ value: "192.0.2.10" }] }),
    equinixMetal: one(vipEquinixMetalConfig, {
      doc: "Equinix Metal API access",
      examples: [{ value: { apiToken: "not-a-real-token" } }],
    }),
    hcloud: one(vipHcloudConfig, {
      doc: "Hetzner Cloud API access",
      examples: [{ value: { apiToken: "not-a-real-token" } }],
    }),
  },
);

const dhcpOptions = object("DHCPOptions", "DHCP client options", {
  routeMetric: number({
    doc: "Metric of routes received by DHCP: lowest wins; 0 means 1024",
    always: true,
    examples: [{ value: 1024 }],
    ...UINT32,
  }),
  ipv4: bool({
    doc: "Request an IPv4 address",
    default: true,
    examples: [{ value: false }],
  }),
  ipv6: bool({
    doc: "Request an IPv6 address",
    default: false,
    examples: [{ value: true }],
  }),
  duidv6: text({
    doc: "DHCPv6 client identifier (DUID) in hexadecimal",
    since: "v1.1",
    examples: [{ value: "0001000129a1b2c3d4e500005e005301" }],
  }),
});

/** Fields shared by interfaces and VLANs. */
const vip = one(deviceVIPConfig, {
  doc: "Virtual IP shared by the control plane machines",
  controlPlaneOnly: true,
  examples: [{ value: { ip: "192.0.2.10" } }],
});
const addresses = list(TEXT, {
  doc: "Static addresses in CIDR notation; without a prefix length, a single host",
  examples: [{ value: ["192.0.2.11/24", "2001:db8::11/64"] }],
});
const cidr = text({ doc: "Static address", instead: "addresses" });
const dhcp = bool({
  doc: "Configure the interface by DHCP",
  default: false,
  examples: [{ value: true }],
});
const ROUTES = [{ value: [{ network: "0.0.0.0/0", gateway: "192.0.2.1" }] }];

const vlan = object("Vlan", "VLAN on an interface", {
  addresses,
  cidr,
  routes: list(route, {
    doc: "Static routes, in addition to those from DHCP",
    always: true,
    examples: ROUTES,
  }),
  dhcp,
  vlanId: number({
    doc: "VLAN ID",
    always: true,
    examples: [{ value: 100 }],
    ...UINT16,
  }),
  mtu: number({ doc: "MTU in bytes", examples: [{ value: 1500 }], ...UINT32 }),
  vip,
  dhcpOptions: one(dhcpOptions, {
    doc: "DHCP client options; requires `dhcp: true`",
    since: "v1.2",
    examples: [{ value: { routeMetric: 1024 } }],
  }),
});

export const device = object("Device", "Network interface", {
  interface: text({
    doc: "Interface name; mutually exclusive with `deviceSelector`",
    examples: [{ value: "eth0" }],
  }),
  deviceSelector: one(networkDeviceSelector, {
    doc: "Interface selector; mutually exclusive with `interface`",
    since: "v1.1",
    examples: [{ value: { hardwareAddr: "00:00:5e:00:53:*" } }],
  }),
  addresses,
  cidr,
  routes: list(route, {
    doc: "Static routes, in addition to those from DHCP",
    examples: ROUTES,
  }),
  bond: one(bond, {
    doc: "Bond settings, which make the interface a bond",
    examples: [{ value: { interfaces: ["eth0", "eth1"], mode: "802.3ad", lacpRate: "fast" } }],
  }),
  bridge: one(bridge, {
    doc: "Bridge settings, which make the interface a bridge",
    since: "v1.2",
    examples: [{ value: { interfaces: ["eth1", "eth2"], stp: { enabled: true } } }],
  }),
  bridgePort: one(bridgePort, {
    doc: "Bridge that the interface is a port of",
    since: "v1.9",
    examples: [{ value: { master: "br0" } }],
  }),
  vlans: list(vlan, {
    doc: "VLANs on the interface",
    merge: { by: ["vlanId"] },
    examples: [{
      value: [{ addresses: ["192.0.2.11/24"], routes: ROUTES[0]!.value, vlanId: 100 }],
    }],
  }),
  mtu: number({
    doc: "MTU in bytes; takes precedence over the value from DHCP",
    examples: [{ value: 9000 }],
    ...INT,
  }),
  dhcp,
  ignore: bool({
    doc: "Leave the interface unconfigured",
    default: false,
    examples: [{ value: true }],
  }),
  dummy: bool({
    doc: "Dummy (virtual) interface",
    default: false,
    examples: [{ value: true }],
  }),
  dhcpOptions: one(dhcpOptions, {
    doc: "DHCP client options; requires `dhcp: true`",
    examples: [{ value: { routeMetric: 1024, ipv6: true } }],
  }),
  wireguard: one(deviceWireguardConfig, {
    doc: "WireGuard settings, which make the interface a WireGuard tunnel",
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
