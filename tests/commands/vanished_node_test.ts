import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { MachineService } from "../../proto/machine.ts";
import { type CuttableRelay, withCuttableRelay } from "../helpers/cuttable_relay.ts";
import { FakeClock, fakeSystem } from "../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { data } from "./answers.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

/** Runs a command through a relay with a manual clock. */
function follow({ run, home }: Sandbox, relay: CuttableRelay, args: string[]) {
  const clock = new FakeClock(Date.now());
  const since = new Date(clock.now()).toISOString().slice(0, 19).replace("T", " ");
  const stop = new AbortController();
  const system = fakeSystem({ home, clock, signal: stop.signal });
  const checks = new Set<() => void>();
  // Pending writes are not in the text yet.
  const runChecks = () => void setTimeout(() => checks.forEach((check) => check()));
  system.stdout.onWrite = runChecks;
  system.stderr.onWrite = runChecks;
  const reason = `lost the connection to ${relay.endpoint}: no data since ` +
    `${since} UTC, no ping response within 20s`;
  return {
    clock,
    reason,
    /** Cuts the relay and advances the clock to the detection; runs `meanwhile` in between. */
    async cutAndDetect(whileCut = () => {}) {
      const { lost } = relay.cut();
      whileCut();
      // Read earlier data first, so that it does not count as activity later.
      for (let round = 0; round < 10; round++) await new Promise((resolve) => setTimeout(resolve));
      await clock.advance(330_000);
      await lost;
      await clock.advance(20_000);
    },
    running: run([...args, "-e", relay.endpoint], { system }),
    has: (stream: "stdout" | "stderr", count: number) =>
      new Promise<void>((resolve) => {
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

const line = async function* (_: unknown, { signal }: { signal: AbortSignal }) {
  yield data("line\n");
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
};
const quiet = [stream(MachineService.Logs, line), stream(MachineService.Dmesg, line)];

Deno.test("logs -f and dmesg -f exit with 1 and a reason when the node becomes unreachable", async () => {
  await withSandbox({ bindings: quiet }, async (sandbox) => {
    const node = sandbox.nodes[0]!;
    for (const command of [["logs", "-f", "x"], ["dmesg", "-f"]]) {
      await withCuttableRelay(node, async (relay) => {
        const { clock, cutAndDetect, running, reason, has } = follow(sandbox, relay, [
          ...command,
          "-n",
          node.address,
        ]);
        await has("stdout", 1);
        await cutAndDetect();
        const { code, stdout, stderr } = await running;
        assert.deepEqual([code, stdout], [1, `${node.address}: line\n`]);
        const hint = "check the node and the network, then run the command again";
        assert.equal(stderr, `osctl: ${node.address}: ${reason}; ${hint}\n`);
        assert.equal(clock.waiting, 0);
      });
    }
  });
});

Deno.test("events resumes after the last event when an unreachable node returns", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = sandbox.nodes[0]!;
    const publishTask = (task: string) =>
      sandbox.cluster.eventsOf(node).publish("TaskEvent", { task, action: 1 }, "me");
    publishTask("before");
    await withCuttableRelay(node, async (relay) => {
      const { cutAndDetect, running, reason, has, stop } = follow(sandbox, relay, [
        ...["events", "--tail", "1", "--actor-id", "me", "--no-headers", "-n", node.address],
      ]);
      await has("stdout", 1);
      await cutAndDetect(() => publishTask("missed"));
      await has("stdout", 2);
      publishTask("after");
      await has("stdout", 3);
      stop();
      const { code, stdout, stderr } = await running;
      assert.equal(code, 0);
      assert.deepEqual(
        lines(stdout).map((line) => / me +(.*?) +STOP$/.exec(line)?.[1]),
        ["before", "missed", "after"],
      );
      assert.deepEqual(lines(stderr), [
        `osctl: ${node.address}: ${reason}; reconnecting`,
        `osctl: ${node.address}: reconnected; resuming after the last event`,
      ]);
      assert.equal(relay.connections, 2);
    });
  });
});

Deno.test("get -w resumes the watch when an unreachable node returns", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = sandbox.nodes[0]!;
    const { store } = sandbox.cluster.stateOf(node);
    await withCuttableRelay(node, async (relay) => {
      const { clock, cutAndDetect, running, reason, has, stop } = follow(sandbox, relay, [
        ...["get", "members", "-w", "--no-headers", "-n", node.address],
      ]);
      await has("stdout", 1);
      const spec = { value: {}, proto: new Uint8Array(), yaml: "hostname: m\n" };
      const type = "Members.cluster.talos.dev";
      const appears = () =>
        void store.create({ namespace: "cluster", type, id: "meanwhile", spec, labels: {} });
      await cutAndDetect(appears);
      await has("stderr", 1);
      await clock.advance(500);
      await has("stdout", 2);
      stop();
      const { code, stdout, stderr } = await running;
      assert.equal(code, 0);
      assert.match(lines(stdout)[1]!, /\+ +cluster +Member +meanwhile/);
      assert.equal(
        stderr,
        `osctl: ${node.address}: watch interrupted (${reason}); reconnecting\n`,
      );
    });
  });
});
