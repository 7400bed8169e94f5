/** Watches of clients that read more slowly than resources change. */
import { deepEqual, equal } from "node:assert/strict";
import { cosi, State } from "../../../../proto/cosi.ts";
import { stateBindings } from "../../../../lib/sandbox/state/bindings.ts";
import { NODENAME } from "../../../../lib/sandbox/state/definitions/runtime.ts";
import { NodeState } from "../../../../lib/sandbox/state/mod.ts";
import type { Call } from "../../../../lib/sandbox/types.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";
import { spec } from "./resources.ts";

const KIND = { namespace: NODENAME.namespace, type: NODENAME.type };

/** Returns a node that stores ten changes, a watch, and a function that makes more changes. */
function forgetfulNode(apiVersion: number) {
  const state = new NodeState({ clock: new FakeClock(), controllers: [], historyCapacity: 10 });
  const stop = new AbortController();
  const node = {
    name: "node",
    address: "127.1.0.2",
    port: 50000,
    type: "worker",
    cluster: "demo",
    folder: "/nonexistent",
  } as const;
  const call: Call = { node, roles: new Set(["os:reader"]), signal: stop.signal };
  const { handler } = stateBindings(() => state)
    .find(({ method }) => method.path === State.Watch.path)!;
  const watch: AsyncIterator<cosi.resource.WatchResponse> = handler({
    ...KIND,
    options: {},
    apiVersion,
  }, call)[Symbol.asyncIterator]();
  const change = (times: number) => {
    for (let n = 0; n < times; n++) state.store.put({ ...KIND, id: "x", spec: spec(String(n)) });
  };
  return { stop, watch, change };
}

Deno.test("a lagging watch ends with errored and stays open", async () => {
  const { stop, watch, change } = forgetfulNode(1);
  deepEqual((await watch.next()).value.event, []);
  change(11);
  const [event] = (await watch.next()).value.event;
  equal(event.eventType, cosi.resource.EventType.ERRORED);
  equal(event.error, `buffer overrun: namespace "${KIND.namespace}" type "${KIND.type}"`);
  equal(event.resource ?? null, null);
  const more = watch.next();
  change(3);
  stop.abort();
  equal((await more).done, true);
});

Deno.test("a lagging watch of protocol version 0 sends nothing more", async () => {
  const { stop, watch, change } = forgetfulNode(0);
  await watch.next();
  change(11);
  const more = watch.next();
  stop.abort();
  equal((await more).done, true);
});

Deno.test("a watch that keeps up receives every change", async () => {
  const { watch, change, stop } = forgetfulNode(1);
  await watch.next();
  let received = 0;
  for (let round = 0; round < 20; round++) {
    change(10);
    for (let n = 0; n < 10; n++) received += (await watch.next()).value.event.length;
  }
  equal(received, 200);
  stop.abort();
  await watch.return?.();
});
