import { deepEqual, equal, throws } from "node:assert/strict";
import type { CreateFlags } from "../../../lib/cluster/create_flags.ts";
import { parseCpus } from "../../../lib/cluster/parse_cpus.ts";
import { planCluster } from "../../../lib/cluster/plan_cluster.ts";
import { fakeSystem } from "../../helpers/fake_system.ts";
import { createFlagValues } from "../../helpers/create_flag_values.ts";

const plan = (given: Partial<CreateFlags>) =>
  planCluster(createFlagValues({ name: "lab", ...given }), fakeSystem());

Deno.test("planCluster numbers control planes, then workers, from the second address", () => {
  const { nodes, network, vip } = plan({ controlplanes: 2, workers: 2, cpusWorkers: "1.5" });
  deepEqual(nodes.map(({ name, type, addresses }) => [name, type, ...addresses]), [
    ["lab-controlplane-1", "controlplane", "10.5.0.2"],
    ["lab-controlplane-2", "controlplane", "10.5.0.3"],
    ["lab-worker-1", "worker", "10.5.0.4"],
    ["lab-worker-2", "worker", "10.5.0.5"],
  ]);
  deepEqual([nodes[0]!.nanoCpus, nodes[3]!.nanoCpus], [2e9, 1.5e9]);
  equal(nodes[0]!.memory, 2048 * 2 ** 20);
  deepEqual(network, {
    name: "lab",
    cidr: "10.5.0.0/24",
    cidrs: ["10.5.0.0/24"],
    gateways: ["10.5.0.1"],
    mtu: 1500,
  });
  equal(vip, undefined);
});

Deno.test("planCluster derives the IPv6 network from the IPv4 one", () => {
  const both = plan({ cidr: "10.5.1.77/24", ipv6: true, useVip: true });
  deepEqual(both.network.cidrs, ["10.5.1.0/24", "fd74:616c:a05:100::/64"]);
  deepEqual(both.network.gateways, ["10.5.1.1", "fd74:616c:a05:100::1"]);
  deepEqual(both.nodes[1]!.addresses, ["10.5.1.3", "fd74:616c:a05:100::3"]);
  equal(both.vip, "10.5.1.50");
  const six = plan({ ipv4: false, ipv6: true, useVip: true });
  deepEqual(six.nodes[0]!.addresses, ["fd74:616c:a05::2"]);
  equal(six.vip, "fd74:616c:a05::32");
});

Deno.test("planCluster applies init nodes, UUID names and --masters", () => {
  const { nodes } = plan({ withInitNode: true, withUuidHostnames: true, masters: 2, workers: 0 });
  deepEqual(nodes.map(({ type }) => type), ["init", "controlplane"]);
  for (const { name, uuid } of nodes) equal(name, `machine-${uuid}`);
});

Deno.test("planCluster crosses byte boundaries of addresses", () => {
  const { nodes } = plan({ cidr: "10.5.0.0/16", workers: 300 });
  equal(nodes[254]!.addresses[0], "10.5.1.0");
});

Deno.test("planCluster rejects invalid flags", () => {
  const rejected: [Partial<CreateFlags>, RegExp][] = [
    [{ controlplanes: 0 }, /invalid number of control planes 0/],
    [{ workers: -1 }, /invalid number of nodes -1/],
    [{ cidr: "10.5.0.0" }, /not an IPv4 network/],
    [{ cidr: "fd00::/64" }, /not an IPv4 network/],
    [{ cidr: "10.5.0.0/30", workers: 1 }, /too small for 2 nodes/],
    [{ ipv4: false }, /both IPv4 and IPv6 are disabled/],
    [{ cpus: "x" }, /invalid value "x" for --cpus: not a number/],
    [{ memoryWorkers: 0 }, /invalid --memory-workers 0/],
    [{ useVip: true, cidr: "10.5.0.0/27" }, /outside of the network/],
    [{ useVip: true, workers: 60 }, /address of a node/],
    [{ controlPlanePort: 70000 }, /invalid --control-plane-port 70000/],
  ];
  for (const [flags, message] of rejected) {
    throws(() => plan(flags), (error: Error & { kind?: string }) => {
      equal(error.kind, "usage");
      return message.test(error.message);
    });
  }
});

Deno.test("parseCpus reads decimals, exponents and fractions exactly", () => {
  const values = ["2.0", "2", "1.5", "0.1", "1e-1", "3/2", ".25"].map((text) =>
    parseCpus(text, "--cpus")
  );
  deepEqual(values, [2e9, 2e9, 1.5e9, 1e8, 1e8, 1.5e9, 2.5e8]);
  for (const text of ["", "0", "-1", "1/0", "1/3", "0.0000000001", "1e99", "two", "."]) {
    throws(() => parseCpus(text, "--cpus"), { kind: "usage" }, text);
  }
});
