import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { MultiNodeError, OsctlError } from "../../../lib/errors.ts";
import { parseSelector } from "../../../lib/resource/selector.ts";
import { watchNode, type WatchOptions } from "../../../lib/resource/watch.ts";
import { statusError } from "../../../lib/rpc/mod.ts";
import type { cosi } from "../../../proto/cosi.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { message, scriptedClient, unreachable, untilAborted } from "./resources.ts";

const CREATED = 0, UPDATED = 1, DESTROYED = 2, BOOTSTRAPPED = 3, ERRORED = 4, NOOP = 5;
const kind = { namespace: "ns", type: "Things.test.dev" };

type Response = cosi.resource.IWatchResponse;
/** Script of a connection: its messages and its end; it stays open without one. */
type Connection = readonly (Response | Error)[];

const ready: Response = { event: [] };
const event = (eventType: number, id: string, version = "1", more = {}): Response => ({
  event: [{ eventType, resource: message({ id, version, ...more }) }],
});
const bootstrapped: Response = { event: [{ eventType: BOOTSTRAPPED }] };
const stay = new Error("stay");

/** Watches a node with scripted consecutive connections and records the events. */
function watch(connections: readonly Connection[], options: Partial<WatchOptions> = {}) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const heard: string[] = [];
  const lost: string[] = [];
  const requests: cosi.resource.IWatchRequest[] = [];
  let connected = 0;
  const client = scriptedClient({
    n: {
      async *watch(request, signal) {
        requests.push(request);
        for (const step of connections[connected++] ?? [stay]) {
          if (step === stay) await untilAborted(signal);
          if (step instanceof Error) throw step;
          yield step;
        }
      },
    },
  });
  const done = (async () => {
    const events = watchNode(client, "n", {
      kind,
      clock,
      callMs: 30_000,
      signal: stop.signal,
      lost: (reason) => void lost.push(reason),
      ...options,
    });
    for await (const { kind, resource } of events) {
      heard.push(resource ? `${kind} ${resource.id}@${resource.version}` : kind);
    }
  })();
  done.catch(() => {});
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    clock,
    heard,
    lost,
    requests,
    done,
    settle,
    /** Advances the clock to the next connection. */
    async reconnect(ms: number) {
      await settle();
      await clock.advance(ms);
      await settle();
    },
    async stop() {
      await settle();
      stop.abort(new OsctlError("cancelled", "enough"));
      await rejects(done, { message: "enough" });
      strictEqual(clock.waiting, 0);
    },
  };
}

Deno.test("a watch yields all resources and every change", async () => {
  const it = watch([[
    ...[ready, event(CREATED, "a"), event(CREATED, "b"), bootstrapped],
    ...[event(UPDATED, "a", "2"), event(DESTROYED, "b"), event(CREATED, "c"), stay],
  ]]);
  await it.stop();
  deepStrictEqual(it.heard, [
    ...["created a@1", "created b@1", "bootstrapped", "updated a@2", "destroyed b@1"],
    "created c@1",
  ]);
  deepStrictEqual(it.requests, [{ ...kind, options: { bootstrapContents: true }, apiVersion: 1 }]);
});

Deno.test("after a reconnect only changes are yielded", async () => {
  const it = watch([
    [
      ready,
      event(CREATED, "a"),
      event(CREATED, "b"),
      event(CREATED, "c"),
      bootstrapped,
      unreachable(),
    ],
    [unreachable()],
    [unreachable()],
    [
      ready,
      event(CREATED, "a"),
      event(CREATED, "b", "2"),
      event(CREATED, "d"),
      bootstrapped,
      event(UPDATED, "a", "2"),
      stay,
    ],
  ]);
  await it.reconnect(500);
  await it.reconnect(1000);
  strictEqual(it.requests.length, 3);
  await it.reconnect(1999);
  strictEqual(it.requests.length, 3);
  await it.reconnect(1);
  await it.stop();
  deepStrictEqual(it.heard, [
    ...["created a@1", "created b@1", "created c@1", "bootstrapped"],
    ...["updated b@2", "created d@1", "destroyed c@1", "bootstrapped", "updated a@2"],
  ]);
  // Reported once, regardless of the number of attempts.
  deepStrictEqual(it.lost, ["connection refused"]);
});

Deno.test("a restarted node with versions from 1 is detected as changed", async () => {
  const later = { updated: { seconds: 1_800_000_000, nanos: 0 } };
  const it = watch([
    [ready, event(CREATED, "a"), bootstrapped],
    [ready, event(CREATED, "a", "1", later), bootstrapped, stay],
  ]);
  await it.reconnect(500);
  await it.stop();
  deepStrictEqual(it.heard, ["created a@1", "bootstrapped", "updated a@1", "bootstrapped"]);
  deepStrictEqual(it.lost, ["the node ended the stream"]);
});

Deno.test("a buffer overflow restarts the watch", async () => {
  const overrun: Response = { event: [{ eventType: ERRORED, error: "buffer overrun" }] };
  const it = watch([
    [ready, event(CREATED, "a"), bootstrapped, overrun],
    [ready, event(CREATED, "a"), bootstrapped, stay],
  ]);
  await it.reconnect(500);
  await it.stop();
  deepStrictEqual(it.heard, ["created a@1", "bootstrapped", "bootstrapped"]);
  deepStrictEqual(it.lost, ["buffer overrun"]);
});

Deno.test("a single resource is watched across creation and deletion", async () => {
  const gone = event(DESTROYED, "a", "undefined", { yaml: "" });
  const it = watch([
    [ready, gone, event(CREATED, "a"), unreachable()],
    [ready, event(CREATED, "a"), unreachable()],
    [ready, gone, unreachable()],
    [ready, gone, event(CREATED, "a", "7"), stay],
  ], { id: "a" });
  for (let attempt = 0; attempt < 3; attempt++) await it.reconnect(500);
  await it.stop();
  deepStrictEqual(it.heard, [
    ...["destroyed a@undefined", "created a@1", "destroyed a@undefined", "created a@7"],
  ]);
  deepStrictEqual(it.requests[0], { ...kind, id: "a", options: {}, apiVersion: 1 });
  strictEqual(it.lost.length, 3);
});

Deno.test("a resource is created or destroyed when its labels start or cease to match", async () => {
  const web = { labels: { app: "web" } };
  const it = watch([[
    ...[ready, event(CREATED, "a"), event(CREATED, "b", "1", web), bootstrapped],
    ...[event(UPDATED, "a", "2", web), event(UPDATED, "b", "2"), event(UPDATED, "b", "3")],
    ...[event(DESTROYED, "b", "3"), event(DESTROYED, "a", "2", web), stay],
  ]], { selector: parseSelector("app=web") });
  await it.stop();
  deepStrictEqual(it.heard, [
    ...["created b@1", "bootstrapped", "created a@2", "destroyed b@2", "destroyed a@2"],
  ]);
  deepStrictEqual(it.requests[0]?.options, {
    bootstrapContents: true,
    labelQuery: [{ terms: [{ key: "app", op: 1, value: ["web"] }] }],
  });
});

Deno.test("a watch that cannot be opened fails at once", async () => {
  const it = watch([[unreachable()]]);
  await rejects(it.done, { message: "connection refused" });
  deepStrictEqual([it.lost, it.requests.length], [[], 1]);

  const silent = watch([[stay]]);
  await silent.settle();
  await silent.clock.advance(30_000);
  await rejects(silent.done, { message: "no response within 30s" });
});

Deno.test("a permission error ends an established watch", async () => {
  const refusal = new MultiNodeError([{ node: "n", error: statusError(7, "not authorized") }]);
  const it = watch([[ready, event(CREATED, "a"), unreachable()], [refusal]]);
  await it.reconnect(500);
  await rejects(it.done, MultiNodeError);
  strictEqual(it.lost.length, 1);
});

Deno.test("the back-off grows to 30 s and resets after a success", async () => {
  const it = watch([
    [ready, unreachable()],
    ...Array.from({ length: 7 }, (): Connection => [unreachable()]),
    [ready, unreachable()],
    [ready, stay],
  ]);
  for (const pause of [500, 1000, 2000, 5000, 10_000, 30_000, 30_000, 30_000]) {
    const before = it.requests.length;
    await it.reconnect(pause - 1);
    strictEqual(it.requests.length, before, String(pause));
    await it.reconnect(1);
    strictEqual(it.requests.length, before + 1, String(pause));
  }
  await it.reconnect(500);
  await it.stop();
  strictEqual(it.lost.length, 2);
});

Deno.test("a watch fails after an outage of ten minutes, with the reason", async () => {
  const it = watch([
    [ready, event(CREATED, "a"), unreachable()],
    ...Array.from({ length: 30 }, (): Connection => [unreachable()]),
  ]);
  await it.settle();
  const lostAt = it.clock.now();
  for (const pause of [500, 1000, 2000, 5000, 10_000]) await it.reconnect(pause);
  while (it.clock.now() + 30_000 <= lostAt + 600_000) await it.reconnect(30_000);
  await rejects(it.done, { message: "connection refused" });
  deepStrictEqual([it.lost.length, it.clock.waiting], [1, 0]);
});

Deno.test("events without a resource, of known and unknown types, are ignored", async () => {
  const it = watch([[
    { event: [{ eventType: NOOP }] },
    { event: [{ eventType: 77 as never }] },
    event(CREATED, "a"),
    bootstrapped,
    stay,
  ]]);
  await it.settle();
  deepStrictEqual(it.heard, ["created a@1", "bootstrapped"]);
  await it.stop();
});
