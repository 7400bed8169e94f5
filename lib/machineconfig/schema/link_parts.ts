/** Addresses and routes of links. */
import { bool, type Field, list, number, object, text, UINT32 } from "./types.ts";

const addressConfig = object("AddressConfig", "Static address", {
  address: text({
    doc: "Address with its prefix length",
    required: true,
    always: true,
    format: "cidr",
    examples: [{ value: "192.0.2.11/24" }],
  }),
  routePriority: number({
    doc: "Metric of the address's own route",
    examples: [{ value: 1024 }],
    ...UINT32,
    optional: true,
  }),
});

const routeConfig = object("RouteConfig", "Static route of a link", {
  destination: text({
    doc: "Destination subnet; defaults to all addresses",
    format: "subnet",
    examples: [{ value: "198.51.100.0/24" }],
  }),
  gateway: text({
    doc: "Gateway address; omit for on-link subnets",
    format: "address",
    examples: [{ value: "192.0.2.1" }],
  }),
  source: text({
    doc: "Source address of packets on this route",
    format: "address",
    examples: [{ value: "192.0.2.11" }],
  }),
  metric: number({
    doc: "Route metric: lowest wins",
    default: 1024,
    examples: [{ value: 100 }],
    ...UINT32,
  }),
  mtu: number({ doc: "MTU of this route in bytes", examples: [{ value: 1400 }], ...UINT32 }),
  table: text({
    doc: "Routing table",
    default: "main",
    format: "routingTable",
    zero: "unspec",
    examples: [{ value: "main" }, { title: "Another table", value: "100" }],
  }),
});

/** Fields that all links have. */
export const linkFields: Readonly<Record<string, Field>> = {
  up: bool({ doc: "Bring the link up", examples: [{ value: true }] }),
  mtu: number({ doc: "MTU in bytes", examples: [{ value: 9000 }], ...UINT32 }),
  addresses: list(addressConfig, {
    doc: "Static addresses",
    examples: [{ value: [{ address: "192.0.2.11/24" }] }],
  }),
  routes: list(routeConfig, {
    doc: "Static routes",
    examples: [{ value: [{ gateway: "192.0.2.1" }] }],
  }),
  multicast: bool({ doc: "Receive multicast traffic", examples: [{ value: true }] }),
};

export const hardwareAddr = text({
  doc: "MAC address to set",
  format: "hardwareAddress",
  examples: [{ value: "00:00:5e:00:53:01" }],
});
