/** Measures over the session, and the charts of them. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { createNodeModel } from "../../../../lib/dashboard/types.ts";
import { clusterCharts } from "../../../../lib/dashboard/web/charts.ts";
import { SessionHistory } from "../../../../lib/dashboard/web/history.ts";

Deno.test("a node that does not respond is a gap in its values", () => {
  const model = createNodeModel("a");
  const history = new SessionHistory();
  history.record([model], 1000);
  Object.assign(model, { updatedAt: 2000 });
  model.series.cpu.push(0.25);
  history.record([model], 2000);
  model.problem = "connection refused";
  history.record([model], 3000);
  deepEqual(history.times, [1, 2, 3]);
  deepEqual(history.valuesOf("a", "cpu"), [null, 0.25, null]);
  deepEqual(history.valuesOf("other", "cpu"), [null, null, null]);
});

Deno.test("a long session has bounded memory: points are means of more samples", () => {
  const model = Object.assign(createNodeModel("a"), { updatedAt: 1 });
  const history = new SessionHistory();
  const samples = 20_000;
  for (let second = 0; second < samples; second++) {
    model.series.load.push(second < samples / 2 ? 1 : 3);
    history.record([model], second * 1000);
  }
  const values = history.valuesOf("a", "load");
  ok(values.length >= 360 && values.length <= 720, `${values.length} points`);
  equal(values.length, history.times.length);
  deepEqual([values[0], values.at(-1)], [1, 3]);
  // The whole session, in order.
  equal(history.times[0], 0);
  ok(history.times.at(-1)! > samples * 0.99);
  ok(history.times.every((time, index) => index === 0 || time > history.times[index - 1]!));
});

Deno.test("charts of the cluster have the mean and the highest node, and sums of rates", () => {
  const models = [0.2, 0.4].map((cpu, index) => {
    const model = Object.assign(createNodeModel(`n${index}`), { updatedAt: 1 });
    model.series.cpu.push(cpu);
    model.series.received.push(1500);
    return model;
  });
  const history = new SessionHistory();
  history.record(models, 1000);
  const { times, charts } = clusterCharts(models, history);
  deepEqual(times, [1]);
  const [cpu, , , network] = charts;
  deepEqual(
    cpu!.lines.map(({ name, text, values }) => [name, text, values]),
    [["mean", "30.0%", [0.3]], ["highest node", "40.0%", [0.4]]],
  );
  deepEqual(network!.lines[0], { name: "received", text: "3.0kB/s", values: [3000] });
  deepEqual(network!.lines[1], { name: "sent", text: "-", values: [null] });
});
