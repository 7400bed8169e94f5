/** Routes, bridges and selectors of network interfaces. */
import { bool, list, number, object, one, TEXT, text, UINT32 } from "./types.ts";

export const route = object("Route", "Static route", {
  network: text({
    doc: "Destination subnet; defaults to all addresses",
    always: true,
    examples: [{ value: "0.0.0.0/0" }, { value: "198.51.100.0/24" }],
  }),
  gateway: text({
    doc: "Gateway address; omit for on-link subnets",
    always: true,
    examples: [{ value: "192.0.2.1" }],
  }),
  source: text({
    doc: "Source address of packets on this route",
    examples: [{ value: "192.0.2.11" }],
  }),
  metric: number({
    doc: "Route metric: lowest wins",
    default: 1024,
    examples: [{ value: 100 }],
    ...UINT32,
  }),
  mtu: number({
    doc: "MTU of this route in bytes",
    since: "v1.3",
    examples: [{ value: 1400 }],
    ...UINT32,
  }),
});

export const networkDeviceSelector = object(
  "NetworkDeviceSelector",
  "Network device selector; all fields set must match",
  {
    busPath: text({
      doc: "Bus path, with `*` wildcards",
      examples: [{ value: "0000:01:*" }],
    }),
    hardwareAddr: text({
      doc: "Lower-case MAC address, with `*` wildcards",
      examples: [{ value: "00:00:5e:00:53:*" }],
    }),
    permanentAddr: text({
      doc: "Lower-case permanent MAC address, with `*` wildcards",
      since: "v1.9",
      examples: [{ value: "00:00:5e:00:53:*" }],
    }),
    pciID: text({
      doc: "PCI vendor and product ID, with `*` wildcards",
      examples: [{ value: "8086:*" }],
    }),
    driver: text({
      doc: "Kernel driver, with `*` wildcards",
      examples: [{ value: "virtio_net" }],
    }),
    physical: bool({
      doc: "Match physical devices only",
      default: false,
      since: "v1.7",
      examples: [{ value: true }],
    }),
  },
);

const stp = object("STP", "Spanning tree protocol (STP) of a bridge", {
  enabled: bool({
    doc: "Use STP to prevent loops",
    default: false,
    examples: [{ value: true }],
  }),
});

const bridgeVlan = object("BridgeVLAN", "VLAN settings of a bridge", {
  vlanFiltering: bool({
    doc: "VLAN-aware filtering",
    default: false,
    examples: [{ value: true }],
  }),
});

export const bridge = object("Bridge", "Network bridge", {
  interfaces: list(TEXT, {
    doc: "Names of the bridged interfaces",
    always: true,
    examples: [{ value: ["eth1", "eth2"] }],
  }),
  stp: one(stp, { doc: "Spanning tree protocol (STP)", examples: [{ value: { enabled: true } }] }),
  vlan: one(bridgeVlan, {
    doc: "VLAN settings",
    since: "v1.8",
    examples: [{ value: { vlanFiltering: true } }],
  }),
});

export const bridgePort = object("BridgePort", "Port of a bridge", {
  master: text({ doc: "Interface name of the bridge", examples: [{ value: "br0" }] }),
});
