import { deepEqual, equal } from "node:assert/strict";
import { CallTurns } from "../../../lib/sandbox/call_turns.ts";
import { createProxy } from "../../../lib/sandbox/proxy.ts";
import { StatusCode, StatusError } from "../../../lib/rpc/mod.ts";
import { machine } from "../../../proto/machine.ts";

const microtasks = () => new Promise((resolve) => setTimeout(resolve));

/** Turns that the test starts. */
function manualTurns(size: number) {
  const deferred: (() => void)[] = [];
  const turns = new CallTurns((next) => deferred.push(next), size);
  const turn = async () => {
    for (const next of deferred.splice(0)) next();
    await microtasks();
  };
  return { turns, turn, isIdle: () => deferred.length === 0 };
}

Deno.test("a turn continues a limited number of calls, in their order", async () => {
  const { turns, turn, isIdle } = manualTurns(2);
  const done: number[] = [];
  const start = (id: number) => turns.next().then(() => done.push(id));
  for (let id = 1; id <= 5; id++) void start(id);
  await microtasks();
  deepEqual(done, []);
  await turn();
  deepEqual(done, [1, 2]);
  void start(6);
  await turn();
  deepEqual(done, [1, 2, 3, 4]);
  await turn();
  deepEqual(done, [1, 2, 3, 4, 5, 6]);
  equal(isIdle(), true);
  void start(7);
  await turn();
  deepEqual(done.at(-1), 7);
});

for (const isCancelled of [false, true]) {
  const name = isCancelled ? "is cancelled" : "is made";
  Deno.test(`a call to 1,000 nodes ${name} in turns of 64 nodes`, async () => {
    const { turns, turn, isIdle } = manualTurns(64);
    const controller = new AbortController();
    const count = { started: 0, cancelled: 0 };
    const handler = createProxy({
      local: () => {
        throw new StatusError(StatusCode.internal, "not called");
      },
      async *remote(_target, { signal }) {
        count.started++;
        if (!isCancelled) return yield machine.HostnameResponse.encode({ messages: [{}] }).finish();
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        count.cancelled++;
        throw new StatusError(StatusCode.canceled, "context canceled");
      },
      isLocal: () => false,
      invalid: () => undefined,
      direction: () => ({ clientStreaming: false, serverStreaming: false }),
      turns,
    });
    const responses = Array.fromAsync(handler({
      path: "/machine.MachineService/Hostname",
      headers: { nodes: Array.from({ length: 1000 }, (_, index) => `10.0.0.${index}`) },
      peer: { address: "127.0.0.1", port: 1 },
      organizations: [],
      signal: controller.signal,
      requests: (async function* () {
        yield new Uint8Array();
      })(),
    }));
    await microtasks();
    equal(count.started, 16);
    let turnsOf = 0;
    for (; !isIdle(); turnsOf++) {
      const before: number = count.started;
      await turn();
      equal(count.started - before, Math.min(64, 1000 - before));
    }
    equal(turnsOf, Math.ceil(984 / 64));
    if (isCancelled) {
      controller.abort(new Error("the client left"));
      for (let before = 0; before < 1000; before = count.cancelled) {
        await turn();
        const limit = before === 0 ? 16 + 64 : 64;
        equal(count.cancelled - before, Math.min(limit, 1000 - before));
      }
    }
    equal((await responses).length, 1);
  });
}
