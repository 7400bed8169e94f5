/** The dashboard's screen: state to cells, and keys. */
import { DEFAULT_KEYMAP } from "../../../lib/dashboard_keys/keymap.ts";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { LogBuffer } from "../../../lib/dashboard/log_buffer.ts";
import { drawDashboard } from "../../../lib/dashboard/screen/draw.ts";
import {
  createState,
  type DashboardState,
  pressDashboardKey,
} from "../../../lib/dashboard/screen/state.ts";
import {
  createNodeModel,
  inNaturalOrder,
  isStale,
  type NodeModel,
  nodeName,
  unhealthyServices,
} from "../../../lib/dashboard/types.ts";
import { machine } from "../../../proto/machine.ts";
import { renderScreen } from "../../helpers/screen.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const SMALL = { columns: 80, rows: 24 };

function model(node: string, more: Partial<NodeModel> = {}): NodeModel {
  return Object.assign(createNodeModel(node), {
    hostname: `host-${node}`,
    role: "worker",
    version: "v1.8.0",
    stage: "running",
    ready: true,
    bootTime: NOW / 1000 - 3700,
    load: [0.5, 0.4, 0.3],
    services: [],
    memory: { total: 100, used: 42 },
    updatedAt: NOW,
    periodMs: 3000,
    ...more,
  });
}

function source(...nodes: NodeModel[]) {
  const log = new LogBuffer();
  return {
    nodes,
    events: [],
    log,
    find: (node: string) => nodes.find((one) => one.node === node),
    logOf: () => log,
  };
}

const look = {
  now: NOW,
  colour: true,
  overviewColumns: [],
  context: "",
  cluster: "",
  keymap: DEFAULT_KEYMAP,
};
const context = {
  nodes: ["a", "b", "c"],
  page: 20,
  logPage: 10,
  logLines: 50,
  logCount: 50,
  services: ["apid"],
};

/** Returns the state after keys; undefined once one ends the program. */
function press(state: DashboardState, ...keys: string[]): DashboardState | undefined {
  let next: DashboardState | undefined = state;
  for (const key of keys) next = next && pressDashboardKey(next, key, context);
  return next;
}

Deno.test("the overview has one line per node in 80 columns", () => {
  const nodes = [
    model("10.5.0.2", { hostname: "control-plane-in-rack-1", role: "controlplane" }),
    model("10.5.0.3", { problem: "cannot be reached: connection refused", hostname: undefined }),
    model("10.5.0.4", { updatedAt: NOW - 9001, ready: false, stage: "booting" }),
    model("10.5.0.5", { updatedAt: undefined, hostname: undefined }),
  ];
  const { frame, visible } = drawDashboard(
    createState("10.5.0.2", 3000),
    source(...nodes),
    look,
    SMALL,
  );
  const lines = frame.toString().split("\n");
  ok(lines.every((line) => line.length <= 80));
  match(
    lines[0]!,
    /^ 1 Overview {2}2 {2}3 {2}4 .* 0 +4 nodes, 2 ready, 1 down$/,
  );
  match(lines[1]!, /^NAME +ROLE +VERSION +STAGE +READY +UPTIME +CPU +MEM +LOAD +DISK +RX.*BAD$/);
  match(lines[2]!, /^contr.*… ?.* cp +v1\.8\.0 +running +yes +1h1m +- +42% +0\.50/);
  match(lines[3]!, /^10\.5\.0\.3 +cannot be reached: connection refused$/);
  match(lines[4]!, /^host-1.* booting +no/);
  match(lines[5]!, /^10\.5\.0\.5 +waiting for a response …$/);
  match(lines[23]!, /^ \?: keys {2}q: quit {2}4 rows {2}1 column hidden: w {2}every 3s$/);
  deepEqual([...visible], nodes.map(({ node }) => node));
  // Data older than three intervals is faint.
  deepEqual(nodes.map((node) => isStale(node, NOW)), [false, false, true, false]);
  ok(frame.changes(undefined).includes("\x1b[0;2mhost-1"));
});

Deno.test("the first line has the context, shortened only where it must be", () => {
  const nodes = source(model("a"), model("b", { problem: "down" }));
  const line = (context: string, columns: number, cluster = "") =>
    drawDashboard(createState("a", 3000), nodes, { ...look, context, cluster }, {
      columns,
      rows: 10,
    }).frame.toString().split("\n")[0]!;
  match(line("lab", 160), /4 Events .* lab {2}2 nodes, 1 ready, 1 down$/);
  match(line("lab", 80), /^ 1 Overview {2}2 {2}3 {2}4 .* lab {2}2 nodes, 1 ready, 1 down$/);
  match(line("admin@production-frankfurt-7", 86), / admi\S*…\S*-7 {2}2 nodes, 1 ready, 1 down$/);
  match(line("admin@production-frankfurt-7", 120), / admin@production-frankfurt-7 {2}2 nodes/);
  match(line("admin@production-frankfurt-7", 69), /9 {2}0 +2 nodes, 1 ready, 1 down$/);
  match(line("lab", 100, "lab"), / lab {2}2 nodes/);
  match(line("admin", 120, "lab"), / admin \(cluster lab\) {2}2 nodes/);
  // The context alone where both have no space.
  match(line("admin", 80, "production-frankfurt-7"), / {2}admin {2}2 nodes/);
});

Deno.test("nodes are in natural order of their names, those without one last", () => {
  const named = ["worker-10", "worker-2", "control-plane-1"].map((hostname, index) =>
    model(`10.5.0.${index + 2}`, { hostname })
  );
  const dead = [
    model("10.5.0.10", { hostname: undefined }),
    model("10.5.0.9", { hostname: undefined }),
  ];
  deepEqual(
    inNaturalOrder([...dead, ...named]).map(nodeName),
    ["control-plane-1", "worker-2", "worker-10", "10.5.0.9", "10.5.0.10"],
  );
});

Deno.test("an overview that does not fit omits addresses before it shortens texts", () => {
  const node = model("10.250.100.101", { role: "controlplane", version: "v1.8.0-alpha.2" });
  const draw = (columns: number) =>
    drawDashboard(createState(node.node, 3000), source(node), look, { columns, rows: 24 })
      .frame.toString();
  match(draw(140), /NODE .*\n.* controlplane +v1\.8\.0-alpha\.2 /);
  const at120 = draw(120);
  match(at120, / controlplane +v1\.8\.0-alpha\.2 /);
  ok(!at120.includes("NODE "), at120);
  match(draw(80), / cp +v1\.8\.0… /);
});

Deno.test("lines that are wider than the terminal end with …", () => {
  const long = "x".repeat(200);
  const data = source(
    model("a", { role: "controlplane", hostname: "h".repeat(40), version: "v1.8.0-alpha.2" }),
    model("b", { role: "", problem: long }),
  );
  data.log.push(new TextEncoder().encode(`${long}\n`));
  for (const view of ["overview", "node", "etcd"] as const) {
    const state = { ...createState("a", 3000), view };
    const lines = drawDashboard(state, data, look, SMALL).frame.toString().split("\n");
    const cut = lines.filter((line) => /x{20}|uptime/.test(line));
    ok(cut.length > 0, lines.join("\n"));
    for (const line of cut) match(line, /^.{79}…$/, view);
  }
});

Deno.test("the status of a slow etcd member is pending, not zeros", () => {
  const nodes = source(model("a", { role: "controlplane" }));
  const line = drawDashboard(press(createState("a", 3000), "3")!, nodes, look, SMALL)
    .frame.toString().split("\n")[3]!;
  match(line, /^host-a( +…){9} *$/);
  const summary = drawDashboard(press(createState("a", 3000), "2")!, nodes, look, SMALL);
  match(summary.frame.toString(), /CLUSTER +… /);
});

Deno.test("a wide overview has the CPU history, all screens fit", () => {
  const node = model("a");
  for (let value = 0; value < 60; value++) node.series.cpu.push(value / 60);
  const nodes = source(node, model("b"));
  const wide = drawDashboard(createState("a", 3000), nodes, look, { columns: 200, rows: 60 });
  match(wide.frame.toString(), /CPU HISTORY\n.*▁.*█|CPU HISTORY\n.*[▃▄▅▆▇█]{20}/);
  for (const columns of [1, 10, 40, 79, 120]) {
    for (const rows of [1, 2, 5, 10, 50]) {
      for (const keys of [[], ["2"], ["f2"], ["f2", "l"], ["2", "tab", "tab"], ["3"]]) {
        const state = press(createState("a", 3000), ...keys)!;
        const { frame } = drawDashboard(state, nodes, look, { columns, rows });
        equal(frame.toString().split("\n").length, rows);
      }
    }
  }
});

Deno.test("control and wide characters of nodes do not break the screen", () => {
  const node = model("a", {
    hostname: "\x1b[2J日本語\r\n\u202e",
    version: "日本語日本語日本語",
    stage: "x\x07\u0301\u0301",
  });
  const bad = model("b", { problem: "\x1b]0;title\x07 日本語".repeat(20) });
  const nodes = source(node, bad);
  nodes.log.push(new TextEncoder().encode("\x1b[2J\x1b[31mred\x1b[0m \x9b2J 日本\n"));
  for (const keys of [[], ["2"], ["3"]]) {
    const { frame } = drawDashboard(press(createState("a", 3000), ...keys)!, nodes, look, SMALL);
    const output = frame.changes(undefined);
    // deno-lint-ignore no-control-regex -- what must not be in it
    const own = output.replaceAll(/^\x1b\[0m\x1b\[2J|\x1b\[(0|0;[0-9;]+)m|\x1b\[\d+;\d+H/g, "");
    // deno-lint-ignore no-control-regex
    equal(/[\x00-\x1f\x7f-\x9f\u202e]/.exec(own), null);
    const lines = renderScreen(output, SMALL).split("\n");
    equal(lines.length, 24);
    match(lines[23]!, /^ \?: keys/);
  }
});

Deno.test("without colours, only inverse, faint and bold text remains", () => {
  const nodes = source(model("a", { problem: "down" }), model("b", { ready: false }));
  for (const keys of [[], ["2"], ["f2"], ["3"], ["4"]]) {
    const state = press(createState("a", 3000), ...keys)!;
    const { frame } = drawDashboard(state, nodes, { ...look, colour: false }, SMALL);
    // deno-lint-ignore no-control-regex
    equal(/\x1b\[[0-9;]*3[0-9]m/.exec(frame.changes(undefined)), null);
  }
});

Deno.test("number and function keys select views and panes", () => {
  const state = createState("a", 3000);
  equal(press(state, "2")!.view, "node");
  equal(press(state, "4")!.view, "events");
  const monitor = press(state, "f2")!;
  deepEqual([monitor.view, monitor.pane], ["node", "monitor"]);
  deepEqual([press(monitor, "f1")!.pane, press(monitor, "tab")!.pane], ["summary", "services"]);
  equal(press(monitor, "shift-tab", "shift-tab")!.pane, "resources");
  equal(press(state, "q"), undefined);
  equal(press(state, "ctrl-c"), undefined);
  equal(press(state, "+")!.intervalMs, 5000);
  equal(press(press(state, "2")!, "-", "-")!.intervalMs, 1000);
});

Deno.test("keys select nodes and logs; Escape goes back", () => {
  const state = createState("a", 3000);
  equal(press(state, "n")!.node, "b");
  equal(press(state, "N")!.node, "c");
  equal(press(state, "right", "l")!.node, "b");
  equal(press(state, "h")!.tables.overview.cursor, "c");
  const opened = press(state, "l")!;
  deepEqual([opened.view, opened.pane, opened.isLogOpen], ["node", "services", true]);
  equal(press(opened, "]")!.log.source, "apid");
  equal(press(opened, "]", "]")!.log.source, "kernel");
  equal(press(opened, "escape")!.isLogOpen, false);
  equal(press(opened, "escape", "escape")!.view, "overview");
  // The log scrolls within its lines and returns to the end.
  const log = press(state, "2", "k", "page-up")!.log;
  equal(log.offset, 11);
  equal(press(state, "2", "home")!.log.offset, 40);
  equal(press(state, "2", "home", "G")!.log.offset, 0);
  equal(press(state, "2", "k", "n")!.log.offset, 0, "another node");
  // While a filter is edited, keys are text.
  const edited = press(state, "/", "q", "2", "?")!;
  equal(edited.tables.overview.filter, "q2?");
  equal(press(edited, "enter", "escape")!.tables.overview.filter, "");
});

Deno.test("the cursor selects the node and stays on screen", () => {
  const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
  const nodes = source(...names.map((name) => model(name)));
  let state = createState("n0", 3000);
  const show = () => {
    const drawn = drawDashboard(state, nodes, look, SMALL);
    state = {
      ...state,
      tables: {
        ...state.tables,
        overview: { ...state.tables.overview, table: drawn.table!.table },
      },
    };
    return drawn;
  };
  const { page } = show();
  equal(page, 21);
  const key = (name: string) => {
    state = pressDashboardKey(state, name, { ...context, nodes: names, page })!;
    return show();
  };
  key("page-down");
  equal(state.node, "n21");
  ok(key("end").visible.has("n99"));
  equal(state.node, "n99");
  ok(key("wheel-up").visible.has("n96"));
  equal(state.node, "n96");
  equal(key("home").visible.has("n0"), true);
  key("n");
  equal(state.node, "n1");
});

Deno.test("services that failed, are unhealthy or have not started are counted", () => {
  const service = (id: string, state: string, health?: { unknown?: boolean; healthy?: boolean }) =>
    machine.ServiceInfo.create({ id, state, ...(health ? { health } : {}) });
  deepEqual(
    unhealthyServices(model("a", {
      services: [
        service("ok", "Running", { healthy: true }),
        service("unknown", "Running", { unknown: true }),
        service("none", "Running"),
        service("done", "Finished"),
        service("skipped", "Skipped"),
        service("sick", "Running", { unknown: false, healthy: false }),
        service("failed", "Failed"),
        service("waiting", "Waiting"),
      ],
    })),
    ["sick", "failed", "waiting"],
  );
});

Deno.test("events are ordered by their times, not by arrival", () => {
  const event = (seconds: number) => ({
    id: `${seconds}`,
    type: "x.TaskEvent",
    actor: "",
    source: `task-${seconds}`,
    message: "",
    seconds,
    tint: undefined,
  });
  const events = [5, 9, 9.5, 2].map((seconds) => ({ node: "a", event: event(seconds) as never }));
  const state = press(createState("a", 3000), "4")!;
  const { frame } = drawDashboard(state, { ...source(model("a")), events }, look, SMALL);
  const sources = frame.toString().match(/task-[\d.]+/g);
  deepEqual(sources, ["task-9.5", "task-9", "task-5", "task-2"]);
});

Deno.test("new lines of a log do not move the lines that were scrolled to", () => {
  const node = model("a");
  const shown = source(node);
  const add = (from: number, to: number) => {
    for (let line = from; line < to; line++) {
      shown.log.push(new TextEncoder().encode(`line-${String(line).padStart(4, "0")}\n`));
    }
  };
  add(0, 50);
  const lastLine = (state: DashboardState) =>
    drawDashboard(state, shown, look, SMALL).frame.toString().match(/line-\d+/g)?.at(-1);
  const following = press(createState("a", 3000), "2")!;
  const scrolled = press(following, "k", "k")!;
  deepEqual([lastLine(following), lastLine(scrolled)], ["line-0049", "line-0047"]);
  add(50, 60);
  deepEqual([lastLine(following), lastLine(scrolled)], ["line-0059", "line-0047"]);
  const higher = pressDashboardKey(scrolled, "k", { ...context, logLines: 60, logCount: 60 })!;
  equal(lastLine(higher), "line-0046");
  const again = pressDashboardKey(higher, "G", { ...context, logLines: 60, logCount: 60 })!;
  equal(lastLine(again), "line-0059");
  // The line was dropped: the oldest page is shown.
  add(60, 3000);
  ok(Number(lastLine(higher)!.slice(5)) < 2030);
});
