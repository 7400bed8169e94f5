import { deepEqual, equal } from "node:assert/strict";
import type { Data } from "../../../../lib/machineconfig/data.ts";
import {
  fromLinkDocuments,
  toLinkDocuments,
} from "../../../../lib/machineconfig/generate/link_documents.ts";

const INTERFACES: readonly Data[] = [
  {
    interface: "eth0",
    addresses: ["192.0.2.5/24", "2001:db8::5/64"],
    routes: [
      { network: "0.0.0.0/0", gateway: "192.0.2.1" },
      { network: "::/0", gateway: "2001:db8::1" },
      { network: "198.51.100.0/24", gateway: "192.0.2.9", metric: 5 },
    ],
    mtu: 9000,
  },
  { interface: "eth1", dhcp: true, dhcpOptions: { routeMetric: 2048 } },
];

Deno.test("interfaces become documents, and interfaces again", () => {
  const documents = toLinkDocuments(INTERFACES)!;
  deepEqual(documents.map(({ type: { kind } }) => kind), [
    "LinkConfig",
    "LinkConfig",
    "DHCPv4Config",
  ]);
  deepEqual(documents[0]!.data["routes"], [
    { gateway: "192.0.2.1" },
    { gateway: "2001:db8::1" },
    { destination: "198.51.100.0/24", gateway: "192.0.2.9", metric: 5 },
  ]);
  deepEqual(fromLinkDocuments(documents), INTERFACES);
});

Deno.test("ignored interfaces, bonds and other DHCP options have no document of these kinds", () => {
  equal(toLinkDocuments([{ interface: "eth0", ignore: true }]), undefined);
  equal(toLinkDocuments([{ interface: "bond0", bond: { interfaces: ["eth0"] } }]), undefined);
  equal(
    toLinkDocuments([{ interface: "eth0", dhcp: true, dhcpOptions: { ipv6: true } }]),
    undefined,
  );
  equal(toLinkDocuments([{ deviceSelector: { driver: "e1000" } }]), undefined);
});
