import { deepEqual, equal } from "node:assert/strict";
import type { Metadata } from "../../../../lib/sandbox/state/resource.ts";
import {
  watchCollection,
  type WatchEvent,
  type WatchOptions,
  watchResource,
} from "../../../../lib/sandbox/state/watch.ts";
import { animal, inShort, KIND, newStore, next, spec } from "./resources.ts";

/** Returns a store and functions to watch it until the test ends. */
function zoo(historyCapacity?: number) {
  const { store, clock } = newStore(historyCapacity);
  const collection = store.collection(KIND);
  const stop = new AbortController();
  return {
    store,
    clock,
    stop,
    all: (options: WatchOptions = {}) => watchCollection(collection, options, clock, stop.signal),
    one: (id: string, tailEvents = 0) =>
      watchResource(collection, id, tailEvents, clock, stop.signal),
    set: (id: string, text: string, labels: Record<string, string> = {}) =>
      store.put(animal(id, text, { labels })),
    remove: (id: string) => store.destroy({ ...KIND, id }),
  };
}

Deno.test("a collection watch yields every change in order from its start", async () => {
  const { all, set, remove } = zoo();
  set("ant", "before");
  const watch = all();
  set("cat", "meow");
  set("ant", "after");
  set("cat", "purr");
  remove("ant");
  deepEqual(await next(watch), [
    "created cat@1",
    "updated ant@2 (was 1)",
    "updated cat@2 (was 1)",
    "destroyed ant@2",
  ]);
  set("bee", "buzz");
  deepEqual(await next(watch), ["created bee@1"]);
});

Deno.test("a waiting watch wakes at the next change", async () => {
  const { all, set } = zoo();
  const watch = all();
  const waiting = next(watch);
  set("cat", "meow");
  deepEqual(await waiting, ["created cat@1"]);
});

Deno.test("bootstrap contents come first, sorted by id, and end with bootstrapped", async () => {
  const { all, set, clock } = zoo();
  set("cat", "meow");
  set("ant", "tick");
  const watch = all({ bootstrapContents: true });
  set("bee", "buzz");
  const { value } = await watch.next();
  deepEqual(value?.map(inShort), ["created ant@1", "created cat@1", "bootstrapped"]);
  const mark = value?.at(-1);
  deepEqual(mark?.kind === "bootstrapped" && mark.resource, {
    metadata: {
      ...KIND,
      id: "",
      version: undefined,
      owner: "",
      phase: "running",
      created: clock.now(),
      updated: clock.now(),
      finalizers: [],
      labels: {},
      annotations: {},
    },
    spec: undefined,
  });
  deepEqual(await next(watch), ["created bee@1"]);
});

Deno.test("an empty collection yields bootstrapped", async () => {
  deepEqual(await next(zoo().all({ bootstrapContents: true })), ["bootstrapped"]);
});

Deno.test("an update has the old resource", async () => {
  const { all, set } = zoo();
  set("cat", "meow");
  const watch = all();
  set("cat", "purr");
  const [event] = (await watch.next()).value ?? [];
  equal(event?.kind === "updated" && event.old.spec?.yaml, "meow\n");
  equal(event?.kind === "updated" && event.resource.spec?.yaml, "purr\n");
});

Deno.test("a filtered watch reports created and destroyed when the match changes", async () => {
  const { all, set, remove } = zoo();
  const filter = ({ labels }: Metadata) => labels["tame"] === "yes";
  set("cat", "1", { tame: "yes" });
  set("fox", "1");
  const watch = all({ filter, bootstrapContents: true });
  deepEqual(await next(watch), ["created cat@1", "bootstrapped"]);
  set("fox", "2");
  set("fox", "3", { tame: "yes" });
  set("fox", "4", { tame: "yes" });
  set("cat", "2");
  set("cat", "3");
  remove("cat");
  remove("fox");
  set("owl", "1");
  set("dog", "1", { tame: "yes" });
  deepEqual(await next(watch), [
    "created fox@3",
    "updated fox@4 (was 3)",
    "destroyed cat@2",
    "destroyed fox@4",
    "created dog@1",
  ]);
});

Deno.test("filtered changes yield no batch", async () => {
  const { all, set } = zoo();
  const watch = all({ filter: ({ id }) => id === "cat" });
  const waiting = next(watch);
  set("fox", "1");
  await Promise.resolve();
  set("cat", "1");
  deepEqual(await waiting, ["created cat@1"]);
});

Deno.test("a resource watch starts with the current state", async () => {
  const { one, set, remove } = zoo();
  set("cat", "meow");
  set("cat", "purr");
  const watch = one("cat");
  set("fox", "yip");
  set("cat", "hiss");
  remove("cat");
  deepEqual(await next(watch), ["created cat@2"]);
  deepEqual(await next(watch), ["updated cat@3 (was 2)", "destroyed cat@3"]);
  set("cat", "again");
  deepEqual(await next(watch), ["created cat@1"]);
});

Deno.test("a watch of a missing resource starts with a tombstone", async () => {
  const { one, set, clock } = zoo();
  const watch = one("cat");
  const [event] = (await watch.next()).value ?? [];
  equal(event?.kind, "destroyed");
  deepEqual(event?.kind === "destroyed" && event.resource.metadata, {
    ...KIND,
    id: "cat",
    version: undefined,
    owner: "",
    phase: "running",
    created: clock.now(),
    updated: clock.now(),
    finalizers: [],
    labels: {},
    annotations: {},
  });
  equal(event?.kind === "destroyed" && event.resource.spec, undefined);
  set("cat", "meow");
  deepEqual(await next(watch), ["created cat@1"]);
});

Deno.test("tail events replay the latest changes of a collection", async () => {
  const { all, set } = zoo();
  for (const text of ["1", "2", "3"]) set("cat", text);
  set("ant", "1");
  deepEqual(await next(all({ tailEvents: 2 })), ["updated cat@3 (was 2)", "created ant@1"]);
  deepEqual((await next(all({ tailEvents: 99 }))).length, 4);
  const both = all({ tailEvents: 1, bootstrapContents: true });
  deepEqual(await next(both), ["created ant@1", "created cat@3", "bootstrapped"]);
  deepEqual(await next(both), ["created ant@1"]);
});

Deno.test("tail events of a resource replace its current state", async () => {
  const { one, set } = zoo();
  set("cat", "1");
  set("cat", "2");
  set("ant", "1");
  set("cat", "3");
  set("ant", "2");
  deepEqual(await next(one("cat", 2)), ["updated cat@2 (was 1)", "updated cat@3 (was 2)"]);
  deepEqual(await next(one("cat", 99)), [
    "created cat@1",
    "updated cat@2 (was 1)",
    "updated cat@3 (was 2)",
  ]);
});

Deno.test("tail events are limited by the history", async () => {
  const { all, one, set } = zoo(10);
  for (let text = 1; text <= 25; text++) set(text % 2 === 0 ? "ant" : "cat", String(text));
  equal((await next(all({ tailEvents: 99 }))).length, 6);
  deepEqual(await next(one("ant", 99)), [
    "updated ant@10 (was 9)",
    "updated ant@11 (was 10)",
    "updated ant@12 (was 11)",
  ]);
});

Deno.test("a lagging reader receives errored, then the stream ends", async () => {
  const { all, one, set } = zoo(10);
  const many = all();
  const single = one("cat");
  deepEqual(await next(single), ["destroyed cat"]);
  for (let text = 0; text < 11; text++) set("cat", String(text));
  const lost = ['errored buffer overrun: namespace "zoo" type "Animals.test.dev"'];
  deepEqual(await next(many), lost);
  deepEqual(await next(many), ["end"]);
  deepEqual(await next(single), lost);
  deepEqual(await next(single), ["end"]);
});

Deno.test("a reader that lags by exactly the capacity loses nothing", async () => {
  const { all, set } = zoo(10);
  const watch = all();
  for (let text = 0; text < 10; text++) set("cat", String(text));
  equal((await next(watch)).length, 10);
});

Deno.test("changes during delivery form the next batch", async () => {
  const { all, set } = zoo();
  const watch = all();
  set("cat", "1");
  deepEqual(await next(watch), ["created cat@1"]);
  for (const text of ["2", "3", "4"]) set("cat", text);
  equal((await next(watch)).length, 3);
});

Deno.test("an aborted watch ends, waiting or not", async () => {
  const { all, one, set, stop } = zoo();
  const waiting = all();
  const pending = next(waiting);
  const idle = one("cat");
  set("ant", "1");
  deepEqual(await pending, ["created ant@1"]);
  const asleep = next(waiting);
  stop.abort();
  deepEqual(await asleep, ["end"]);
  deepEqual(await next(idle), ["destroyed cat"]);
  deepEqual(await next(idle), ["end"]);
});

Deno.test("each of 1,000 watches receives every change", async () => {
  const { all, set } = zoo();
  const watches = Array.from({ length: 1000 }, () => all());
  const first = Promise.all(watches.map(next));
  set("cat", "1");
  equal(new Set((await first).map(String)).size, 1);
  for (let text = 2; text <= 50; text++) set("cat", String(text));
  const batches = await Promise.all(watches.map(next));
  equal(batches.every((batch) => batch.length === 49), true);
});

Deno.test("versions increase by one per event", async () => {
  const { all, store } = zoo();
  const watch = all();
  let cat = store.create(animal("cat"));
  for (let text = 2; text <= 100; text++) cat = store.update({ ...cat, spec: spec(String(text)) });
  const events: WatchEvent[] = (await watch.next()).value ?? [];
  deepEqual(
    events.map((event) => event.kind === "errored" ? 0 : event.resource.metadata.version),
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
});
