import { deepEqual, equal, ok } from "node:assert/strict";
import { sleep } from "../../../../lib/async/sleep.ts";
import type { RollingJournal } from "../../../../lib/procedures/rolling/journal.ts";
import { InterruptError } from "../../../../lib/platform/interrupt_error.ts";
import { assertChangedOnce, Process, runToEnd, startProcess, World } from "./world.ts";

function statesOf({ nodes }: RollingJournal): string[] {
  return nodes.map(({ name, state, phase }) => `${name} ${state} ${phase}`);
}

function reasonOf(result: PromiseSettledResult<unknown>): string {
  return result.status === "rejected" ? String(result.reason.message) : "succeeded";
}

Deno.test("every node restarts once, one control plane at a time, the leader last", async () => {
  const world = new World(3, 5);
  const { result, journal } = await runToEnd(world);
  equal(reasonOf(result), "succeeded");
  assertChangedOnce(world);
  deepEqual(world.restarts.slice(0, 4), ["cp-2", "cp-3", "cp-1", "w-1"]);
  equal(world.mostDown.controlplane, 1);
  equal(world.mostDown.worker, 2);
  ok(journal.nodes.every(({ state }) => state === "done"));
});

Deno.test("leadership is moved before its node restarts", async () => {
  const world = new World(3, 0);
  const { result } = await runToEnd(world);
  equal(reasonOf(result), "succeeded");
  ok(["cp-2", "cp-3"].includes(world.leader), `leader ${world.leader}`);
});

Deno.test("an upgrade skips nodes that run the version, and a second one changes nothing", async () => {
  const world = new World(1, 2);
  world.named("w-1").version = "v2";
  const first = await runToEnd(world, { kind: "upgrade" });
  deepEqual(statesOf(first.journal), ["cp-1 done verify", "w-1 unneeded gates", "w-2 done verify"]);
  deepEqual(world.nodes.map(({ version }) => version), ["v2", "v2", "v2"]);
  await runToEnd(world, { kind: "upgrade" });
  deepEqual(world.nodes.map(({ boots }) => boots), [1, 0, 1]);
});

Deno.test("a node that falls back to its old system stops the change", async () => {
  const world = new World(3, 1);
  world.named("cp-3").faults = { returns: "old" };
  const { result, journal } = await runToEnd(world, { kind: "upgrade" });
  equal(reasonOf(result), "cp-3: restarted with v1");
  deepEqual(statesOf(journal), [
    "cp-2 done verify",
    "cp-3 failed restart",
    "cp-1 untouched gates",
    "w-1 untouched gates",
  ]);
  deepEqual(world.restarts, ["cp-2", "cp-3"]);
});

Deno.test("resumed after a fall back, the node is upgraded again, and the others follow", async () => {
  const world = new World(3, 1);
  world.named("cp-3").faults = { returns: "old" };
  const { journal } = await runToEnd(world, { kind: "upgrade" });
  world.named("cp-3").faults = {};
  const { result } = await runToEnd(world, { kind: "upgrade", journal });
  equal(reasonOf(result), "succeeded");
  deepEqual(world.nodes.map(({ version, boots }) => `${version} ${boots}`), [
    "v2 1",
    "v2 1",
    "v2 2",
    "v2 1",
  ]);
  ok(world.nodes.every(({ isCordoned }) => !isCordoned));
});

Deno.test("a node that does not return stops the change", async () => {
  const world = new World(3, 1);
  world.named("cp-2").faults = { returns: "never" };
  const { result, journal } = await runToEnd(world);
  equal(reasonOf(result), "cp-2: not as requested within 1m0s: cp-2 does not respond");
  deepEqual(world.restarts, ["cp-2"]);
  equal(statesOf(journal)[0], "cp-2 failed restart");
  // It returns later, by hand: the change continues without a second restart.
  const node = world.named("cp-2");
  node.isUp = node.isReady = node.isCaughtUp = true;
  node.boots++;
  const resumed = await runToEnd(world, { journal });
  equal(reasonOf(resumed.result), "succeeded");
  assertChangedOnce(world);
});

Deno.test("a blocked drain stops the change; its node is uncordoned and was not restarted", async () => {
  const world = new World(1, 2);
  world.named("w-1").faults = { blockedBy: "pod a/b: budget a/c allows no disruption" };
  const { result, journal } = await runToEnd(world);
  equal(
    reasonOf(result),
    "w-1: not drained within 20s: pod a/b: budget a/c allows no disruption",
  );
  deepEqual(world.restarts, ["cp-1"]);
  deepEqual(world.nodes.map(({ isCordoned }) => isCordoned), [false, false, false]);
  deepEqual(statesOf(journal), ["cp-1 done verify", "w-1 failed gates", "w-2 untouched gates"]);
});

Deno.test("a node that others cordoned stays cordoned", async () => {
  const world = new World(1, 2);
  world.named("w-2").isCordoned = true;
  const { result } = await runToEnd(world);
  equal(reasonOf(result), "succeeded");
  deepEqual(world.nodes.map(({ isCordoned }) => isCordoned), [false, false, true]);
});

Deno.test("a refused request leaves the node as it was", async () => {
  const world = new World(1, 1);
  world.named("cp-1").faults = { returns: "refused" };
  const { result, journal } = await runToEnd(world);
  equal(reasonOf(result), "cp-1: reboot not acknowledged: refused by the node");
  equal(statesOf(journal)[0], "cp-1 failed gates");
  deepEqual(world.nodes.map(({ boots, isCordoned }) => [boots, isCordoned]), [[0, false], [
    0,
    false,
  ]]);
});

Deno.test("a lost response is not a failure: the restart counts", async () => {
  const world = new World(1, 1);
  world.named("cp-1").faults = { losesResponse: true };
  const { result } = await runToEnd(world);
  equal(reasonOf(result), "succeeded");
  assertChangedOnce(world);
});

Deno.test("a lost request fails and is not repeated by itself", async () => {
  const world = new World(1, 1);
  world.named("cp-1").faults = { losesRequest: true };
  const { result, journal } = await runToEnd(world);
  equal(reasonOf(result), "cp-1: reboot not acknowledged: response lost");
  world.named("cp-1").faults = {};
  equal(reasonOf((await runToEnd(world, { journal })).result), "succeeded");
  assertChangedOnce(world);
});

Deno.test("a gate that does not hold afterwards stops before the next node", async () => {
  const world = new World(1, 2);
  world.gate = (phase, node) => phase === "after" && node === "w-1" ? "volume degraded" : undefined;
  const { result, journal } = await runToEnd(world);
  equal(reasonOf(result), "w-1: gates after the change do not hold within 1m0s: volume degraded");
  deepEqual(statesOf(journal), ["cp-1 done verify", "w-1 failed verify", "w-2 untouched gates"]);
  world.gate = () => undefined;
  equal(reasonOf((await runToEnd(world, { journal })).result), "succeeded");
  assertChangedOnce(world);
});

Deno.test("a failure in a batch lets the other nodes of the batch finish", async () => {
  const world = new World(0, 4);
  world.named("w-2").faults = { returns: "never" };
  const { result, journal } = await runToEnd(world, { plan: { canary: 0 }, hasGates: false });
  equal(reasonOf(result), "w-2: not as requested within 1m0s: w-2 does not respond");
  deepEqual(statesOf(journal), [
    "w-1 done verify",
    "w-2 failed restart",
    "w-3 untouched gates",
    "w-4 untouched gates",
  ]);
  equal(world.named("w-1").isCordoned, false);
});

Deno.test("no control plane begins while an etcd member is unhealthy", async () => {
  const world = new World(3, 0);
  world.named("cp-1").isCaughtUp = false;
  const { result, journal } = await runToEnd(world, { hasGates: false });
  equal(
    reasonOf(result),
    "cp-2: etcd not ready for the change within 2m0s: member cp-1 is not healthy",
  );
  equal(statesOf(journal)[0], "cp-2 failed gates");
  deepEqual(world.restarts, []);
});

Deno.test("interrupted, the node being changed is finished, and no other begins", async () => {
  const world = new World(3, 2);
  const controller = new AbortController();
  const engine = startProcess(world, { signal: controller.signal });
  world.clock.after(2000, () => controller.abort(new InterruptError("SIGINT")));
  const result = await world.drive(engine.done);
  ok(result.status === "rejected" && result.reason instanceof InterruptError);
  const journal = engine.stored();
  deepEqual(statesOf(journal), [
    "cp-2 active verify",
    "cp-3 untouched gates",
    "cp-1 untouched gates",
    "w-1 untouched gates",
    "w-2 untouched gates",
  ]);
  deepEqual(world.nodes.filter(({ isCordoned }) => isCordoned), []);
  ok(world.log.some((line) => line.startsWith("stopping cluster: finishing cp-2")));
  equal(reasonOf((await runToEnd(world, { journal })).result), "succeeded");
  assertChangedOnce(world);
});

Deno.test("interrupted during a drain, the node is uncordoned and untouched", async () => {
  const world = new World(1, 1);
  world.named("cp-1").faults = { blockedBy: "a budget" };
  const controller = new AbortController();
  const engine = startProcess(world, { signal: controller.signal });
  world.clock.after(3000, () => controller.abort(new InterruptError("SIGINT")));
  await world.drive(engine.done);
  deepEqual(statesOf(engine.stored()), ["cp-1 untouched gates", "w-1 untouched gates"]);
  deepEqual(world.nodes.map(({ boots, isCordoned }) => [boots, isCordoned]), [[0, false], [
    0,
    false,
  ]]);
});

/** Resumed at once, while the node is down, and when it is back, milliseconds. */
const DELAYS = [0, 1000, 10_000];

/** Runs the change, killed after each of `kills` steps, and then to its end. */
async function runKilled(
  kind: "reboot" | "upgrade",
  kills: readonly number[],
  delayMs: number,
): Promise<void> {
  const world = new World(3, 3);
  const failure = `${kind} killed after ${kills.join(" and ")} steps, resumed after ${delayMs} ms`;
  let journal: RollingJournal | undefined;
  for (const steps of kills) {
    const process = new Process(steps);
    const engine = startProcess(world, { process, kind, ...journal && { journal } });
    await world.drive(Promise.race([process.killed.promise, engine.done]));
    journal = engine.stored();
    await world.drive(sleep(world.clock, delayMs));
  }
  const { result } = await runToEnd(world, { kind, journal: journal! });
  equal(reasonOf(result), "succeeded", failure);
  assertChangedOnce(world);
  equal(world.mostDown.controlplane, 1, failure);
  ok(world.mostDown.worker <= 2, failure);
}

Deno.test("killed before or after any step and resumed, each node changes exactly once", async () => {
  const full = new Process();
  await runToEnd(new World(3, 3), { process: full, kind: "upgrade" });
  for (const kind of ["reboot", "upgrade"] as const) {
    for (let steps = 0; steps < full.steps; steps++) {
      await runKilled(kind, [steps], DELAYS[(steps + kind.length) % 3]!);
    }
  }
});

Deno.test("killed and resumed several times, each node changes exactly once", async () => {
  for (let first = 0; first < 300; first += 13) {
    for (let second = 1; second < 120; second += 11) {
      await runKilled("reboot", [first, second, 23], DELAYS[(first + second) % 3]!);
    }
  }
});
