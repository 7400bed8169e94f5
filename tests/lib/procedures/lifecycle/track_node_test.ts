/** Limits of tracking by a simulated clock, without network. */
import assert from "node:assert/strict";
import type { LifecycleAction } from "../../../../lib/procedures/lifecycle/action.ts";
import { trackNode } from "../../../../lib/procedures/lifecycle/track_node.ts";
import type { Update } from "../../../../lib/procedures/lifecycle/progress.ts";
import type { NodeClient } from "../../../../lib/client/types.ts";
import { OsctlError } from "../../../../lib/errors.ts";
import { machine, MachineService } from "../../../../proto/machine.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const NODE = "10.0.0.2";
const refused = () => new OsctlError("connection", "connection refused");

/** A node behind a fake client. */
class FakeNode {
  bootId = "one";
  isDown = false;
  /** Whether the endpoint fails although the node is up. */
  isEndpointStale = false;
  isReady = true;
  reads = 0;
  acknowledges = true;
  #fail: ((error: Error) => void) | undefined;
  #wake: ((event: machine.Event) => void) | undefined;

  /** Breaks the event stream. */
  cut(): void {
    this.isDown = true;
    this.#fail?.(refused());
  }

  publish(type: string, value: Uint8Array, actorId = "me"): void {
    const data = { type_url: `talos/runtime/machine.${type}`, value };
    this.#wake?.(machine.Event.create({ id: crypto.randomUUID(), data, actorId }));
  }

  client(isDirect = false): NodeClient {
    const check = () => {
      if (this.isDown || (this.isEndpointStale && !isDirect)) throw refused();
    };
    // deno-lint-ignore no-this-alias -- the generators need it
    const node = this;
    const abortable = <T>(
      signal: AbortSignal | undefined,
      start: (fail: (e: Error) => void) => T,
    ) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        start(reject);
      });
    const client = {
      async *stream(method: unknown, _request: unknown, _node: string, { signal }: {
        signal?: AbortSignal;
      }) {
        await Promise.resolve();
        check();
        if (method === MachineService.Read) {
          node.reads++;
          yield { bytes: new TextEncoder().encode(node.bootId) };
          return;
        }
        yield machine.Event.create({ id: "first", data: {} });
        while (true) {
          const next = new Promise<machine.Event>((resolve) => node.#wake = resolve);
          const failed = abortable(signal, (fail) => node.#fail = fail);
          yield await Promise.race([next, failed]);
        }
      },
      async plainCall(method: unknown, { type }: { type?: string }, _node: string, options: {
        signal?: AbortSignal;
      }) {
        await Promise.resolve();
        check();
        if (method === MachineService.Reboot) {
          if (!node.acknowledges) await abortable(options.signal, () => {});
          return { messages: [{ actorId: "me" }] };
        }
        const yamlSpec = type?.startsWith("Identities")
          ? "nodeId: a"
          : `stage: running\nstatus: {ready: ${node.isReady}, unmetConditions: []}`;
        return { resource: { spec: { yamlSpec } } };
      },
      openDirect: () => node.client(true),
      close() {},
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
    return client as unknown as NodeClient;
  }
}

/** Advances the clock in steps that let calls finish. */
async function elapse(clock: FakeClock, ms: number, step = 50): Promise<void> {
  for (let at = 0; at < ms; at += step) {
    await clock.advance(step);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function track(
  node: FakeNode,
  clock: FakeClock,
  completion: LifecycleAction["completion"] = "running",
  timeoutMs = 60_000,
  openMaintenance = () => Promise.reject<NodeClient>(refused()),
  drains = false,
) {
  const updates: Update[] = [];
  const outcome: { error?: unknown; isDone: boolean } = { isDone: false };
  const action = { name: "reboot", method: MachineService.Reboot, request: {}, completion, drains };
  trackNode(action, NODE, {
    client: node.client(),
    clock,
    timeoutMs,
    signal: new AbortController().signal,
    openMaintenance,
    report: (update) => updates.push(update),
    mayRequest: () => Promise.resolve(),
  }).then(() => outcome.isDone = true, (error) => Object.assign(outcome, { error, isDone: true }));
  return { updates, outcome };
}

Deno.test("tracking ends at the timeout in every state, by the clock", async () => {
  for (
    const [prepare, awaited] of [
      [(node: FakeNode) => node.acknowledges = false, "the acknowledgement"],
      [() => {}, "the restart"],
      [(node: FakeNode) => node.cut(), "the node to return: connection refused"],
    ] as const
  ) {
    const clock = new FakeClock();
    const node = new FakeNode();
    const { outcome } = track(node, clock, "running", 60_000);
    if (!awaited.startsWith("the node to return")) prepare(node);
    await elapse(clock, 1000);
    if (awaited.startsWith("the node to return")) prepare(node);
    await elapse(clock, 58_000, 500);
    assert.equal(outcome.isDone, false);
    await elapse(clock, 1000, 100);
    const { error } = outcome as { error: OsctlError };
    assert.equal(error.message, `reboot not complete after 1m0s, waiting for ${awaited}`);
    assert.equal(clock.waiting, 0, "no timer remains");
  }
});

Deno.test("a node that returns before its event stream is detected within 5 s", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  const { outcome, updates } = track(node, clock);
  await elapse(clock, 1000);
  node.cut();
  await elapse(clock, 5000);
  Object.assign(node, { isDown: false, isEndpointStale: true, bootId: "two", isReady: false });
  await elapse(clock, 1000);
  assert.ok(updates.some(({ kind }) => kind === "restarted"));
  assert.equal(outcome.isDone, false, "not ready yet");
  node.isReady = true;
  await elapse(clock, 300);
  assert.ok(updates.some(({ text }) => text === "stage running, ready: true"));
});

Deno.test("an action is complete when the endpoint reaches the node again, or after 20 s", async () => {
  for (const isReached of [true, false]) {
    const clock = new FakeClock();
    const node = new FakeNode();
    const { outcome, updates } = track(node, clock);
    await elapse(clock, 1000);
    node.cut();
    await elapse(clock, 1000);
    Object.assign(node, { isDown: false, isEndpointStale: true, bootId: "two" });
    await elapse(clock, 15_000, 100);
    assert.equal(outcome.isDone, false);
    node.isEndpointStale = !isReached;
    await elapse(clock, isReached ? 1000 : 6000, 100);
    assert.deepEqual(outcome, { isDone: true });
    const isReported = updates.some(({ text }) => text === "ready, but connection refused");
    assert.equal(isReported, !isReached);
    assert.equal(clock.waiting, 0, "no timer remains");
  }
});

Deno.test("a restart on an idle connection is detected, and checks are rare until then", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  const { outcome } = track(node, clock);
  await elapse(clock, 20_000, 100);
  assert.ok(node.reads <= 11, `${node.reads} reads`);
  node.bootId = "two";
  await elapse(clock, 2500, 100);
  assert.deepEqual(outcome, { isDone: true });
});

Deno.test("after the loss, checks run every 200 ms at first", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  track(node, clock);
  await elapse(clock, 1000);
  node.cut();
  await elapse(clock, 100);
  node.isDown = false;
  const before = node.reads;
  await elapse(clock, 4000);
  const reads = node.reads - before;
  assert.ok(reads >= 15 && reads <= 21, `${reads} reads in 4 s`);
});

Deno.test("a shutdown without its last event is complete after 30 s without the node", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  const { outcome, updates } = track(node, clock, "off", 600_000);
  await elapse(clock, 1000);
  node.cut();
  await elapse(clock, 29_000, 250);
  assert.equal(outcome.isDone, false);
  await elapse(clock, 2000, 250);
  assert.deepEqual(outcome, { isDone: true });
  assert.ok(updates.some(({ text }) => text === "unreachable for 30s"));
});

Deno.test("a shutdown that may drain is complete after the limit of a drain", async () => {
  const phase = (phase: string) => machine.PhaseEvent.encode({ phase }).finish();
  for (const [last, seconds] of [["drain", 390], ["cleanup", 30]] as const) {
    const clock = new FakeClock();
    const node = new FakeNode();
    const { outcome } = track(node, clock, "off", 600_000, undefined, true);
    await elapse(clock, 1000);
    for (const name of ["storeShudown", "drain", last]) {
      node.publish("PhaseEvent", phase(name));
      await elapse(clock, 100);
    }
    node.cut();
    await elapse(clock, (seconds - 1) * 1000, 500);
    assert.equal(outcome.isDone, false, last);
    await elapse(clock, 3000, 250);
    assert.deepEqual(outcome, { isDone: true }, last);
  }
});

Deno.test("a reset without any event is not complete when the node is unreachable", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  const { outcome } = track(node, clock, "stopped", 60_000);
  await elapse(clock, 1000);
  node.cut();
  await elapse(clock, 58_000, 500);
  assert.equal(outcome.isDone, false);
});

Deno.test("unknown and malformed events are reported and change nothing", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  const { outcome, updates } = track(node, clock);
  await elapse(clock, 1000);
  node.publish("FutureEvent", Uint8Array.of(1, 2, 3));
  await elapse(clock, 100);
  node.publish("TaskEvent", Uint8Array.of(0xff));
  await elapse(clock, 100);
  node.publish("TaskEvent", machine.TaskEvent.encode({ task: "drain" }).finish());
  await elapse(clock, 100);
  const texts = updates.filter(({ kind }) => kind === "event").map(({ text }) => text);
  assert.deepEqual([texts.length, texts[0], texts[2]], [3, "Future", "Task drain: START"]);
  assert.match(texts[1]!, /cannot decode an event/);
  assert.equal(outcome.isDone, false);
});

Deno.test("reset --reboot is complete when the node's own maintenance service responds", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  const maintenance = new FakeNode();
  maintenance.isDown = true;
  const open = () => Promise.resolve(maintenance.client());
  const { outcome, updates } = track(node, clock, "wiped", 60_000, open);
  await elapse(clock, 1000);
  node.cut();
  await elapse(clock, 10_000);
  assert.equal(outcome.isDone, false);
  maintenance.isDown = false;
  await elapse(clock, 1000);
  assert.deepEqual(outcome, { isDone: true });
  assert.equal(updates.at(-2)!.text, "running in maintenance mode");
});

Deno.test("a node that returns in maintenance mode fails a reboot within 5 s", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  const maintenance = new FakeNode();
  maintenance.isDown = true;
  const open = () => Promise.resolve(maintenance.client());
  const { outcome, updates } = track(node, clock, "running", 600_000, open);
  await elapse(clock, 1000);
  node.cut();
  await elapse(clock, 10_000);
  assert.equal(outcome.isDone, false);
  maintenance.isDown = false;
  await elapse(clock, 5000);
  const { error } = outcome as { error: OsctlError };
  assert.equal(
    error?.message,
    "reboot failed: the node is in maintenance mode, without its configuration",
  );
  assert.match(error.hint!, /apply-config --insecure -n 10\.0\.0\.2 /);
  assert.equal(updates.at(-1)!.kind, "failed");
  assert.equal(clock.waiting, 0, "no timer remains");
});

Deno.test("a node that soon leaves maintenance mode completes a reboot", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  const maintenance = new FakeNode();
  const open = () => Promise.resolve(maintenance.client());
  const { outcome, updates } = track(node, clock, "running", 600_000, open);
  await elapse(clock, 1000);
  node.cut();
  await elapse(clock, 2500);
  assert.ok(updates.some(({ text }) => text === "running in maintenance mode"));
  Object.assign(maintenance, { isDown: true });
  await elapse(clock, 5000);
  Object.assign(node, { isDown: false, bootId: "two" });
  await elapse(clock, 3000);
  assert.deepEqual(outcome, { isDone: true });
});

Deno.test("nothing is reported after the outcome", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  const { outcome, updates } = track(node, clock, "off");
  await elapse(clock, 1000);
  node.publish("TaskEvent", machine.TaskEvent.encode({ task: "stopAllServices" }).finish());
  const phase = machine.PhaseEvent.encode({ phase: "shutdown" }).finish();
  // The stream delivers the next event while the tracker ends.
  for (let turn = 0; turn < 20; turn++) {
    node.publish("PhaseEvent", phase);
    await Promise.resolve();
  }
  await elapse(clock, 100);
  assert.deepEqual(outcome, { isDone: true });
  assert.deepEqual(updates.map(({ kind }) => kind).filter((kind) => kind === "done"), ["done"]);
  assert.equal(updates.at(-1)!.kind, "done");
});

Deno.test("what a silent node is awaited for is reported after 10 s, then less often", async () => {
  const clock = new FakeClock();
  const node = new FakeNode();
  node.acknowledges = false;
  const { updates } = track(node, clock, "running", 600_000);
  await elapse(clock, 9_900, 100);
  assert.deepEqual(updates.filter(({ kind }) => kind === "waiting"), []);
  await elapse(clock, 120_000, 500);
  assert.deepEqual(updates.filter(({ kind }) => kind === "waiting").map(({ text }) => text), [
    "waiting for the acknowledgement (10s)",
    "waiting for the acknowledgement (30s)",
    "waiting for the acknowledgement (1m10s)",
  ]);
});

Deno.test("a node that returns without a restart is reported as such", async () => {
  // A container on a node's kernel, and a node whose sequence failed, return with the same boot ID.
  const clock = new FakeClock();
  const node = new FakeNode();
  const { updates, outcome } = track(node, clock, "running", 60_000);
  await elapse(clock, 1000);
  node.cut();
  await elapse(clock, 1000);
  node.isDown = false;
  await elapse(clock, 20_000, 500);
  const [waiting] = updates.filter(({ kind }) => kind === "waiting");
  assert.match(waiting!.text, /^waiting for a new boot ID: the node responds with the old one \(/);
  await elapse(clock, 40_000, 500);
  const { error } = outcome as { error: OsctlError };
  assert.match(error.message, /waiting for a new boot ID: the node responds with the old one$/);
});
