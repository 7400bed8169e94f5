/** Cases of network interfaces. */
import { bond, type Case, invalid, nic, nics, valid, worker } from "./case.ts";

const NIC = "machine.network.interfaces[0]";
const KEY = `"${btoa("k".repeat(32))}"`;

const wireguard = (fields: string) => nic(`{interface: wg0, wireguard: {${fields}}}`);
const peer = (fields: string) =>
  wireguard(`privateKey: ${KEY}, peers: [{publicKey: ${KEY}, ${fields}}]`);

export const NETWORK_CASES: readonly Case[] = [
  valid(
    "an interface",
    nic("{interface: eth0, addresses: [192.0.2.1/24, 2001:db8::1], dhcp: true}"),
  ),
  invalid("no name", NIC, nic("{dhcp: true}")),
  invalid(
    "name and selector",
    `${NIC}.deviceSelector`,
    nic("{interface: a, deviceSelector: {driver: b}}"),
  ),
  invalid("an empty selector", `${NIC}.deviceSelector`, nic("{deviceSelector: {}}")),
  invalid(
    "a selector with empty fields",
    `${NIC}.deviceSelector`,
    nic('{deviceSelector: {driver: ""}}'),
  ),
  valid("a selector", nic("{deviceSelector: {physical: false}}")),
  valid("an ignored interface with errors", nic("{ignore: true, addresses: [a], bond: {mode: b}}")),
  invalid(
    "bond and bridge",
    `${NIC}.bridge`,
    nic("{interface: a, bond: {interfaces: [b]}, bridge: {interfaces: [c]}}"),
  ),
  invalid(
    "an interface in two bonds",
    "machine.network.interfaces[1].bond.interfaces[0]",
    nics(
      "{interface: bond0, bond: {interfaces: [eth0]}}",
      "{interface: bond1, bond: {interfaces: [eth0]}}",
    ),
  ),
  invalid(
    "an interface in two bridges",
    "machine.network.interfaces[1].bridge.interfaces[0]",
    nics(
      "{interface: br0, bridge: {interfaces: [eth0]}}",
      "{interface: br1, bridge: {interfaces: [eth0]}}",
    ),
  ),
  invalid(
    "an interface in a bond and a bridge",
    "machine.network.interfaces[1].bridge.interfaces[0]",
    nics(
      "{interface: bond0, bond: {interfaces: [eth0]}}",
      "{interface: br1, bridge: {interfaces: [eth0]}}",
    ),
  ),
  invalid(
    "an interface in a bridge and a bond",
    "machine.network.interfaces[1].bond.interfaces[0]",
    nics(
      "{interface: br1, bridge: {interfaces: [eth0]}}",
      "{interface: bond0, bond: {interfaces: [eth0]}}",
    ),
  ),
  valid("an interface twice in a bond", bond("mode: balance-rr").replace("[eth0]", "[eth0, eth0]")),
  valid("a bridge", nic("{interface: br0, bridge: {interfaces: [eth0], stp: {enabled: true}}}")),
  invalid(
    "a bond with names and selectors",
    `${NIC}.bond.deviceSelectors`,
    bond("deviceSelectors: [{driver: a}]"),
  ),
  ...["dhcp: true", "cidr: 192.0.2.1/24", "addresses: [192.0.2.1/24]", "vip: {ip: 192.0.2.1}"].map((
    field,
  ) =>
    invalid(
      `a bonded interface with ${field}`,
      `machine.network.interfaces[1].${field.split(":")[0]}`,
      nics("{interface: bond0, bond: {interfaces: [eth0]}}", `{interface: eth0, ${field}}`),
      field.startsWith("cidr") ? { warns: ["machine.network.interfaces[1].cidr"] } : {},
    )
  ),
  valid(
    "a bonded interface",
    nics("{interface: bond0, bond: {interfaces: [eth0]}}", "{interface: eth0, mtu: 9000}"),
  ),
  invalid(
    "both address fields",
    `${NIC}.cidr`,
    nic("{interface: a, cidr: 192.0.2.1/24, addresses: [192.0.2.2/24]}"),
    {
      warns: [`${NIC}.cidr`],
    },
  ),
  invalid("an invalid cidr", `${NIC}.cidr`, nic("{interface: a, cidr: 192.0.2.1/33}"), {
    warns: [`${NIC}.cidr`],
  }),
  valid("a cidr", nic("{interface: a, cidr: 192.0.2.1/24}"), { warns: [`${NIC}.cidr`] }),
  invalid(
    "an invalid address",
    `${NIC}.addresses[1]`,
    nic("{interface: a, addresses: [192.0.2.1, 192.0.2.256]}"),
  ),
  invalid(
    "an address with a zone",
    `${NIC}.addresses[0]`,
    nic('{interface: a, addresses: ["fe80::1%a"]}'),
  ),
  valid(
    "an address with a zero-padded prefix length",
    nic("{interface: a, addresses: [192.0.2.1/024]}"),
  ),
  invalid(
    "a zero-padded address",
    `${NIC}.addresses[0]`,
    nic("{interface: a, addresses: [192.0.2.01]}"),
  ),
  invalid("an empty address", `${NIC}.addresses[0]`, nic('{interface: a, addresses: [""]}')),
  invalid("an invalid virtual IP", `${NIC}.vip.ip`, nic("{interface: a, vip: {ip: 192.0.2.1/24}}")),
  invalid("no virtual IP", `${NIC}.vip.ip`, nic("{interface: a, vip: {}}")),
  valid("a virtual IP", nic("{interface: a, vip: {ip: 192.0.2.1}}")),
  invalid(
    "a virtual IP on a worker",
    `${NIC}.vip`,
    worker({
      machine: { network: "{interfaces: [{interface: a, ignore: true, vip: {ip: 192.0.2.1}}]}" },
    }),
  ),
  invalid(
    "a virtual IP on a worker's VLAN",
    `${NIC}.vlans[0].vip`,
    worker({
      machine: {
        network: "{interfaces: [{interface: a, vlans: [{vlanId: 1, vip: {ip: 192.0.2.1}}]}]}",
      },
    }),
  ),
  valid(
    "an invalid virtual IP on a VLAN",
    nic("{interface: a, vlans: [{vlanId: 1, vip: {ip: b}}]}"),
  ),
  invalid(
    "a VLAN with both address fields",
    `${NIC}.vlans[0].cidr`,
    nic("{interface: a, vlans: [{cidr: 192.0.2.1, addresses: [192.0.2.2]}]}"),
  ),
  invalid(
    "a VLAN with an invalid cidr",
    `${NIC}.vlans[0].cidr`,
    nic("{interface: a, vlans: [{cidr: b}]}"),
  ),
  invalid(
    "a VLAN with an invalid address",
    `${NIC}.vlans[0].addresses[0]`,
    nic("{interface: a, vlans: [{addresses: [b/24]}]}"),
  ),
  valid(
    "VLANs",
    nic(
      "{interface: a, vlans: [{vlanId: 5, addresses: [192.0.2.1/24]}, {vlanId: 5, cidr: 192.0.2.1}]}",
    ),
  ),
  invalid(
    "a route to an invalid network",
    `${NIC}.routes[0].network`,
    nic("{interface: a, routes: [{network: 192.0.2.0}]}"),
  ),
  invalid(
    "a route through an invalid gateway",
    `${NIC}.routes[0].gateway`,
    nic("{interface: a, routes: [{gateway: 192.0.2.1/24}]}"),
  ),
  invalid(
    "a route from an invalid source",
    `${NIC}.routes[0].source`,
    nic("{interface: a, routes: [{gateway: 192.0.2.1, source: b}]}"),
  ),
  invalid(
    "a route without network and gateway",
    `${NIC}.routes[0]`,
    nic("{interface: a, routes: [{metric: 1}]}"),
  ),
  valid(
    "routes",
    nic(
      "{interface: a, routes: [{network: 192.0.2.0/24}, {gateway: 192.0.2.1}, {network: 0.0.0.0/0, gateway: 192.0.2.1}]}",
    ),
  ),
  valid("an invalid route of a VLAN", nic("{interface: a, vlans: [{routes: [{network: b}]}]}")),
  ...([
    ["mode", "blance-rr", "balance-xor"],
    ["xmitHashPolicy", "layer3", "layer3+4"],
    ["lacpRate", "quick", "fast"],
    ["arpValidate", "some", "active"],
    ["arpAllTargets", "some", "all"],
    ["primaryReselect", "worse", "better"],
    ["failOverMac", "some", "follow"],
    ["adSelect", "first", "count"],
  ] as const).flatMap(([field, wrong, right]) => {
    const mode = field === "mode"
      ? ""
      : field === "lacpRate"
      ? "mode: 802.3ad, "
      : "mode: active-backup, ";
    return [
      invalid(`an invalid ${field}`, `${NIC}.bond.${field}`, bond(`${mode}${field}: ${wrong}`)),
      valid(`a ${field}`, bond(`${mode}${field}: ${right}`)),
    ];
  }),
  ...["updelay", "downdelay"].flatMap((field) => [
    invalid(`${field} without monitoring`, `${NIC}.bond.${field}`, bond(`${field}: 100`)),
    invalid(
      `${field} that is not a multiple`,
      `${NIC}.bond.${field}`,
      bond(`miimon: 100, ${field}: 150`),
    ),
    valid(`${field}`, bond(`miimon: 100, ${field}: 200`)),
  ]),
  invalid("ARP targets", `${NIC}.bond.arpIPTarget`, bond("arpIPTarget: [192.0.2.1]")),
  invalid(
    "an actor system",
    `${NIC}.bond.adActorSystem`,
    bond('adActorSystem: "00:00:5e:00:53:01"'),
  ),
  ...([
    ["lacpRate", "fast", "802.3ad", "balance-rr"],
    ["adActorSysPrio", "1", "802.3ad", "active-backup"],
    ["adUserPortKey", "1", "802.3ad", "broadcast"],
    ["arpValidate", "all", "active-backup", "802.3ad"],
    ["arpInterval", "1", "broadcast", "balance-alb"],
    ["primary", "eth0", "balance-tlb", "balance-xor"],
    ["tlbDynamicLb", "1", "balance-alb", "802.3ad"],
    ["packetsPerSlave", "2", "balance-rr", "802.3ad"],
  ] as const).flatMap(([field, value, right, wrong]) => [
    invalid(
      `${field} in mode ${wrong}`,
      `${NIC}.bond.${field}`,
      bond(`mode: ${wrong}, ${field}: ${value}`),
    ),
    valid(`${field} in mode ${right}`, bond(`mode: ${right}, ${field}: ${value}`)),
  ]),
  valid("the default packets per interface", bond("mode: 802.3ad, packetsPerSlave: 1")),
  valid("the default mode", bond('mode: "", packetsPerSlave: 2')),
  invalid("no private key", `${NIC}.wireguard.privateKey`, wireguard("listenPort: 1")),
  invalid("a short private key", `${NIC}.wireguard.privateKey`, wireguard("privateKey: LS0t")),
  invalid(
    "a private key that is not base64",
    `${NIC}.wireguard.privateKey`,
    wireguard("privateKey: a b"),
  ),
  invalid(
    "no public key",
    `${NIC}.wireguard.peers[0].publicKey`,
    wireguard(`privateKey: ${KEY}, peers: [{}]`),
  ),
  invalid(
    "a peer without a port",
    `${NIC}.wireguard.peers[0].endpoint`,
    peer("endpoint: 192.0.2.1"),
  ),
  invalid(
    "a peer without brackets",
    `${NIC}.wireguard.peers[0].endpoint`,
    peer('endpoint: "2001:db8::1:51820"'),
  ),
  invalid(
    "a peer with an invalid address",
    `${NIC}.wireguard.peers[0].endpoint`,
    peer('endpoint: "[2001::db8::1]:1"'),
  ),
  invalid(
    "a peer with an invalid network",
    `${NIC}.wireguard.peers[0].allowedIPs[0]`,
    peer("allowedIPs: [192.0.2.1]"),
  ),
  valid(
    "peers",
    peer(
      'endpoint: "[2001:db8::1]:51820", allowedIPs: [192.0.2.1/24], persistentKeepaliveInterval: 25s',
    ),
  ),
  valid("a peer with a name", peer('endpoint: "example.com:51820"')),
  invalid(
    "an interval without a unit",
    `${NIC}.wireguard.peers[0].persistentKeepaliveInterval`,
    peer("persistentKeepaliveInterval: 25"),
  ),
];
