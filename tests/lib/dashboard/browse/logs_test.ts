/** Logs of several nodes, processes as trees, events over time. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { countByTime, type EventRow } from "../../../../lib/dashboard/browse/event_feed.ts";
import type { LogFeed } from "../../../../lib/dashboard/browse/log_feed.ts";
import {
  logLevel,
  LogLines,
  type LogSource,
  MAX_LINES,
  parseTimeRange,
} from "../../../../lib/dashboard/browse/log_lines.ts";
import { toTree } from "../../../../lib/dashboard/browse/process_feed.ts";
import { LogPage } from "../../../../lib/dashboard/screen/browse/log_page.ts";
import { parseDuration } from "../../../../lib/output/duration.ts";
import { FakeHost } from "../../../helpers/page_host.ts";

const NOW = Date.UTC(2026, 0, 2, 12, 0, 0);
const [APID, ETCD] = ["apid", "etcd"].map((id, index): LogSource => ({
  node: `10.5.0.${index + 2}`,
  id,
  name: id,
  isKubernetes: false,
})) as [LogSource, LogSource];
const ALL = { filter: "", from: undefined, to: undefined };

function add(lines: LogLines, source: LogSource, order: number, text: string): void {
  lines.add({ source, time: order, order, text });
}

Deno.test("lines of several logs are sorted by time, old ones are forgotten", () => {
  const lines = new LogLines();
  add(lines, APID, 10, "a");
  add(lines, APID, 30, "c");
  add(lines, ETCD, 20, "b");
  add(lines, ETCD, 20, "b2");
  const texts = () => lines.select(ALL).map(({ text }) => text);
  deepEqual(texts(), ["a", "b", "b2", "c"]);
  equal(lines.select(ALL), lines.select(ALL));
  lines.remove(ETCD);
  deepEqual(texts(), ["a", "c"]);
  for (let index = 0; index < 1.3 * MAX_LINES; index++) add(lines, APID, 100 + index, "x");
  ok(lines.select(ALL).length <= 1.2 * MAX_LINES);
});

Deno.test("lines are selected by expression and time", () => {
  const lines = new LogLines();
  add(lines, APID, 10, "connection lost");
  add(lines, ETCD, 20, "compacted");
  const texts = (query: object) => lines.select({ ...ALL, ...query }).map(({ text }) => text);
  deepEqual(texts({ filter: "^comp" }), ["compacted"]);
  deepEqual(texts({ filter: "!apid" }), ["compacted"]);
  deepEqual(texts({ from: 15 }), ["compacted"]);
  deepEqual(texts({ to: 15 }), ["connection lost"]);
});

Deno.test("ranges of time are durations, times of today, and dates", () => {
  const range = (text: string) => parseTimeRange(text, NOW, parseDuration);
  deepEqual(range("15m"), { from: NOW - 900_000, to: undefined });
  deepEqual(range("15m..5m"), { from: NOW - 900_000, to: NOW - 300_000 });
  deepEqual(range("..11:30"), { from: undefined, to: NOW - 1_800_000 });
  deepEqual(range("2026-01-02T11:00..2026-01-02T11:30:00Z"), {
    from: NOW - 3_600_000,
    to: NOW - 1_800_000,
  });
  deepEqual(range(""), { from: undefined, to: undefined });
  for (const text of ["soon", "1m..2m..3m", "2026-13-99"]) equal(range(text), undefined);
});

Deno.test("levels come from what a line states, else from its words", () => {
  equal(logLevel('{"level":"info","msg":"error count 0"}'), undefined);
  equal(logLevel('{"level":"warn","msg":"slow"}'), "warning");
  equal(logLevel("E0102 12:00:00.000000 1 kubelet.go:1] failed"), "error");
  equal(logLevel("I0102 12:00:00.000000 1 kubelet.go:1] error budget"), undefined);
  equal(logLevel("kern: err: [2026-01-02T12:00:00Z]: oops"), "error");
  equal(logLevel("time=x level=debug msg=error"), "debug");
  equal(logLevel("Connection FAILED"), "error");
  equal(logLevel("terror of the seas"), undefined);
});

function createPage() {
  const host = new FakeHost({ order: [APID.node, ETCD.node], nameOf: (node) => `n${node.at(-1)}` });
  const lines = new LogLines();
  for (let index = 0; index < 30; index++) {
    add(lines, index % 2 ? ETCD : APID, index, `line ${index}`);
  }
  const feed = { sources: [APID, ETCD], lines, problems: new Map(), start: () => () => {} };
  return { host, lines, page: new LogPage(host, feed as unknown as LogFeed, "logs") };
}

const SIZE = { columns: 40, rows: 5 };

Deno.test("the newest line stays on screen until another is selected", () => {
  const { host, lines, page } = createPage();
  equal(host.lines(page, SIZE).at(-1), "n3 etcd │ line 29");
  add(lines, APID, 40, "new");
  equal(host.lines(page, SIZE).at(-1), "n2 apid │ new");
  host.press(page, "up", "up");
  const before = host.lines(page, SIZE);
  for (let index = 0; index < 100; index++) add(lines, APID, 50 + index, "later");
  deepEqual(host.lines(page, SIZE).slice(0, 3), before.slice(0, 3));
  host.press(page, "f");
  match(host.lines(page, SIZE).at(-1)!, /later$/);
});

Deno.test("logs are searched, filtered, wrapped and saved", async () => {
  const { host, lines, page } = createPage();
  host.press(page, "/");
  host.prompt!.done("LINE 7");
  match(page.status().join(" "), /^line 8 30 lines search: LINE 7/);
  ok(page.escape());
  host.press(page, "&");
  host.prompt!.changed!("line 2.$");
  equal(host.lines(page, { columns: 40, rows: 20 }).filter((line) => line !== "").length, 10);
  host.press(page, "t");
  host.prompt!.done("never");
  match(host.said.at(-1)!, /invalid time range "never"/);
  host.press(page, "s");
  await Promise.all(host.running);
  match(host.saved[0]!.text, /^n2 apid \| line 20\nn3 etcd \| line 21\n/);
  ok(page.escape());
  host.press(page, "p", "w", "f");
  add(lines, APID, 99, "x".repeat(90));
  deepEqual(host.lines(page, SIZE).slice(-3), ["x".repeat(40), "x".repeat(40), "x".repeat(10)]);
});

Deno.test("lines of a hostile log send no control sequences", () => {
  const { host, lines, page } = createPage();
  add(lines, APID, 99, "\x1b]0;title\x07\u009b2J");
  const output = host.frame(page, SIZE, true).changes(undefined);
  // deno-lint-ignore no-control-regex -- what the screen itself writes
  const rest = output.replaceAll(/\x1b\[[0-9;]*[HmJ]/g, "");
  // deno-lint-ignore no-control-regex -- control characters are what it looks for
  ok(!/[\x00-\x1f\x7f-\x9f]/.test(rest));
});

Deno.test("processes are below their parents, whatever a node claims", () => {
  const tree = (...pairs: [pid: number, ppid: number][]) =>
    toTree(pairs.map(([pid, ppid]) => ({ process: { pid, ppid }, cpu: undefined })))
      .map(({ usage, depth }) => `${"-".repeat(depth)}${usage.process.pid}`);
  deepEqual(tree([4, 2], [1, 0], [2, 1], [3, 1], [9, 77]), ["1", "-2", "--4", "-3", "9"]);
  // A cycle has no root.
  deepEqual(tree([1, 0], [5, 6], [6, 5], [7, 7]), ["1", "7", "5", "6"]);
});

Deno.test("events are counted in spans of time", () => {
  const rows = [0, 1, 59, 61, 500].map((age) => ({
    event: { seconds: NOW / 1000 - age },
  })) as unknown as EventRow[];
  deepEqual(countByTime(rows, { now: NOW, spans: 3, spanMs: 60_000 }), [0, 1, 3]);
});
