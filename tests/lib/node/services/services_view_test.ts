import { deepEqual, equal } from "node:assert/strict";
import { createColours } from "../../../../lib/output/colour.ts";
import {
  formatServices,
  type ServiceEntry,
  servicesView,
} from "../../../../lib/node/services/services_view.ts";

const NOW = Date.UTC(2026, 10, 21);
const cells = (service: ServiceEntry) =>
  servicesView({ now: NOW }).columns.map((column) => column.cell(service));
const plain = createColours({
  env: { get: () => undefined },
  terminal: { isTerminal: () => false },
});

Deno.test("a service without fields has unknown health and no events", () => {
  deepEqual(cells({}), ["", "", "?", "<none>", "<none>"]);
  const { fields } = servicesView({ now: NOW });
  const record = Object.entries(fields).map(([name, value]) => [name, value({})]);
  deepEqual(Object.fromEntries(record), {
    id: "",
    state: "",
    healthy: null,
    healthMessage: null,
    healthChanged: null,
    events: [],
  });
});

Deno.test("the age of an event is in whole seconds, at least 0", () => {
  const age = (milliseconds: number) => {
    const then = NOW - milliseconds;
    const seconds = Math.floor(then / 1000);
    const ts = { seconds, nanos: (then - seconds * 1000) * 1e6 };
    return cells({ events: { events: [{ ts }] } })[3];
  };
  deepEqual([0, 499, 500, 59_600, 90_000, 360_000_000, -5000].map(age), [
    ...["0s ago", "0s ago", "1s ago", "1m0s ago", "1m30s ago", "100h0m0s ago", "0s ago"],
  ]);
});

Deno.test("a service without events is formatted without EVENTS", () => {
  const service = { id: "a", state: "Running", health: { healthy: true, unknown: false } };
  equal(
    formatServices([{ node: "n\n", row: service }], { now: NOW, colours: plain }),
    "NODE     n\\n\nID       a\nSTATE    Running\nHEALTH   OK\n",
  );
  equal(formatServices([], { now: NOW, colours: plain }), "");
});
