/** Which calls and streams the dashboard makes. */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { NodeClient } from "../../../lib/client/types.ts";
import { pollNode } from "../../../lib/dashboard/polls.ts";
import { printOverviews } from "../../../lib/dashboard/repeated.ts";
import { DashboardSource } from "../../../lib/dashboard/source.ts";
import { createNodeModel } from "../../../lib/dashboard/types.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { FakeClock, fakeSystem } from "../../helpers/fake_system.ts";

/** A client whose calls return empty messages and whose streams stay open. */
function fakeClient(nodes: readonly string[]) {
  const calls: string[] = [];
  const open = new Map<string, number>();
  let problem: OsctlError | undefined;
  let processes: { pid: number; cpuTime: number }[] = [];
  let hold: { readonly node: string; readonly until: Promise<void> } | undefined;
  // deno-lint-ignore require-yield -- a stream without messages
  async function* stay(key: string, signal: AbortSignal | undefined): AsyncGenerator<never> {
    open.set(key, (open.get(key) ?? 0) + 1);
    try {
      await new Promise((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason))
      );
    } finally {
      open.set(key, open.get(key)! - 1);
    }
  }
  // deno-lint-ignore require-yield -- a list without resources
  async function* list(key: string): AsyncGenerator<never> {
    calls.push(key);
  }
  const client = {
    nodes,
    plainCall: async (method: { path: string }, _request: unknown, node: string) => {
      calls.push(`${node} ${method.path.split("/").at(-1)}`);
      if (problem !== undefined) throw problem;
      if (hold?.node === node) await hold.until;
      return {
        messages: [{ services: [], processes, cpuInfo: [], stats: [], devices: [] }],
        resource: {
          metadata: { type: "x", id: "y", annotations: {}, labels: {}, finalizers: [] },
          spec: { yamlSpec: "" },
        },
      };
    },
    plainStream: (
      { path }: { path: string },
      { type }: { type: string },
      node: string,
      { signal }: { signal?: AbortSignal },
    ) =>
      path.endsWith("/List")
        ? list(`${node} List ${type.split(".")[0]}`)
        : stay(`${node} ${type.split(".")[0]}`, signal),
    stream: (
      method: { path: string },
      _request: unknown,
      node: string,
      { signal }: { signal?: AbortSignal },
    ) => stay(`${node} ${method.path.split("/").at(-1)}`, signal),
  } as unknown as NodeClient;
  return {
    client,
    open,
    fail: (error: OsctlError | undefined) => void (problem = error),
    setProcesses: (list: typeof processes) => void (processes = list),
    /** Delays the responses of a node. */
    holdNode: (node: string, until: Promise<void>) => void (hold = { node, until }),
    /** Returns and forgets the calls. */
    take: () => calls.splice(0),
    opened: () => [...open].filter(([, count]) => count > 0).map(([key]) => key).sort(),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function start(nodes: readonly string[]) {
  const fake = fakeClient(nodes);
  const clock = new FakeClock();
  const { signal } = new AbortController();
  const errors: unknown[] = [];
  const source = new DashboardSource({
    client: fake.client,
    clock,
    signal,
    intervalMs: 1000,
    callMs: 30_000,
    fail: (error) => void errors.push(error),
  });
  const advance = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      await clock.advance(100);
      await settle();
    }
  };
  return { ...fake, source, clock, errors, advance };
}

Deno.test("nodes on screen are polled at the interval, others less often", async () => {
  const { source, take, advance, errors } = start(["a", "b"]);
  using _ = source;
  const viewer = source.addViewer();
  viewer.setFocus({ visible: new Set(["a"]) });
  source.start();
  await advance(100);
  const first = take();
  ok(["a Version", "b Version", "a ServiceList", "b Mounts"].every((call) => first.includes(call)));
  await advance(5000);
  const later = take();
  const count = (call: string) => later.filter((one) => one === call).length;
  deepEqual([count("a SystemStat"), count("b SystemStat")], [5, 1]);
  deepEqual([count("a Version"), count("a Processes")], [0, 0]);
  // A node that comes into view is polled at once.
  viewer.setFocus({ visible: new Set(["b"]) });
  await advance(100);
  ok(take().includes("b SystemStat"));
  source.intervalMs = 10_000;
  await advance(5000);
  // The pause that has begun ends as before.
  ok(take().filter((call) => call === "b SystemStat").length <= 1);
  deepEqual(errors, []);
});

Deno.test("nodes are sorted again once their names are known", () => {
  const { source } = start(["10.5.0.3", "10.5.0.2", "10.5.0.10"]);
  using _ = source;
  const order = () => source.nodes.map(({ node }) => node);
  deepEqual(order(), ["10.5.0.2", "10.5.0.3", "10.5.0.10"]);
  source.find("10.5.0.2")!.hostname = "worker-10";
  source.find("10.5.0.10")!.hostname = "worker-2";
  deepEqual(order(), ["10.5.0.10", "10.5.0.2", "10.5.0.3"]);
  deepEqual(source.models.map(({ node }) => node), ["10.5.0.3", "10.5.0.2", "10.5.0.10"]);
});

Deno.test("panes add polls of the selected node only", async () => {
  const { source, take, advance } = start(["a", "b"]);
  using _ = source;
  const viewer = source.addViewer();
  source.start();
  await advance(100);
  take();
  viewer.setFocus({ visible: new Set(["a"]), detail: { node: "a", pane: "monitor" } });
  await advance(1000);
  const calls = take();
  ok(calls.includes("a Processes") && calls.includes("a DiskStats") && calls.includes("a CPUInfo"));
  ok(!calls.includes("b Processes"));
  viewer.setFocus({ visible: new Set(), etcd: true });
  await advance(500);
  ok(take().includes("a EtcdStatus"));
  viewer.close();
  await advance(900);
  deepEqual(take().filter((call) => call.includes("Etcd")), []);
});

Deno.test("there is one stream per node and topic, and none after the end", async () => {
  const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
  const { source, opened, open, advance } = start(names);
  const viewer = source.addViewer();
  source.start();
  await advance(1000);
  equal(opened().length, 200);
  deepEqual(opened().filter((key) => key.startsWith("n7 ")), [
    "n7 MachineStatuses",
    "n7 Services",
  ]);
  const events = { visible: new Set<string>(), events: true };
  viewer.setFocus(events);
  await advance(500);
  equal(opened().length, 300);
  viewer.setFocus({
    visible: new Set(["n7"]),
    detail: { node: "n7", pane: "summary" },
    log: { node: "n7", source: "kernel" },
  });
  await advance(500);
  const own = opened().filter((key) => key.startsWith("n7 "));
  ok(own.includes("n7 Members") && own.includes("n7 Dmesg") && own.includes("n7 Events"));
  equal(opened().length, 300 + 18, "17 kinds and the log; the stage is watched twice");
  // Another viewer of the same node shares them.
  const second = source.addViewer();
  second.setFocus({ detail: { node: "n7", pane: "monitor" } });
  await advance(500);
  equal(open.get("n7 Members"), 1);
  viewer.close();
  await advance(500);
  ok(opened().includes("n7 Members") && !opened().includes("n7 Dmesg"));
  second.close();
  await advance(500);
  ok(!opened().includes("n7 Members"));
  source[Symbol.dispose]();
  await settle();
  deepEqual(opened(), []);
});

Deno.test("members are requested from one of 100 nodes, from another one where it has none", async () => {
  const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
  const { source, take, advance } = start(names);
  using _ = source;
  source.addViewer().setFocus({});
  source.start();
  await advance(20_000);
  const lists = () => take().filter((call) => call.includes(" List "));
  const first = lists();
  equal(first.length, 1);
  match(first[0]!, /^n\d+ List Members$/);
  await advance(31_000);
  const second = lists();
  equal(second.length, 1);
  ok(second[0] !== first[0]);
});

Deno.test("a node that is down is probed by one call and read completely afterwards", async () => {
  const { source, take, fail, advance } = start(["a"]);
  using _ = source;
  source.addViewer().setFocus({});
  source.start();
  await advance(100);
  take();
  fail(new OsctlError("connection", "connection refused"));
  await advance(1000);
  equal(source.nodes[0]!.problem, "connection refused");
  take();
  await advance(2000);
  deepEqual(take(), ["a SystemStat", "a SystemStat"]);
  fail(undefined);
  await advance(1000);
  equal(source.nodes[0]!.problem, undefined);
  const calls = take();
  ok(["a Memory", "a Version", "a ServiceList"].every((call) => calls.includes(call)), `${calls}`);
});

Deno.test("polls of many nodes that are not on screen are spread over their period", async () => {
  const { source, take, advance } = start(Array.from({ length: 20 }, (_, index) => `n${index}`));
  using _ = source;
  source.addViewer();
  source.start();
  await advance(1000);
  take();
  for (let second = 1; second <= 10; second++) {
    await advance(1000);
    const polls = take().filter((call) => call.endsWith(" SystemStat")).length;
    ok(polls >= 2 && polls <= 6, `${polls} polls in second ${second}`);
  }
});

Deno.test("a pane opened during a poll is polled right after it", async () => {
  const { source, take, advance, holdNode } = start(["a"]);
  using _ = source;
  const viewer = source.addViewer();
  viewer.setFocus({});
  const held = Promise.withResolvers<void>();
  holdNode("a", held.promise);
  source.start();
  await advance(100);
  take();
  viewer.setFocus({ detail: { node: "a", pane: "monitor" } });
  held.resolve();
  await advance(200);
  ok(take().includes("a Processes"));
});

Deno.test("the CPU share of a process covers the time between two responses", async () => {
  const { client, setProcesses } = fakeClient(["a"]);
  const clock = new FakeClock();
  // The number of CPUs is not known yet.
  const model = createNodeModel("a");
  const target = { client, clock, model, samples: {} };
  const poll = () =>
    pollNode(target, ["processes"], { timeoutMs: 1000, signal: new AbortController().signal });
  setProcesses([{ pid: 1, cpuTime: 10 }]);
  await poll();
  deepEqual(model.processes.map(({ cpu }) => cpu), [undefined]);
  await clock.advance(2000);
  setProcesses([{ pid: 1, cpuTime: 11 }, { pid: 2, cpuTime: 5 }]);
  await poll();
  deepEqual(model.processes.map(({ cpu }) => cpu), [0.5, undefined]);
});

Deno.test("a node that does not respond does not delay the tables", async () => {
  const { client, holdNode } = fakeClient(["a", "b"]);
  const clock = new FakeClock();
  const stop = new AbortController();
  const system = fakeSystem({ clock, signal: stop.signal });
  holdNode("b", new Promise(() => {}));
  const flags = {
    output: "table",
    columns: [],
    sortBy: "",
    noHeaders: false,
    wide: false,
  } as const;
  const printing = printOverviews(system, client, { intervalMs: 1000, ...flags });
  for (let passed = 0; passed < 6000; passed += 100) {
    await clock.advance(100);
    await settle();
  }
  stop.abort(new OsctlError("cancelled", "interrupted"));
  await rejects(printing, { message: "interrupted" });
  equal(system.stdout.text.split("NODE ").length - 1, 5, system.stdout.text);
});
