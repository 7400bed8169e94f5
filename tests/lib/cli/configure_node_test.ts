import assert from "node:assert/strict";
import { askInterfaces } from "../../../lib/console/configure_node/ask_interfaces.ts";
import { readMachineFacts } from "../../../lib/procedures/configure_node/machine_facts.ts";
import type { NodeClient } from "../../../lib/client/types.ts";
import type { Data } from "../../../lib/machineconfig/data.ts";
import type { ResourceReader } from "../../../lib/resource/mod.ts";
import { type Answer, scriptedPrompts } from "../../helpers/scripted_prompts.ts";

const ETH0 = {
  name: "eth0",
  hardwareAddress: "52:54:00:12:34:56",
  isUp: true,
  addresses: ["10.0.0.5/24"],
  gateway: "10.0.0.1",
};
const ETH1 = { ...ETH0, name: "eth1", isUp: false, addresses: [], gateway: "" };

/** Asks about both interfaces; the answers are those to questions about `eth0`. */
async function ask(answers: readonly Answer[], previous: readonly Data[] = []) {
  const prompts = scriptedPrompts(answers);
  const interfaces = await askInterfaces(prompts, [ETH0, ETH1], previous);
  assert.deepEqual(prompts.unused, []);
  return { interfaces, prompts };
}

Deno.test("interfaces are omitted by default, and questions show their state", async () => {
  const { interfaces, prompts } = await ask([]);
  assert.deepEqual(interfaces, []);
  assert.deepEqual(prompts.questions.map(([question]) => question), [
    "Interface eth0 (52:54:00:12:34:56, up, 10.0.0.5/24)",
    "Interface eth1 (52:54:00:12:34:56, down)",
  ]);
});

Deno.test("a static address starts from the current one, with its gateway", async () => {
  const { interfaces } = await ask([["eth0", "static"]]);
  const eth0 = {
    interface: "eth0",
    addresses: ["10.0.0.5/24"],
    routes: [{ network: "0.0.0.0/0", gateway: "10.0.0.1" }],
    dhcp: false,
  };
  assert.deepEqual(interfaces, [eth0]);
  const repeated = await ask(
    [["eth0", "static"], ["Gateway", ""], ["MTU", "9000"]],
    [{ ...eth0, mtu: 1400 }],
  );
  const { routes: _, ...withoutRoutes } = eth0;
  assert.deepEqual(repeated.interfaces, [{ ...withoutRoutes, mtu: 9000 }]);
});

Deno.test("configured interfaces are kept by default, and virtual ones always", async () => {
  const bond = { interface: "bond0", bond: { interfaces: ["eth2", "eth3"] } };
  const eth0 = { interface: "eth0", dhcp: true, vlans: [{ vlanId: 7 }] };
  assert.deepEqual((await ask([], [eth0, bond])).interfaces, [bond, eth0]);
  assert.deepEqual((await ask([["eth0", "automatic"]], [eth0, bond])).interfaces, [bond]);
});

Deno.test("DHCP has a metric, IPv6 its own default route, and an interface can be ignored", async () => {
  const { interfaces } = await ask([
    ...[["eth0", "DHCP"], ["Metric", "512"], ["MTU", "1400"], ["eth1", "static"]] as const,
    ...[["Address", "fd00::5/64"], ["Gateway", "fd00::1"]] as const,
  ]);
  assert.deepEqual(interfaces, [
    { interface: "eth0", dhcp: true, dhcpOptions: { routeMetric: 512 }, mtu: 1400 },
    {
      interface: "eth1",
      addresses: ["fd00::5/64"],
      routes: [{ network: "::/0", gateway: "fd00::1" }],
      dhcp: false,
    },
  ]);
  assert.deepEqual((await ask([["eth1", "ignore"]])).interfaces, [
    { interface: "eth1", ignore: true },
  ]);
});

Deno.test("invalid addresses, gateways, metrics and MTUs are rejected", async () => {
  const { prompts } = await ask([
    ...[["eth0", "static"], ["eth1", "DHCP"]] as const,
    ...["", "10.0.0.5", "10.0.0.5/33", "10.0.0.256/24", "10.0.0.6/24"].map((text) =>
      ["Address", text] as const
    ),
    ...["10.0.0", "10.0.0.1"].map((text) => ["Gateway", text] as const),
    ...["67", "65536", "1e3", "1500"].map((text) => ["MTU", text] as const),
    ...["0", "-1", "10"].map((text) => ["Metric", text] as const),
  ]);
  assert.deepEqual(prompts.rejected.map(([text]) => text), [
    ...["", "10.0.0.5", "10.0.0.5/33", "10.0.0.256/24", "10.0.0", "67", "65536", "1e3", "0", "-1"],
  ]);
});

Deno.test("facts are writable disks and physical links with their global addresses", async () => {
  const disk = { deviceName: "/dev/sda", size: 10_000_000_000, model: "DISK", type: 2 };
  const client = {
    plainCall: () =>
      Promise.resolve({
        messages: [{
          disks: [
            disk,
            { ...disk, deviceName: "/dev/sr0", type: 5 },
            { ...disk, deviceName: "/dev/sdb", readonly: true },
            { deviceName: "/dev/nvme0n1", size: 1_000_000_000_000 },
          ],
        }],
      }),
  } as unknown as NodeClient;
  const specs: Record<string, Record<string, string>> = {
    LinkStatuses: {
      lo: "type: loopback\nkind: ''",
      eth0: "type: ether\nkind: ''\noperationalState: up\nhardwareAddr: 52:54:00:12:34:56",
      eth1: "type: ether\nkind: ''\noperationalState: down\nhardwareAddr: 52:54:00:12:34:57",
      cni0: "type: ether\nkind: bridge\noperationalState: up",
    },
    AddressStatuses: {
      "eth0/10.0.0.5/24": "address: 10.0.0.5/24\nlinkName: eth0\nscope: global",
      "eth0/fe80::1/64": "address: fe80::1/64\nlinkName: eth0\nscope: link",
      "cni0/10.1.0.1/24": "address: 10.1.0.1/24\nlinkName: cni0\nscope: global",
    },
    RouteStatuses: {
      a: "dst: 10.0.0.0/24\ngateway: ''\noutLinkName: eth0",
      b: "dst: ''\ngateway: 10.0.0.1\noutLinkName: eth0",
    },
  };
  const reader = {
    async *list(_node: string, { type }: { type: string }) {
      for (const [id, yaml] of Object.entries(specs[type.split(".")[0]!]!)) yield { id, yaml };
    },
  } as unknown as ResourceReader;
  assert.deepEqual(await readMachineFacts(client, reader, "10.0.0.5"), {
    disks: [
      { device: "/dev/sda", description: "10 GB DISK" },
      { device: "/dev/nvme0n1", description: "1.0 TB" },
    ],
    links: [
      ETH0,
      { ...ETH1, hardwareAddress: "52:54:00:12:34:57" },
    ],
  });
});
