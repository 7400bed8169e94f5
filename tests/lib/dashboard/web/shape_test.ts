/** The cluster at a glance. */
import { deepEqual, equal } from "node:assert/strict";
import { UNKNOWN_CLUSTER } from "../../../../lib/dashboard/cluster_facts.ts";
import { createNodeModel, type NodeModel } from "../../../../lib/dashboard/types.ts";
import { shapeOf } from "../../../../lib/dashboard/web/shape.ts";

const NOW = 1_000_000;

function model(node: string, more: Partial<NodeModel> = {}): NodeModel {
  return Object.assign(createNodeModel(node), {
    hostname: node,
    role: "worker",
    version: "v1.8.0",
    ready: true,
    updatedAt: NOW,
    periodMs: 3000,
    ...more,
  });
}

Deno.test("nodes are grouped by zone in natural order, control planes first", () => {
  const { zones } = shapeOf(
    [
      model("worker-1", { zone: "eu-10" }),
      model("worker-2"),
      model("cp-1", { zone: "eu-10", role: "controlplane" }),
      model("cp-2", { zone: "eu-2", role: "controlplane" }),
    ],
    UNKNOWN_CLUSTER,
    NOW,
  );
  deepEqual(zones.map(({ name, nodes }) => [name, nodes.map(({ name }) => name)]), [
    ["eu-2", ["cp-2"]],
    ["eu-10", ["cp-1", "worker-1"]],
    ["", ["worker-2"]],
  ]);
});

Deno.test("the state of a node is a word; notes name what differs", () => {
  const { zones, versions, others } = shapeOf(
    [
      model("a"),
      model("b", { version: "v1.7.6", services: [{ id: "etcd", state: "Failed" }] as never }),
      model("c", { ready: false, unmet: [{ name: "nodeReady", reason: "no" }] }),
      model("d", { problem: "connection refused" }),
      model("e", { updatedAt: NOW - 10_000 }),
      model("f", { updatedAt: undefined, role: undefined, version: undefined }),
    ],
    {
      name: "lab",
      members: ["a", "g"].map((id) => ({
        id,
        hostname: id,
        machineType: "worker",
        addresses: [],
        operatingSystem: "",
      })),
    },
    NOW,
  );
  deepEqual(zones[0]!.nodes.map(({ state, notes }) => [state, notes]), [
    ["ready", []],
    ["ready", ["v1.7.6", "1 unhealthy service"]],
    ["not ready", ["nodeReady"]],
    ["down", []],
    ["stale", []],
    ["waiting", []],
  ]);
  deepEqual(versions, [{ name: "v1.8.0", count: 4 }, { name: "v1.7.6", count: 1 }]);
  deepEqual(others, ["g"]);
});

Deno.test("etcd has its members, quorum and leader; without control plane node it has no text", () => {
  const id = (text: string) => ({ memberId: BigInt(text), leader: 1n }) as never;
  const member = { id: 1n, isLearner: false } as never;
  const nodes = [
    model("cp-1", { role: "controlplane", etcd: { status: id("1"), members: [member, member] } }),
    model("cp-2", { role: "controlplane", etcd: { status: id("2") } }),
  ];
  const { etcd, zones } = shapeOf(nodes, UNKNOWN_CLUSTER, NOW);
  equal(etcd, "2 members, quorum 2, leader cp-1");
  deepEqual(zones[0]!.nodes.map(({ isLeader }) => isLeader), [true, false]);
  equal(shapeOf([model("a")], UNKNOWN_CLUSTER, NOW).etcd, "");
  equal(shapeOf([model("a", { role: "controlplane" })], UNKNOWN_CLUSTER, NOW).etcd, "…");
});
