/** Routes and bridges of network interfaces, and what picks an interface. */
import { bool, list, number, object, one, TEXT, text, UINT32 } from "./types.ts";

export const route = object("Route", "A route through an interface", {
  network: text({
    doc: "Subnet that the route leads to; without it everything",
    always: true,
    examples: [{ value: "0.0.0.0/0" }, { value: "198.51.100.0/24" }],
  }),
  gateway: text({
    doc: "Address of the router; without it the subnet is on the link itself",
    always: true,
    examples: [{ value: "192.0.2.1" }],
  }),
  source: text({
    doc: "Address of the machine that packets on this route come from",
    examples: [{ value: "192.0.2.11" }],
  }),
  metric: number({
    doc: "Rank among routes to the same subnet: the smallest wins",
    default: 1024,
    examples: [{ value: 100 }],
    ...UINT32,
  }),
  mtu: number({
    doc: "Largest packet on this route in bytes",
    since: "v1.3",
    examples: [{ value: 1400 }],
    ...UINT32,
  }),
});

export const networkDeviceSelector = object(
  "NetworkDeviceSelector",
  "What a network device is like; every field that is set has to fit",
  {
    busPath: text({
      doc: "Where it is plugged in; `*` stands for any part",
      examples: [{ value: "0000:01:*" }],
    }),
    hardwareAddr: text({
      doc: "Hardware address in lower case; `*` stands for any part",
      examples: [{ value: "00:00:5e:00:53:*" }],
    }),
    pciID: text({
      doc: "PCI vendor and product; `*` stands for any part",
      examples: [{ value: "8086:*" }],
    }),
    driver: text({
      doc: "Driver of the kernel; `*` stands for any part",
      examples: [{ value: "virtio_net" }],
    }),
    physical: bool({
      doc: "Whether only devices fit that are hardware",
      default: false,
      since: "v1.7",
      examples: [{ value: true }],
    }),
  },
);

const stp = object("STP", "Spanning tree of a bridge", {
  enabled: bool({
    doc: "Whether the bridge avoids loops with the spanning tree protocol",
    default: false,
    examples: [{ value: true }],
  }),
});

const bridgeVlan = object("BridgeVLAN", "VLANs of a bridge", {
  vlanFiltering: bool({
    doc: "Whether the bridge looks at the VLAN of a packet",
    default: false,
    examples: [{ value: true }],
  }),
});

export const bridge = object("Bridge", "An interface that joins others to one network", {
  interfaces: list(TEXT, {
    doc: "Names of the interfaces that are joined",
    always: true,
    examples: [{ value: ["eth1", "eth2"] }],
  }),
  stp: one(stp, { doc: "Spanning tree", examples: [{ value: { enabled: true } }] }),
  vlan: one(bridgeVlan, {
    doc: "VLANs",
    since: "v1.8",
    examples: [{ value: { vlanFiltering: true } }],
  }),
});
