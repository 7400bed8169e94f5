/** Bonded network interfaces and the settings of the Linux bonding driver. */
import { networkDeviceSelector } from "./links.ts";
import { bool, list, number, object, TEXT, text, UINT16, UINT32, UINT8 } from "./types.ts";

export const bond = object("Bond", "Several interfaces combined into one", {
  interfaces: list(TEXT, {
    doc: "Names of the bonded interfaces; mutually exclusive with `deviceSelectors`",
    always: true,
    examples: [{ value: ["eth0", "eth1"] }],
  }),
  deviceSelectors: list(networkDeviceSelector, {
    doc: "Selectors of the bonded interfaces; mutually exclusive with `interfaces`",
    since: "v1.4",
    examples: [{ value: [{ hardwareAddr: "00:00:5e:00:53:*" }, { driver: "virtio_net" }] }],
  }),
  arpIPTarget: list(TEXT, {
    doc: "IP addresses probed by ARP link monitoring; rejected by nodes",
    examples: [{ value: ["192.0.2.1"] }],
  }),
  mode: text({
    doc: "Bonding mode: how packets are distributed over the interfaces",
    always: true,
    default: "balance-rr",
    checkedValues: [
      "balance-rr",
      "active-backup",
      "balance-xor",
      "broadcast",
      "802.3ad",
      "balance-tlb",
      "balance-alb",
    ],
    examples: [{ value: "802.3ad" }],
  }),
  xmitHashPolicy: text({
    doc: "Packet headers hashed to select an interface",
    default: "layer2",
    checkedValues: ["layer2", "layer3+4", "layer2+3", "encap2+3", "encap3+4"],
    examples: [{ value: "layer3+4" }],
  }),
  lacpRate: text({
    doc: "LACP rate requested from the peer: `slow` is every 30 s, `fast` every second",
    default: "slow",
    checkedValues: ["slow", "fast"],
    examples: [{ value: "fast" }],
  }),
  adActorSystem: text({
    doc: "MAC address of the local system in LACP messages; rejected by nodes",
    examples: [{ value: "00:00:5e:00:53:01" }],
  }),
  arpValidate: text({
    doc: "Interfaces on which ARP probes and replies are validated",
    default: "none",
    checkedValues: ["none", "active", "backup", "all"],
    examples: [{ value: "active" }],
  }),
  arpAllTargets: text({
    doc: "ARP targets that must reply for a link to be up: any or all",
    default: "any",
    checkedValues: ["any", "all"],
    examples: [{ value: "all" }],
  }),
  primary: text({
    doc: "Name of the preferred interface, active whenever its link is up",
    examples: [{ value: "eth0" }],
  }),
  primaryReselect: text({
    doc: "Conditions for the primary interface to become active again after a failure",
    default: "always",
    checkedValues: ["always", "better", "failure"],
    examples: [{ value: "better" }],
  }),
  failOverMac: text({
    doc: "MAC address policy of the bond on failover",
    default: "none",
    checkedValues: ["none", "active", "follow"],
    examples: [{ value: "active" }],
  }),
  adSelect: text({
    doc: "Selection policy of the active aggregator in mode 802.3ad",
    default: "stable",
    checkedValues: ["stable", "bandwidth", "count"],
    examples: [{ value: "bandwidth" }],
  }),
  miimon: number({
    doc: "Interval of MII link monitoring in milliseconds; 0 disables it",
    examples: [{ value: 100 }],
    ...UINT32,
  }),
  updelay: number({
    doc: "Delay in milliseconds before a recovered link is used; a multiple of `miimon`",
    examples: [{ value: 200 }],
    ...UINT32,
  }),
  downdelay: number({
    doc: "Delay in milliseconds before a failed link is dropped; a multiple of `miimon`",
    examples: [{ value: 200 }],
    ...UINT32,
  }),
  arpInterval: number({
    doc: "Interval of ARP link monitoring in milliseconds; 0 disables it",
    examples: [{ value: 1000 }],
    ...UINT32,
  }),
  resendIgmp: number({
    doc: "Number of IGMP reports sent after a failover",
    examples: [{ value: 1 }],
    ...UINT32,
  }),
  minLinks: number({
    doc: "Minimum number of active links for the bond to be up",
    examples: [{ value: 1 }],
    ...UINT32,
  }),
  lpInterval: number({
    doc: "Interval of learning packets to switches in seconds",
    examples: [{ value: 1 }],
    ...UINT32,
  }),
  packetsPerSlave: number({
    doc: "Number of packets sent on an interface before switching to the next one",
    examples: [{ value: 1 }],
    ...UINT32,
  }),
  numPeerNotif: number({
    doc: "Number of peer notifications sent after a failover",
    examples: [{ value: 1 }],
    ...UINT8,
  }),
  tlbDynamicLb: number({
    doc: "Dynamic load balancing in mode balance-tlb: 1 by load, 0 by hash",
    examples: [{ value: 1 }],
    ...UINT8,
  }),
  allSlavesActive: number({
    doc: "Handling of duplicate frames on inactive interfaces: 1 delivers them, 0 drops them",
    examples: [{ value: 1 }],
    ...UINT8,
  }),
  useCarrier: bool({
    doc: "Link detection by the driver's carrier state instead of MII registers",
    examples: [{ value: true }],
  }),
  adActorSysPrio: number({
    doc: "Priority of the local system in LACP messages",
    examples: [{ value: 65535 }],
    ...UINT16,
  }),
  adUserPortKey: number({
    doc: "Upper bits of the port key in LACP messages",
    examples: [{ value: 1 }],
    ...UINT16,
  }),
  peerNotifyDelay: number({
    doc: "Interval between peer notifications in milliseconds",
    examples: [{ value: 100 }],
    ...UINT32,
  }),
});
