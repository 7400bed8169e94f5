/** Tables over nodes on the screen. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { LiveRows } from "../../../../lib/dashboard/browse/live_rows.ts";
import type { BrowseRow, Feed } from "../../../../lib/dashboard/browse/types.ts";
import { TablePage } from "../../../../lib/dashboard/screen/browse/table_page.ts";
import { FakeHost } from "../../../helpers/page_host.ts";

const NODES = ["10.5.0.2", "10.5.0.3"];
const NAMES = {
  order: NODES,
  nameOf: (node: string) => node === "10.5.0.2" ? "control-plane-1" : "worker-1",
};
const SIZE = { columns: 60, rows: 10 };

function row(node: string, key: string, state: string): BrowseRow {
  return { node, key, name: key, cells: [key, state, "1500"], labels: { app: key } };
}

function createPage() {
  const host = new FakeHost(NAMES);
  const rows = new LiveRows(NODES, { now: () => host.time, changed() {} });
  const feed: Feed = {
    columns: ["ID", "STATE", "MTU"].map((header) => ({ header })),
    hideFirst: ["MTU"],
    rows,
    start: () => () => {},
  };
  for (const node of NODES) {
    rows.set(row(node, "eth10", "up"));
    rows.set(row(node, "eth2", "down"));
    rows.complete(node);
  }
  return { host, rows, page: new TablePage(host, { title: "Link", feed }) };
}

Deno.test("one table shows the rows of all nodes", () => {
  const { host, page } = createPage();
  deepEqual(host.lines(page, SIZE).slice(0, 5), [
    "NODE             ID     STATE  MTU",
    "control-plane-1  eth2   down   1500",
    "control-plane-1  eth10  up     1500",
    "worker-1         eth2   down   1500",
    "worker-1         eth10  up     1500",
  ]);
});

Deno.test("rows of a lost node are faint, with their age and the reason", () => {
  const { host, rows, page } = createPage();
  rows.lose("10.5.0.3", "connection \x1b[31mrefused");
  host.time += 65_000;
  const lines = host.lines(page, SIZE);
  match(lines[3]!, /^worker-1 +eth2 .* 1m05s old$/);
  ok(!lines[1]!.includes("old"));
  equal(
    lines.at(-1),
    "worker-1: connection \\x1b[31mrefused (rows are 1m05s old)",
  );
  ok(host.frame(page, SIZE, true).changes(undefined).includes("\x1b[0;2mworker-1"));
});

Deno.test("text of a node never starts an escape sequence", () => {
  const { host, rows, page } = createPage();
  rows.set(row("10.5.0.2", "\x1b]52;c;AAAA\x07", "\u009b31m\u202e"));
  const output = host.frame(page, SIZE, true).changes(undefined);
  // deno-lint-ignore no-control-regex -- what the screen itself writes
  const rest = output.replaceAll(/\x1b\[[0-9;]*[HmJ]/g, "");
  // deno-lint-ignore no-control-regex -- control characters are what it looks for
  ok(!/[\x00-\x1f\x7f-\x9f\u202e]/.test(rest));
  host.press(page, "home", "m", "c");
  ok(!host.copied[0]!.includes("\x1b"));
});

Deno.test("the cursor stays on its row while others come and go", () => {
  const { host, rows, page } = createPage();
  host.press(page, "down", "down", "down");
  equal(page.current!.row.key, "eth10");
  rows.set(row("10.5.0.2", "a", "up"));
  host.lines(page, SIZE);
  equal(page.current!.id, "10.5.0.3\0eth10");
  rows.remove("10.5.0.3", "eth10");
  host.lines(page, SIZE);
  equal(page.current!.id, "10.5.0.3\0eth2");
});

Deno.test("filter, order and columns are what was typed", () => {
  const { host, page } = createPage();
  host.press(page, "/");
  host.prompt!.changed!("!down");
  deepEqual(page.result.rows.map(({ row }) => row.key), ["eth10", "eth10"]);
  host.prompt!.cancelled!();
  equal(page.result.rows.length, 4);
  host.lines(page, SIZE);
  host.press(page, ">", ">", "o");
  match(host.lines(page, SIZE)[0]!, /ID↓/);
  deepEqual(page.result.rows.map(({ row }) => row.key), ["eth10", "eth10", "eth2", "eth2"]);
  host.press(page, "C");
  deepEqual(host.prompt!.complete!("NODE,S"), ["NODE,STATE"]);
  host.prompt!.done("state,id");
  equal(host.lines(page, SIZE)[0], "STATE  ID↓");
  host.press(page, "C");
  host.prompt!.done("ID,COLOUR");
  match(host.said.at(-1)!, /unknown column "COLOUR"/);
});

Deno.test("marked rows are copied and saved, also those that a filter hides", async () => {
  const { host, page } = createPage();
  host.press(page, "m", "m");
  match(host.lines(page, SIZE)[1]!, /^\* control-plane-1/);
  host.press(page, "c");
  deepEqual(host.copied, ["eth2\neth10"]);
  host.press(page, "/");
  host.prompt!.done("worker");
  host.press(page, "s");
  await Promise.all(host.running);
  deepEqual(host.saved, [{
    path: "link.csv",
    text: "NODE,ID,STATE,MTU\ncontrol-plane-1,eth2,down,1500\ncontrol-plane-1,eth10,up,1500\n",
  }]);
  ok(page.escape());
  ok(page.escape());
  ok(!page.escape());
});

Deno.test("a narrow screen hides the least important columns, a tiny one shows no garbage", () => {
  const { host, page } = createPage();
  equal(host.lines(page, { columns: 30, rows: 10 })[0], "NODE             ID     STATE");
  host.press(page, "w");
  match(host.lines(page, { columns: 34, rows: 10 })[0]!, /MTU$/);
  for (const columns of [1, 2, 10]) {
    for (const rows of [1, 2, 3]) host.lines(page, { columns, rows });
  }
});
