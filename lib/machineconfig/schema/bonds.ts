/** Bonds: several network interfaces as one, with the settings of the kernel's driver. */
import { networkDeviceSelector } from "./links.ts";
import { bool, list, number, object, TEXT, text, UINT16, UINT32, UINT8 } from "./types.ts";

export const bond = object("Bond", "Several interfaces that act as one", {
  interfaces: list(TEXT, {
    doc: "Names of the interfaces; not together with `deviceSelectors`",
    always: true,
    examples: [{ value: ["eth0", "eth1"] }],
  }),
  deviceSelectors: list(networkDeviceSelector, {
    doc: "What the interfaces are like; not together with `interfaces`",
    since: "v1.4",
    examples: [{ value: [{ hardwareAddr: "00:00:5e:00:53:*" }, { driver: "virtio_net" }] }],
  }),
  arpIPTarget: list(TEXT, {
    doc: "Addresses that are asked for by ARP to find out whether a link works; refused by nodes",
    examples: [{ value: ["192.0.2.1"] }],
  }),
  mode: text({
    doc: "How packets are spread over the interfaces",
    always: true,
    default: "balance-rr",
    words: [
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
    doc: "What of a packet decides on its interface",
    default: "layer2",
    words: ["layer2", "layer3+4", "layer2+3", "encap2+3", "encap3+4"],
    examples: [{ value: "layer3+4" }],
  }),
  lacpRate: text({
    doc: "How often the other side shall send LACP messages: every 30 s or every second",
    default: "slow",
    words: ["slow", "fast"],
    examples: [{ value: "fast" }],
  }),
  adActorSystem: text({
    doc: "Hardware address of this side in LACP messages; refused by nodes",
    examples: [{ value: "00:00:5e:00:53:01" }],
  }),
  arpValidate: text({
    doc: "On which interfaces ARP answers are checked",
    default: "none",
    words: ["none", "active", "backup", "all"],
    examples: [{ value: "active" }],
  }),
  arpAllTargets: text({
    doc: "Whether one ARP target has to answer or all of them",
    default: "any",
    words: ["any", "all"],
    examples: [{ value: "all" }],
  }),
  primary: text({
    doc: "Name of the interface that is used whenever it works",
    examples: [{ value: "eth0" }],
  }),
  primaryReselect: text({
    doc: "When the primary interface takes over again after it failed",
    default: "always",
    words: ["always", "better", "failure"],
    examples: [{ value: "better" }],
  }),
  failOverMac: text({
    doc: "Which hardware address the bond has after another interface took over",
    default: "none",
    words: ["none", "active", "follow"],
    examples: [{ value: "active" }],
  }),
  adSelect: text({
    doc: "What decides on the group of interfaces that is used in mode 802.3ad",
    default: "stable",
    words: ["stable", "bandwidth", "count"],
    examples: [{ value: "bandwidth" }],
  }),
  miimon: number({
    doc: "Milliseconds between looks at the links; 0 is never",
    examples: [{ value: 100 }],
    ...UINT32,
  }),
  updelay: number({
    doc: "Milliseconds from a link's return until it is used; a multiple of `miimon`",
    examples: [{ value: 200 }],
    ...UINT32,
  }),
  downdelay: number({
    doc: "Milliseconds from a link's loss until it is given up; a multiple of `miimon`",
    examples: [{ value: 200 }],
    ...UINT32,
  }),
  arpInterval: number({
    doc: "Milliseconds between ARP requests that find out whether a link works; 0 is never",
    examples: [{ value: 1000 }],
    ...UINT32,
  }),
  resendIgmp: number({
    doc: "How many IGMP reports are sent after another interface took over",
    examples: [{ value: 1 }],
    ...UINT32,
  }),
  minLinks: number({
    doc: "How many links have to work for the bond to work",
    examples: [{ value: 1 }],
    ...UINT32,
  }),
  lpInterval: number({
    doc: "Seconds between packets that teach switches where the addresses are",
    examples: [{ value: 1 }],
    ...UINT32,
  }),
  packetsPerSlave: number({
    doc: "How many packets go through an interface before it is the next one's turn",
    examples: [{ value: 1 }],
    ...UINT32,
  }),
  numPeerNotif: number({
    doc: "How many announcements are sent after another interface took over",
    examples: [{ value: 1 }],
    ...UINT8,
  }),
  tlbDynamicLb: number({
    doc: "1 when mode balance-tlb moves flows by load, 0 when it spreads them by hash",
    examples: [{ value: 1 }],
    ...UINT8,
  }),
  allSlavesActive: number({
    doc: "1 when packets that arrive twice are delivered twice",
    examples: [{ value: 1 }],
    ...UINT8,
  }),
  useCarrier: bool({
    doc: "Whether the driver is asked for its carrier and not for its MII registers",
    examples: [{ value: true }],
  }),
  adActorSysPrio: number({
    doc: "Priority of this side in LACP messages",
    examples: [{ value: 65535 }],
    ...UINT16,
  }),
  adUserPortKey: number({
    doc: "Upper bits of the port key in LACP messages",
    examples: [{ value: 1 }],
    ...UINT16,
  }),
  peerNotifyDelay: number({
    doc: "Milliseconds between announcements after another interface took over",
    examples: [{ value: 100 }],
    ...UINT32,
  }),
});
