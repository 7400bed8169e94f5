/** Rules of network interfaces. */
import { bond, type Case, nic, nics, no, worker, yes } from "./case.ts";

const NIC = "machine.network.interfaces[0]";
const KEY = `"${btoa("k".repeat(32))}"`;

const wireguard = (fields: string) => nic(`{interface: wg0, wireguard: {${fields}}}`);
const peer = (fields: string) =>
  wireguard(`privateKey: ${KEY}, peers: [{publicKey: ${KEY}, ${fields}}]`);

export const NETWORK_CASES: readonly Case[] = [
  yes("an interface", nic("{interface: eth0, addresses: [192.0.2.1/24, 2001:db8::1], dhcp: true}")),
  no("no name", NIC, nic("{dhcp: true}")),
  no(
    "name and selector",
    `${NIC}.deviceSelector`,
    nic("{interface: a, deviceSelector: {driver: b}}"),
  ),
  no("an empty selector", `${NIC}.deviceSelector`, nic("{deviceSelector: {}}")),
  no(
    "a selector with empty fields",
    `${NIC}.deviceSelector`,
    nic('{deviceSelector: {driver: ""}}'),
  ),
  yes("a selector", nic("{deviceSelector: {physical: false}}")),
  yes("an ignored interface with mistakes", nic("{ignore: true, addresses: [a], bond: {mode: b}}")),
  no(
    "bond and bridge",
    `${NIC}.bridge`,
    nic("{interface: a, bond: {interfaces: [b]}, bridge: {interfaces: [c]}}"),
  ),
  no(
    "an interface in two bonds",
    "machine.network.interfaces[1].bond.interfaces[0]",
    nics(
      "{interface: bond0, bond: {interfaces: [eth0]}}",
      "{interface: bond1, bond: {interfaces: [eth0]}}",
    ),
  ),
  no(
    "an interface in two bridges",
    "machine.network.interfaces[1].bridge.interfaces[0]",
    nics(
      "{interface: br0, bridge: {interfaces: [eth0]}}",
      "{interface: br1, bridge: {interfaces: [eth0]}}",
    ),
  ),
  no(
    "an interface in a bond and a bridge",
    "machine.network.interfaces[1].bridge.interfaces[0]",
    nics(
      "{interface: bond0, bond: {interfaces: [eth0]}}",
      "{interface: br1, bridge: {interfaces: [eth0]}}",
    ),
  ),
  no(
    "an interface in a bridge and a bond",
    "machine.network.interfaces[1].bond.interfaces[0]",
    nics(
      "{interface: br1, bridge: {interfaces: [eth0]}}",
      "{interface: bond0, bond: {interfaces: [eth0]}}",
    ),
  ),
  yes("an interface twice in a bond", bond("mode: balance-rr").replace("[eth0]", "[eth0, eth0]")),
  yes("a bridge", nic("{interface: br0, bridge: {interfaces: [eth0], stp: {enabled: true}}}")),
  no(
    "a bond of names and selectors",
    `${NIC}.bond.deviceSelectors`,
    bond("deviceSelectors: [{driver: a}]"),
  ),
  ...["dhcp: true", "cidr: 192.0.2.1/24", "addresses: [192.0.2.1/24]", "vip: {ip: 192.0.2.1}"].map((
    field,
  ) =>
    no(
      `a bonded interface with ${field}`,
      `machine.network.interfaces[1].${field.split(":")[0]}`,
      nics("{interface: bond0, bond: {interfaces: [eth0]}}", `{interface: eth0, ${field}}`),
      field.startsWith("cidr") ? { warns: ["machine.network.interfaces[1].cidr"] } : {},
    )
  ),
  yes(
    "a bonded interface",
    nics("{interface: bond0, bond: {interfaces: [eth0]}}", "{interface: eth0, mtu: 9000}"),
  ),
  no(
    "addresses of both kinds",
    `${NIC}.cidr`,
    nic("{interface: a, cidr: 192.0.2.1/24, addresses: [192.0.2.2/24]}"),
    {
      warns: [`${NIC}.cidr`],
    },
  ),
  no("a wrong old address", `${NIC}.cidr`, nic("{interface: a, cidr: 192.0.2.1/33}"), {
    warns: [`${NIC}.cidr`],
  }),
  yes("an old address", nic("{interface: a, cidr: 192.0.2.1/24}"), { warns: [`${NIC}.cidr`] }),
  no(
    "a wrong address",
    `${NIC}.addresses[1]`,
    nic("{interface: a, addresses: [192.0.2.1, 192.0.2.256]}"),
  ),
  no(
    "an address with a zone",
    `${NIC}.addresses[0]`,
    nic('{interface: a, addresses: ["fe80::1%a"]}'),
  ),
  yes("an address with zeros before its bits", nic("{interface: a, addresses: [192.0.2.1/024]}")),
  no(
    "an address with zeros",
    `${NIC}.addresses[0]`,
    nic("{interface: a, addresses: [192.0.2.01]}"),
  ),
  no("an empty address", `${NIC}.addresses[0]`, nic('{interface: a, addresses: [""]}')),
  no("a wrong shared address", `${NIC}.vip.ip`, nic("{interface: a, vip: {ip: 192.0.2.1/24}}")),
  no("no shared address", `${NIC}.vip.ip`, nic("{interface: a, vip: {}}")),
  yes("a shared address", nic("{interface: a, vip: {ip: 192.0.2.1}}")),
  no(
    "a shared address on a worker",
    `${NIC}.vip`,
    worker({
      machine: { network: "{interfaces: [{interface: a, ignore: true, vip: {ip: 192.0.2.1}}]}" },
    }),
  ),
  no(
    "a shared address on a worker's VLAN",
    `${NIC}.vlans[0].vip`,
    worker({
      machine: {
        network: "{interfaces: [{interface: a, vlans: [{vlanId: 1, vip: {ip: 192.0.2.1}}]}]}",
      },
    }),
  ),
  yes(
    "a wrong shared address on a VLAN",
    nic("{interface: a, vlans: [{vlanId: 1, vip: {ip: b}}]}"),
  ),
  no(
    "a VLAN with addresses of both kinds",
    `${NIC}.vlans[0].cidr`,
    nic("{interface: a, vlans: [{cidr: 192.0.2.1, addresses: [192.0.2.2]}]}"),
  ),
  no(
    "a VLAN with a wrong old address",
    `${NIC}.vlans[0].cidr`,
    nic("{interface: a, vlans: [{cidr: b}]}"),
  ),
  no(
    "a VLAN with a wrong address",
    `${NIC}.vlans[0].addresses[0]`,
    nic("{interface: a, vlans: [{addresses: [b/24]}]}"),
  ),
  yes(
    "VLANs",
    nic(
      "{interface: a, vlans: [{vlanId: 5, addresses: [192.0.2.1/24]}, {vlanId: 5, cidr: 192.0.2.1}]}",
    ),
  ),
  no(
    "a route to a wrong network",
    `${NIC}.routes[0].network`,
    nic("{interface: a, routes: [{network: 192.0.2.0}]}"),
  ),
  no(
    "a route through a wrong gateway",
    `${NIC}.routes[0].gateway`,
    nic("{interface: a, routes: [{gateway: 192.0.2.1/24}]}"),
  ),
  no(
    "a route from a wrong source",
    `${NIC}.routes[0].source`,
    nic("{interface: a, routes: [{gateway: 192.0.2.1, source: b}]}"),
  ),
  no("a route to nowhere", `${NIC}.routes[0]`, nic("{interface: a, routes: [{metric: 1}]}")),
  yes(
    "routes",
    nic(
      "{interface: a, routes: [{network: 192.0.2.0/24}, {gateway: 192.0.2.1}, {network: 0.0.0.0/0, gateway: 192.0.2.1}]}",
    ),
  ),
  yes("a wrong route of a VLAN", nic("{interface: a, vlans: [{routes: [{network: b}]}]}")),
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
      no(`a wrong ${field}`, `${NIC}.bond.${field}`, bond(`${mode}${field}: ${wrong}`)),
      yes(`a ${field}`, bond(`${mode}${field}: ${right}`)),
    ];
  }),
  ...["updelay", "downdelay"].flatMap((field) => [
    no(`${field} without monitoring`, `${NIC}.bond.${field}`, bond(`${field}: 100`)),
    no(`${field} that is no multiple`, `${NIC}.bond.${field}`, bond(`miimon: 100, ${field}: 150`)),
    yes(`${field}`, bond(`miimon: 100, ${field}: 200`)),
  ]),
  no("targets of ARP", `${NIC}.bond.arpIPTarget`, bond("arpIPTarget: [192.0.2.1]")),
  no("an actor", `${NIC}.bond.adActorSystem`, bond('adActorSystem: "00:00:5e:00:53:01"')),
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
    no(
      `${field} in mode ${wrong}`,
      `${NIC}.bond.${field}`,
      bond(`mode: ${wrong}, ${field}: ${value}`),
    ),
    yes(`${field} in mode ${right}`, bond(`mode: ${right}, ${field}: ${value}`)),
  ]),
  yes("one packet for each in turn", bond("mode: 802.3ad, packetsPerSlave: 1")),
  yes("the default mode", bond('mode: "", packetsPerSlave: 2')),
  no("no private key", `${NIC}.wireguard.privateKey`, wireguard("listenPort: 1")),
  no("a short private key", `${NIC}.wireguard.privateKey`, wireguard("privateKey: LS0t")),
  no(
    "a private key that is no base64",
    `${NIC}.wireguard.privateKey`,
    wireguard("privateKey: a b"),
  ),
  no(
    "no public key",
    `${NIC}.wireguard.peers[0].publicKey`,
    wireguard(`privateKey: ${KEY}, peers: [{}]`),
  ),
  no("a peer without a port", `${NIC}.wireguard.peers[0].endpoint`, peer("endpoint: 192.0.2.1")),
  no(
    "a peer without brackets",
    `${NIC}.wireguard.peers[0].endpoint`,
    peer('endpoint: "2001:db8::1:51820"'),
  ),
  no(
    "a peer with a wrong address",
    `${NIC}.wireguard.peers[0].endpoint`,
    peer('endpoint: "[2001::db8::1]:1"'),
  ),
  no(
    "a peer with a wrong network",
    `${NIC}.wireguard.peers[0].allowedIPs[0]`,
    peer("allowedIPs: [192.0.2.1]"),
  ),
  yes(
    "peers",
    peer(
      'endpoint: "[2001:db8::1]:51820", allowedIPs: [192.0.2.1/24], persistentKeepaliveInterval: 25s',
    ),
  ),
  yes("a peer with a name", peer('endpoint: "example.com:51820"')),
  no(
    "an interval without a unit",
    `${NIC}.wireguard.peers[0].persistentKeepaliveInterval`,
    peer("persistentKeepaliveInterval: 25"),
  ),
];
