import { deepEqual, equal, ok } from "node:assert/strict";
import { createColours } from "../../../../lib/output/colour.ts";
import { drawUpgrade } from "../../../../lib/console/kubernetes_upgrade/report.ts";
import { plannedStep, StepLog } from "../../../../lib/procedures/kubernetes_upgrade/steps.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const colours = createColours({
  env: { get: () => "1" },
  terminal: { isTerminal: () => false },
});

function exampleLog(nodes: number, clock = new FakeClock()): StepLog {
  const log = new StepLog(clock, () => {});
  for (let index = 1; index <= nodes; index++) {
    const node = `10.5.0.${index}`;
    for (const component of ["images", "kube-apiserver", "kubelet"]) {
      log.add(plannedStep({ node, component }));
    }
  }
  return log;
}

Deno.test("the table shows each component of each node, and what is awaited", async () => {
  const clock = new FakeClock();
  const log = exampleLog(2, clock);
  log.set({ node: "10.5.0.1", component: "images", object: "" }, "done");
  log.set({ node: "10.5.0.2", component: "images", object: "" }, "skipped", "not supported");
  log.set({ node: "10.5.0.1", component: "kube-apiserver", object: "" }, "running", "waiting");
  await clock.advance(12_000);
  const options = { columns: 79, rows: 23, colours, notes: ["using another API server"] };
  deepEqual(drawUpgrade(log, options).map((line) => line.trimEnd()), [
    "NODE      IMAGES  APISERVER  KUBELET",
    "10.5.0.1  ✓       • 12s      ·",
    "10.5.0.2  -       ·          ·",
    "kube-apiserver of 10.5.0.1 (12s): waiting",
    "using another API server",
  ]);
});

Deno.test("long addresses leave short headings, without elapsed times", () => {
  const log = new StepLog(new FakeClock(), () => {});
  const node = "fd00:1234:5678:9abc:def0:1234:5678:9abc";
  const components = [
    ...["images", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kube-proxy"],
    "kubelet",
  ];
  for (const component of components) log.add(plannedStep({ node, component }));
  log.set({ node, component: "images", object: "" }, "running", "pulling");
  const lines = drawUpgrade(log, { columns: 79, rows: 23, colours, notes: [] });
  deepEqual(lines.map((line) => line.trimEnd()), [
    "NODE                                     IMG  API  CTRL  SCHED  PROXY  KUBE",
    `${node}  •    ·    ·     ·      ·      ·`,
    `images of ${node} (0ms): pulling`,
  ]);
});

Deno.test("a table with more nodes than rows shows the running ones", () => {
  const log = exampleLog(30);
  log.set({ node: "10.5.0.17", component: "kubelet", object: "" }, "running", "waiting");
  const lines = drawUpgrade(log, { columns: 30, rows: 8, colours, notes: [] });
  equal(lines.length, 8);
  ok(lines.some((line) => line.startsWith("10.5.0.17 ")), lines.join("\n"));
  ok(lines.includes("… 25 more nodes"), lines.join("\n"));
  ok(lines.every((line) => [...line].length <= 30), lines.join("\n"));
});
