import { equal } from "node:assert/strict";
import { type AffectedNodes, describeEffect } from "../../../lib/procedures/affected_nodes.ts";

/** Nodes with roles: c, w, or ? for an unknown one. */
function nodes(roles: string, controlPlanes: number | undefined): AffectedNodes {
  const names: Record<string, string> = { c: "controlplane", w: "worker", "?": "" };
  return {
    controlPlanes,
    nodes: [...roles].map((role, index) => ({
      address: `10.5.0.${index + 2}`,
      name: "",
      role: names[role]!,
    })),
  };
}

Deno.test("describeEffect() describes what follows for etcd", () => {
  for (
    const [roles, controlPlanes, effect, expected] of [
      ["w", 3, "wipe", ""],
      ["cw", 3, "restart", "includes 1 of 3 control planes: etcd keeps its quorum"],
      ["cc", 3, "stop", "includes 2 of 3 control planes: etcd loses quorum"],
      // Of four members three are a quorum: two are not enough.
      ["cc", 4, "stop", "includes 2 of 4 control planes: etcd loses quorum"],
      ["ccc", 3, "wipe", "includes all 3 control planes: the data of etcd is lost"],
      ["c", 1, "leave", "includes the only control plane: etcd refuses to remove its only member"],
      [
        "c",
        3,
        "leave",
        "includes 1 of 3 control planes: etcd continues with 2 members and tolerates no failure",
      ],
      [
        "cc",
        5,
        "leave",
        "includes 2 of 5 control planes: etcd continues with 3 members and tolerates 1 failure",
      ],
    ] as const
  ) equal(describeEffect(nodes(roles, controlPlanes), effect), expected, roles);
});

Deno.test("describeEffect() distinguishes workers and unknown roles", () => {
  const unknown = "unknown roles: the members of the cluster could not be read; " +
    "the effect on etcd is unknown";
  equal(describeEffect(nodes("??", undefined), "restart"), unknown);
  equal(describeEffect(nodes("??", 3), "restart"), unknown);
  equal(
    describeEffect(nodes("w?", 3), "wipe"),
    "unknown role of 10.5.0.3: the effect on etcd may be larger",
  );
  equal(
    describeEffect(nodes("c?", 3), "stop"),
    "includes 1 of 3 control planes: etcd keeps its quorum; " +
      "unknown role of 10.5.0.3: the effect on etcd may be larger",
  );
});
