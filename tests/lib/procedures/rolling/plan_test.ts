import { deepEqual, equal, throws } from "node:assert/strict";
import {
  batchSize,
  planBatches,
  type PlanOptions,
} from "../../../../lib/procedures/rolling/plan.ts";
import type { RollingNode } from "../../../../lib/procedures/rolling/types.ts";
import { msUntilOpen, parseWindow } from "../../../../lib/procedures/rolling/window.ts";

const OPTIONS: PlanOptions = {
  leader: undefined,
  maxUnavailable: { kind: "count", value: 1 },
  canary: 1,
  order: { kind: "name" },
};

function nodesOf(role: RollingNode["role"], names: readonly string[], zone?: string) {
  return names.map((name) => ({ address: `10.5.0.${name}`, name, role, zone }));
}

function plan(nodes: readonly RollingNode[], options: Partial<PlanOptions> = {}) {
  return planBatches(nodes, { ...OPTIONS, ...options })
    .map(({ kind, nodes }) => `${kind}: ${nodes.map(({ name }) => name).join(" ")}`);
}

const CONTROL_PLANES = nodesOf("controlplane", ["cp-2", "cp-10", "cp-1"]);
const WORKERS = nodesOf("worker", ["w-3", "w-1", "w-2", "w-5", "w-4"]);

Deno.test("control planes change one at a time, the etcd leader last, before workers", () => {
  deepEqual(
    plan([...WORKERS, ...CONTROL_PLANES], {
      leader: "10.5.0.cp-1",
      maxUnavailable: { kind: "count", value: 2 },
    }),
    [
      "controlplane: cp-2",
      "controlplane: cp-10",
      "controlplane: cp-1",
      "canary: w-1",
      "workers: w-2 w-3",
      "workers: w-4 w-5",
    ],
  );
});

Deno.test("workers change one at a time by default, without canaries", () => {
  deepEqual(plan(WORKERS), [1, 2, 3, 4, 5].map((number) => `workers: w-${number}`));
});

Deno.test("the number of canaries is set, at most all workers", () => {
  const maxUnavailable = { kind: "count", value: 5 } as const;
  deepEqual(plan(WORKERS, { maxUnavailable, canary: 2 }), [
    "canary: w-1",
    "canary: w-2",
    "workers: w-3 w-4 w-5",
  ]);
  deepEqual(plan(WORKERS, { maxUnavailable, canary: 0 }), ["workers: w-1 w-2 w-3 w-4 w-5"]);
  deepEqual(
    plan(WORKERS, { maxUnavailable, canary: 9 }),
    [1, 2, 3, 4, 5].map((number) => `canary: w-${number}`),
  );
});

Deno.test("a percentage of workers is rounded down, to one at least", () => {
  equal(batchSize({ kind: "percent", value: 10 }, 45), 4);
  equal(batchSize({ kind: "percent", value: 10 }, 5), 1);
  equal(batchSize({ kind: "percent", value: 100 }, 5), 5);
});

Deno.test("ordered by zone, no batch has nodes of two zones", () => {
  const nodes = [
    ...nodesOf("worker", ["w-4"]),
    ...nodesOf("worker", ["w-1", "w-3", "w-6"], "b"),
    ...nodesOf("worker", ["w-2", "w-5"], "a"),
  ];
  deepEqual(
    plan(nodes, {
      order: { kind: "zone", label: "zone" },
      maxUnavailable: { kind: "count", value: 2 },
      canary: 1,
    }),
    ["canary: w-2", "workers: w-5", "workers: w-1 w-3", "workers: w-6", "workers: w-4"],
  );
});

Deno.test("a window is open between its times, also across midnight", () => {
  const at = (hour: number, minute: number) => new Date(2024, 0, 10, hour, minute).getTime();
  const night = parseWindow("22:00-04:00");
  equal(msUntilOpen(night, at(22, 0)), 0);
  equal(msUntilOpen(night, at(3, 59)), 0);
  equal(msUntilOpen(night, at(4, 0)), 18 * 3_600_000);
  equal(msUntilOpen(night, at(21, 30)), 30 * 60_000);
  const day = parseWindow("9:00-17:00");
  equal(msUntilOpen(day, at(12, 0)), 0);
  equal(msUntilOpen(day, at(17, 0)), 16 * 3_600_000);
});

Deno.test("an invalid window is rejected", () => {
  for (const text of ["", "22-4", "25:00-04:00", "22:00-22:00", "22:60-04:00"]) {
    throws(() => parseWindow(text), { message: `invalid --window "${text}"`, kind: "usage" });
  }
});
