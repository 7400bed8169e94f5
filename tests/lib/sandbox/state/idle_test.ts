/** Controllers stop when the last watch ends, for every way it can end. */
import { deepEqual, equal } from "node:assert/strict";
import { State } from "../../../../proto/cosi.ts";
import { openChannel } from "../../../../lib/rpc/mod.ts";
import type { Clock } from "../../../../lib/platform/system.ts";
import { createSecrets, planFree, startCluster } from "../../../../lib/sandbox/mod.ts";
import type { Controller } from "../../../../lib/sandbox/state/controller.ts";
import { stateBindings } from "../../../../lib/sandbox/state/bindings.ts";
import { NodeState } from "../../../../lib/sandbox/state/mod.ts";
import { desired } from "../../../../lib/sandbox/state/controller.ts";
import { MEMORY_STATS } from "../../../../lib/sandbox/state/definitions/machine.ts";
import type { Call, NodeFacts } from "../../../../lib/sandbox/types.ts";
import { FakeClock, wallClock } from "../../../helpers/fake_system.ts";

const NODE: NodeFacts = {
  name: "node",
  address: "127.1.0.2",
  port: 50000,
  type: "worker",
  cluster: "demo",
  folder: "/nonexistent",
};
const KIND = { namespace: MEMORY_STATS.namespace, type: MEMORY_STATS.type };

/** Returns a node whose memory statistics count their reads, and in-process bindings. */
function countingNode() {
  const clock = new FakeClock();
  let readings = 0;
  const memory: Controller = {
    name: "perf.StatsController",
    inputs: [],
    outputs: [{ definition: MEMORY_STATS, kind: "exclusive" }],
    refresh: { kind: "poll", everyMs: 5000 },
    run: () => [desired(MEMORY_STATS, "latest", { total: 8, used: ++readings })],
  };
  const state = new NodeState({ clock, controllers: [memory] });
  const stop = new AbortController();
  const call: Call = { node: NODE, roles: new Set(["os:reader"]), signal: stop.signal };
  const bindings = stateBindings(() => state);
  const { handler } = bindings.find(({ method }) => method.path === State.Watch.path)!;
  const watch = (request: object) =>
    handler(request, call)[Symbol.asyncIterator]() as AsyncIterator<{ event: unknown[] }>;
  return { clock, stop, watch };
}

Deno.test("controllers stop when a consumer leaves a watch", async () => {
  const { clock, watch } = countingNode();
  const messages = watch({ ...KIND, id: "latest" });
  deepEqual((await messages.next()).value.event, []);
  equal((await messages.next()).value.event.length, 1);
  equal(clock.waiting, 1);
  await clock.advance(5000);
  equal((await messages.next()).value.event[0].resource.metadata.version, "2");
  await messages.return?.();
  equal(clock.waiting, 0);
});

Deno.test("controllers stop when the call is canceled", async () => {
  const { clock, stop, watch } = countingNode();
  const messages = watch({ ...KIND, id: "latest" });
  await messages.next();
  await messages.next();
  const waiting = messages.next();
  stop.abort();
  equal((await waiting).done, true);
  equal(clock.waiting, 0);
});

Deno.test("a rejected watch leaves no timer", async () => {
  const { clock, watch } = countingNode();
  const messages = watch({ ...KIND, id: "latest", options: { bootstrapContents: true } });
  await messages.next().then(() => equal("refused", "answered"), () => {});
  equal(clock.waiting, 0);
});

Deno.test("controllers stop when a remote client disconnects", async () => {
  let polls = 0;
  const clock: Clock = {
    now: wallClock.now,
    after(ms, callback) {
      const cancel = wallClock.after(ms, callback);
      if (ms !== 5000) return cancel;
      polls += 1;
      return () => {
        polls -= 1;
        cancel();
      };
    },
  };
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const folder = await Deno.makeTempDir({ prefix: "osctl-idle-" });
  const secrets = await createSecrets({ clock, random });
  const [socket] = planFree(1, random).sockets;
  const node = { name: "one", type: "controlplane", configured: true, ...socket! } as const;
  const spec = { name: "idle", nodes: [node], secrets, nodesFolder: folder };
  const cluster = await startCluster(spec, { clock, random });
  try {
    const channel = openChannel(`${node.address}:${node.port}`, await cluster.issue("os:reader"));
    const watches = Array.from({ length: 20 }, async () => {
      for await (const { event } of channel.serverStream(State.Watch, { ...KIND, id: "latest" })) {
        if (event.length > 0) break;
      }
    });
    await Promise.all(watches);
    channel.close();
    while (polls > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    equal(polls, 0);
  } finally {
    await cluster.stop();
    await Deno.remove(folder, { recursive: true });
  }
});
