/** Rows of many nodes: changes, staleness, filters, order. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { LiveRows } from "../../../../lib/dashboard/browse/live_rows.ts";
import { compareKeys, toNaturalKey } from "../../../../lib/dashboard/browse/natural_key.ts";
import { parseRowFilter } from "../../../../lib/dashboard/browse/row_filter.ts";
import { RowView, staleMs } from "../../../../lib/dashboard/browse/row_view.ts";
import type { BrowseRow } from "../../../../lib/dashboard/browse/types.ts";
import { compareNatural } from "../../../../lib/output/natural_order.ts";

const NODES = ["10.5.0.2", "10.5.0.3"];
const NAMES = {
  order: NODES,
  nameOf: (node: string) => ({ "10.5.0.2": "control-plane-1", "10.5.0.3": "worker-1" })[node]!,
};
const columns = [{ header: "ID" }, { header: "MTU" }];

function row(node: string, key: string, more: Partial<BrowseRow> = {}): BrowseRow {
  return { node, key, name: key, cells: [key, "1500"], ...more };
}

function createRows() {
  const time = { now: 1000, changes: 0 };
  const rows = new LiveRows(NODES, { now: () => time.now, changed: () => time.changes++ });
  return { rows, time, view: new RowView({ rows, columns }) };
}

const query = { filter: "", sort: undefined };

Deno.test("rows of all nodes are in one table, in natural order of node and key", () => {
  const { rows, view } = createRows();
  for (const key of ["eth10", "eth2", "lo"]) rows.set(row("10.5.0.3", key));
  rows.set(row("10.5.0.2", "eth0"));
  const { rows: shown, loading } = view.select(query, NAMES);
  deepEqual(shown.map(({ nodeName, row }) => `${nodeName} ${row.key}`), [
    "control-plane-1 eth0",
    "worker-1 eth2",
    "worker-1 eth10",
    "worker-1 lo",
  ]);
  equal(loading, 2);
  equal(view.select(query, NAMES), view.select(query, NAMES));
});

Deno.test("rows of a lost node stay, with their age, until it sends them again", () => {
  const { rows, time, view } = createRows();
  rows.set(row("10.5.0.2", "a"));
  rows.set(row("10.5.0.2", "b"));
  rows.complete("10.5.0.2");
  rows.lose("10.5.0.2", "connection refused");
  time.now = 5000;
  rows.lose("10.5.0.2", "no route to host");
  const state = rows.stateOf("10.5.0.2");
  deepEqual(state, { kind: "stale", since: 1000, reason: "no route to host" });
  equal(staleMs(state, time.now), 4000);
  rows.restart("10.5.0.2");
  rows.set(row("10.5.0.2", "b"));
  equal(view.select(query, NAMES).rows.length, 2);
  rows.complete("10.5.0.2");
  deepEqual(view.select(query, NAMES).rows.map(({ row }) => row.key), ["b"]);
  equal(rows.stateOf("10.5.0.2").kind, "live");
});

Deno.test("a node that never responded has no rows to be old", () => {
  const { rows, view } = createRows();
  rows.lose("10.5.0.3", "connection refused");
  deepEqual(view.select(query, NAMES).problems, [{
    node: "10.5.0.3",
    nodeName: "worker-1",
    state: { kind: "failed", reason: "connection refused" },
  }]);
});

Deno.test("filters are expressions, inverted expressions and label selectors", () => {
  const { rows, view } = createRows();
  rows.set(row("10.5.0.2", "eth0", { labels: { zone: "a" } }));
  rows.set(row("10.5.0.2", "lo", { cells: ["lo", "65536"] }));
  rows.set(row("10.5.0.3", "eth1", { labels: { zone: "b" } }));
  const keys = (filter: string) =>
    view.select({ filter, sort: undefined }, NAMES).rows.map(({ row }) => row.key);
  deepEqual(keys("^ETH[01]$"), ["eth0", "eth1"]);
  deepEqual(keys("!eth"), ["lo"]);
  deepEqual(keys("worker"), ["eth1"]);
  deepEqual(keys("mtu:6"), ["lo"]);
  deepEqual(keys("!mtu:6"), ["eth0", "eth1"]);
  deepEqual(keys("-l zone=a"), ["eth0"]);
  deepEqual(keys("-l zone 1500"), ["eth0", "eth1"]);
  deepEqual(keys("-l zone !eth1"), ["eth0"]);
  deepEqual(keys("nothing"), []);
});

Deno.test("an expression that is still typed is searched as text", () => {
  const filter = parseRowFilter("a(", []);
  match(filter.problem!, /not a regular expression/);
  ok(filter.matches(["xA(y"], {}));
  ok(!filter.matches(["xay"], {}));
  match(parseRowFilter("-l =", []).problem!, /invalid selector/);
});

Deno.test("sorted rows compare numbers by value, in both directions", () => {
  const { rows, view } = createRows();
  rows.set(row("10.5.0.2", "a", { cells: ["a", "900"] }));
  rows.set(row("10.5.0.2", "b", { cells: ["b", "65536"] }));
  rows.set(row("10.5.0.3", "c", { cells: ["c", "5 kB"], keys: [undefined, 5000] }));
  const keys = (header: string, isDescending = false) =>
    view.select({ filter: "", sort: { header, isDescending } }, NAMES).rows.map(({ row }) =>
      row.key
    );
  deepEqual(keys("MTU"), ["a", "c", "b"]);
  deepEqual(keys("MTU", true), ["b", "c", "a"]);
  deepEqual(keys("NODE", true), ["c", "a", "b"]);
  deepEqual(keys("GONE"), ["a", "b", "c"]);
});

Deno.test("a filtered tree keeps the parents of its rows", () => {
  const { rows, view } = createRows();
  const tree: [string, number][] = [["1", 0], ["2", 1], ["3", 2], ["4", 1], ["5", 0], ["6", 1]];
  rows.replace("10.5.0.2", tree.map(([key, depth]) => row("10.5.0.2", key, { depth })));
  const keys = (filter: string) =>
    view.select({ filter, sort: undefined }, NAMES).rows.map(({ row }) => row.key);
  deepEqual(keys("^3$"), ["1", "2", "3"]);
  deepEqual(keys("^(4|6)$"), ["1", "4", "5", "6"]);
});

Deno.test("prepared keys sort like the natural order", () => {
  const texts = [
    "",
    "eth2",
    "eth10",
    "eth1",
    "10",
    "9",
    "-3",
    "1.5",
    "a",
    "b1c2",
    "b1c10",
    "10.5.0.9",
  ];
  const naturally = texts.toSorted(compareNatural);
  deepEqual(texts.toSorted((a, b) => compareKeys(toNaturalKey(a), toNaturalKey(b))), naturally);
});
