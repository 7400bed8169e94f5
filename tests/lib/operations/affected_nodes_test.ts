import { equal } from "node:assert/strict";
import { describeEffect, type Effect } from "../../../lib/operations/affected_nodes.ts";

const cluster = (affected: number, controlPlanes: number) => ({
  nodes: Array.from({ length: affected }, (_, index) => ({
    address: `10.0.0.${index + 2}`,
    name: "",
    role: "controlplane",
  })),
  controlPlanes,
});

Deno.test("the effect on etcd follows from its quorum", () => {
  const cases: [affected: number, all: number, Effect, text: string][] = [
    [1, 3, "stop", "etcd keeps its quorum"],
    [2, 3, "stop", "etcd loses quorum"],
    [2, 5, "stop", "etcd keeps its quorum"],
    [3, 5, "restart", "etcd loses quorum until enough are back"],
    // Of four members three are a quorum: two are not enough.
    [2, 4, "stop", "etcd loses quorum"],
    [3, 3, "wipe", "the data of etcd is lost"],
  ];
  for (const [affected, all, effect, text] of cases) {
    const described = describeEffect(cluster(affected, all), effect);
    equal(described.endsWith(text), true, `${affected} of ${all}, ${effect}: ${described}`);
  }
});
