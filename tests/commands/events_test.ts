import assert from "node:assert/strict";
import { parse } from "yaml";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { type FakeSystem, fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);
const quoted = (text: string) => text.replaceAll(".", "\\.");

/** A fake system that awaits output. */
interface Watched {
  system: FakeSystem;
  /** Resolves when a stream has this many lines. */
  has(stream: "stdout" | "stderr", count: number): Promise<void>;
  /** Sends ^C. */
  stop(): void;
}

function watched(home: string): Watched {
  const stop = new AbortController();
  const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
  const checks = new Set<() => void>();
  // A write takes effect after its announcement.
  const runChecks = () =>
    queueMicrotask(() => queueMicrotask(() => checks.forEach((check) => check())));
  system.stdout.onWrite = runChecks;
  system.stderr.onWrite = runChecks;
  return {
    system,
    has: (stream, count) =>
      new Promise((resolve) => {
        const check = () => {
          if (lines(system[stream].text).length < count) return;
          checks.delete(check);
          resolve();
        };
        checks.add(check);
        check();
      }),
    stop: () => stop.abort(new InterruptError("SIGINT")),
  };
}

/** Runs `events` until it printed this many lines, then sends ^C. */
async function until(
  { run, home }: Sandbox,
  count: number,
  args: string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { system, has, stop } = watched(home);
  const running = run(["events", ...args], { system });
  await Promise.race([has("stdout", count), running]);
  stop();
  return await running;
}

Deno.test("events --filter prints the events for which the expression holds", async () => {
  await withSandbox({}, async (sandbox) => {
    const { address } = sandbox.controlPlanes[0]!;
    const filter = ["--filter", 'type.endsWith("PhaseEvent")'];
    const { code, stdout } = await until(sandbox, 3, ["--tail", "-1", "-n", address, ...filter]);
    assert.equal(code, 0);
    const [, ...rows] = lines(stdout);
    assert.ok(rows.length >= 2);
    for (const row of rows) assert.match(row, /PhaseEvent/);
  });
});

/** The header and the events of a control plane's boot. */
const BOOT_LINES = 147;

Deno.test("events prints a sandbox node's boot, one row per event", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!;
    const { code, stdout } = await until(sandbox, BOOT_LINES, ["--tail", "-1", "-n", node.address]);
    assert.equal(code, 0);
    const [header, ...rows] = lines(stdout);
    const columns = ["NODE", "ID", "EVENT", "ACTOR", "SOURCE", "MESSAGE"];
    const starts = columns.map((column) => header!.indexOf(column));
    const events = rows.map((row) =>
      row.slice(starts[2]).replaceAll(/ +/g, " ").replace("talos/runtime/machine.", "").trim()
    );
    assert.deepEqual(events.slice(0, 5), [
      "MachineStatusEvent BOOTING ready: false, unmet conditions: [services]",
      "SequenceEvent initialize START",
      "PhaseEvent systemRequirements START",
      "TaskEvent enforceKSPPRequirements START",
      "TaskEvent enforceKSPPRequirements STOP",
    ]);
    assert.ok(
      events.includes(`ServiceStateEvent apid RUNNING: Listening on ${node.address}:50000`),
    );
    assert.ok(events.includes("ServiceStateEvent etcd RUNNING: Health check successful"));
    assert.match(rows.at(-2)!, new RegExp(`AddressEvent .*ADDRESSES: ${quoted(node.address)}$`));
    assert.match(events.at(-1)!, /^MachineStatusEvent RUNNING ready: /);
    const ids = rows.map((row) => row.slice(starts[1], starts[2]).trim());
    assert.deepEqual(ids, ids.toSorted());

    const since = await until(sandbox, 2, [
      "--since",
      ids.at(-3)!,
      "--no-headers",
      "-n",
      node.name,
    ]);
    assert.deepEqual(
      lines(since.stdout).map((line) => line.split(/ +/)[1]),
      ids.slice(-2),
    );
    const recent = await until(sandbox, BOOT_LINES, ["--duration", "1h", "-n", node.address]);
    assert.equal(recent.stdout, stdout);
  });
});

Deno.test("events prints several nodes and reports an unreachable one immediately", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const { controlPlanes, workers, dead, home, run } = sandbox;
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    const { system, has, stop } = watched(home);
    const args = ["events", "--tail", "1", "-o", "json", "-n", `${dead},${worker},${node}`];
    const running = run(args, { system });
    await Promise.all([has("stdout", 2), has("stderr", 1)]);
    stop();
    const { code, stdout, stderr } = await running;
    assert.equal(code, 0, "^C is how it ends");
    const records = lines(stdout).map((line) => JSON.parse(line));
    assert.deepEqual(records.map(({ node }) => node).sort(), [node, worker].sort());
    assert.deepEqual(Object.keys(records[0]), [
      ...["node", "id", "time", "type", "actor", "source", "message", "data"],
    ]);
    assert.equal(records[0].type, "talos/runtime/machine.MachineStatusEvent");
    assert.equal(records[0].data.stage, "RUNNING");
    assert.ok(Math.abs(Date.parse(records[0].time) - Date.now()) < 600_000);
    assert.match(stderr, new RegExp(`^osctl: ${quoted(dead)}: [^\\n]+\\n$`));

    const yaml = await until(sandbox, 2, ["--tail=1", "-o", "yaml", "-n", node]);
    assert.equal(parse(yaml.stdout)[0].source, "RUNNING");

    const alone = await run(["events", "-n", dead]);
    assert.deepEqual([alone.code, alone.stdout, lines(alone.stderr).length], [1, "", 1]);
    const none = await run(["events", "--since", "nope", "-n", `${dead},${node}`]);
    assert.equal(none.code, 1);
    assert.match(
      none.stderr,
      /error parsing tail_id: xid: invalid ID \(Unknown\); use an ID that events prints/,
    );
    assert.match(none.stderr, /osctl: streams of 2 of 2 nodes failed\n$/);
  });
});

Deno.test("events waits for a restarting node without losing or repeating events", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const { cluster, controlPlanes, workers, home, run } = sandbox;
    for (const node of [controlPlanes[0]!, workers[0]!]) {
      const { system, has, stop } = watched(home);
      const publishTask = (task: string) =>
        cluster.eventsOf(node).publish("TaskEvent", { task, action: 1 }, "me");
      publishTask("before");
      const running = run(
        ["events", "--tail", "1", "--actor-id", "me", "--no-headers", "-n", node.address],
        { system },
      );
      await has("stdout", 1);
      publishTask("seen");
      await has("stdout", 2);
      cluster.faults.set([{ id: "1", action: "down", node: node.name, method: "*" }]);
      await cluster.applyFaults();
      publishTask("missed");
      cluster.eventsOf(node).publish("TaskEvent", { task: "of another" }, "another");
      await has("stderr", 1);
      cluster.faults.set([]);
      await cluster.applyFaults();
      await has("stdout", 3);
      publishTask("after");
      await has("stdout", 4);
      stop();
      const { code, stdout, stderr } = await running;
      assert.equal(code, 0);
      assert.deepEqual(
        lines(stdout).map((line) => / me +(.*?) +STOP$/.exec(line)?.[1]),
        ["before", "seen", "missed", "after"],
      );
      assert.match(
        stderr,
        new RegExp(
          `^osctl: ${quoted(node.address)}: [^\\n]+; reconnecting\\n` +
            `osctl: ${quoted(node.address)}: reconnected; resuming after the last event\\n$`,
        ),
      );
    }
  });
});

Deno.test("events sends the request of talosctl and prints unknown types", async () => {
  const seen: machine.IEventsRequest[] = [];
  const recording = stream(MachineService.Events, async function* (request, { signal }) {
    seen.push(request);
    yield machine.Event.create({ id: "dc0km6fkq1ns73cdl0gg", data: {} });
    yield machine.Event.create({
      id: "x\x1b[2J",
      data: { type_url: "talos/runtime/machine.FutureEvent", value: Uint8Array.of(1) },
    });
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  });
  await withSandbox({ bindings: [recording] }, async (sandbox) => {
    const node = sandbox.nodes[0]!.address;
    for (
      const args of [
        [],
        ["--tail=-1"],
        ["--since", "abc"],
        ["--duration", "1m30s500ms"],
        ["--actor-id", "me", "--tail", "5"],
      ]
    ) {
      const { code, stdout } = await until(sandbox, 2, [...args, "-n", node]);
      assert.equal(code, 0);
      assert.match(lines(stdout)[1]!, /x\\x1b\[2J +talos\/runtime\/machine\.FutureEvent *$/);
    }
    for (
      const args of [["x"], ["--tail", "x"], ["--duration", "1"], ["--duration=-5m"], ["-o", "x"]]
    ) {
      const { code, stdout, stderr } = await sandbox.run(["events", ...args, "-n", node]);
      assert.deepEqual([code, stdout, lines(stderr).length], [2, "", 1], args.join(" "));
    }
  });
  const asked = seen.map(({ tailEvents, tailId, tailSeconds, withActorId }) => [
    ...[tailEvents, tailId, tailSeconds, withActorId],
  ]);
  assert.deepEqual(asked, [
    [0, "", 0, ""],
    [-1, "", 0, ""],
    [0, "abc", 0, ""],
    [0, "", 90, ""],
    [5, "", 0, "me"],
  ]);
});

Deno.test("events colours failures on a terminal", async () => {
  const failing = stream(MachineService.Events, async function* (_, { signal }) {
    yield machine.Event.create({
      id: "a",
      data: {
        type_url: "talos/runtime/machine.ServiceStateEvent",
        value: machine.ServiceStateEvent.encode({ service: "s", action: 6, message: "why" })
          .finish(),
      },
    });
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  });
  await withSandbox({ bindings: [failing] }, async ({ run, home, nodes }) => {
    const stop = new AbortController();
    const terminals = ["stdout"] as const;
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal, terminals });
    system.stdout.onWrite = () => stop.abort(new InterruptError("SIGINT"));
    const { stdout } = await run(["events", "-n", nodes[0]!.address], { system });
    assert.ok(stdout.includes("\x1b[31mFAILED: why\x1b[39m"), stdout);
  });
});
