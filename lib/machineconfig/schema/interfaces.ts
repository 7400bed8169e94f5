/** Network interfaces. */
import { bond, bridge, networkDeviceSelector, route } from "./links.ts";
import { bool, INT, list, number, object, one, TEXT, text, UINT16, UINT32 } from "./types.ts";

export const vipEquinixMetalConfig = object("VIPEquinixMetalConfig", "", {
  apiToken: text({ doc: "", always: true, secret: true }),
});

export const vipHcloudConfig = object("VIPHCloudConfig", "", {
  apiToken: text({ doc: "", always: true, secret: true }),
});

export const deviceVIPConfig = object("DeviceVIPConfig", "", {
  ip: text({ doc: "" }),
  equinixMetal: one(vipEquinixMetalConfig, { doc: "" }),
  hcloud: one(vipHcloudConfig, { doc: "" }),
});

export const dhcpOptions = object("DHCPOptions", "", {
  routeMetric: number({ doc: "", always: true, ...UINT32 }),
  ipv4: bool({ doc: "" }),
  ipv6: bool({ doc: "" }),
  duidv6: text({ doc: "", since: "v1.1" }),
});

export const vlan = object("Vlan", "", {
  addresses: list(TEXT, { doc: "" }),
  cidr: text({ doc: "" }),
  routes: list(route, { doc: "", always: true }),
  dhcp: bool({ doc: "" }),
  vlanId: number({ doc: "", always: true, ...UINT16 }),
  mtu: number({ doc: "", ...UINT32 }),
  vip: one(deviceVIPConfig, { doc: "" }),
  dhcpOptions: one(dhcpOptions, { doc: "", since: "v1.2" }),
});

export const deviceWireguardPeer = object("DeviceWireguardPeer", "", {
  publicKey: text({ doc: "" }),
  endpoint: text({ doc: "" }),
  persistentKeepaliveInterval: text({ doc: "", format: "duration" }),
  allowedIPs: list(TEXT, { doc: "" }),
});

export const deviceWireguardConfig = object("DeviceWireguardConfig", "", {
  privateKey: text({ doc: "", secret: true }),
  listenPort: number({ doc: "", ...INT }),
  firewallMark: number({ doc: "", ...INT }),
  peers: list(deviceWireguardPeer, { doc: "" }),
});

export const device = object("Device", "", {
  interface: text({ doc: "" }),
  deviceSelector: one(networkDeviceSelector, { doc: "", since: "v1.1" }),
  addresses: list(TEXT, { doc: "" }),
  cidr: text({ doc: "" }),
  routes: list(route, { doc: "" }),
  bond: one(bond, { doc: "" }),
  bridge: one(bridge, { doc: "", since: "v1.2" }),
  vlans: list(vlan, { doc: "", merge: { by: ["vlanId"] } }),
  mtu: number({ doc: "", ...INT }),
  dhcp: bool({ doc: "" }),
  ignore: bool({ doc: "" }),
  dummy: bool({ doc: "" }),
  dhcpOptions: one(dhcpOptions, { doc: "" }),
  wireguard: one(deviceWireguardConfig, { doc: "" }),
  vip: one(deviceVIPConfig, { doc: "" }),
});
