import assert from "node:assert/strict";
import { FakeClock } from "../../../helpers/fake_system.ts";
import { openStore } from "../../../../lib/sandbox/kubernetes/journal.ts";
import { kindOf } from "../../../../lib/sandbox/objects/kinds.ts";
import type { KubeObject } from "../../../../lib/sandbox/objects/objects.ts";
import { ObjectStore } from "../../../../lib/sandbox/kubernetes/object_store.ts";
import type { ResourceRequest } from "../../../../lib/sandbox/kubernetes/request.ts";
import { watchObjects } from "../../../../lib/sandbox/kubernetes/watch.ts";

const object = (name: string, value: string): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    name,
    namespace: "default",
    uid: name,
    resourceVersion: "",
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  data: { value },
});

async function withFile(body: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(`${folder}/kubernetes.jsonl`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("committed objects and their revision survive a restart", () =>
  withFile(async (path) => {
    const first = await openStore(path);
    first.store.put("configmaps", object("a", "1"));
    const b = first.store.put("configmaps", object("b", "1"));
    first.store.put("configmaps", object("a", "2"));
    first.store.remove("configmaps", b);
    await first.journal.commit();
    const { store } = await openStore(path);
    assert.equal(store.revision, first.store.revision);
    assert.deepEqual(store.list("configmaps").map((one) => [one.metadata.name, one["data"]]), [
      ["a", { value: "2" }],
    ]);
    assert.equal(store.listAt("configmaps", undefined, 1), undefined);
    if (Deno.build.os !== "windows") {
      assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    }
  }));

Deno.test("a change during a commit is in the next one", () =>
  withFile(async (path) => {
    const first = await openStore(path);
    first.store.put("configmaps", object("a", "1"));
    const committing = first.journal.commit();
    await Promise.resolve();
    first.store.put("configmaps", object("b", "1"));
    await Promise.all([committing, first.journal.commit()]);
    const { store } = await openStore(path);
    assert.equal(store.list("configmaps").length, 2);
  }));

Deno.test("the file stays small when objects change often", () =>
  withFile(async (path) => {
    const { store, journal } = await openStore(path);
    for (let index = 0; index < 10_000; index++) {
      store.put("configmaps", object("a", String(index)));
      if (index % 100 === 0) await journal.commit();
    }
    await journal.commit();
    const lines = (await Deno.readTextFile(path)).split("\n").length;
    assert.ok(lines < 2500, `${lines} lines`);
    const second = await openStore(path);
    assert.equal(second.store.revision, store.revision);
    assert.deepEqual(second.store.list("configmaps")[0]!["data"], { value: "9999" });
  }));

Deno.test("a line that a crash cut is dropped", () =>
  withFile(async (path) => {
    const first = await openStore(path);
    first.store.put("configmaps", object("a", "1"));
    await first.journal.commit();
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, `${text}${text.slice(0, 40)}`);
    const second = await openStore(path);
    assert.equal(second.store.list("configmaps").length, 1);
    second.store.put("configmaps", object("b", "1"));
    await second.journal.commit();
    const third = await openStore(path);
    assert.equal(third.store.list("configmaps").length, 2);
  }));

Deno.test("a page at an older revision does not see later changes", async () => {
  await withFile(async (path) => {
    const { store } = await openStore(path);
    store.put("configmaps", object("a", "1"));
    const { revision } = store;
    store.put("configmaps", object("a", "2"));
    store.put("configmaps", object("b", "1"));
    const old = store.listAt("configmaps", "default", revision)!;
    assert.deepEqual(old.map((one) => one["data"]), [{ value: "1" }]);
  });
});

/** A watch request of config maps. */
const watchRequest = (query: string, signal = new AbortController().signal): ResourceRequest => ({
  method: "GET",
  kind: kindOf("ConfigMap"),
  namespace: undefined,
  name: undefined,
  subresource: undefined,
  query: new URLSearchParams(query),
  user: { name: "admin", groups: [] },
  accept: "application/json",
  contentType: "",
  agent: "test",
  body: new Uint8Array(),
  signal,
});

Deno.test("a watch from a version before the history expires", () => {
  const store = new ObjectStore([["configmaps", object("a", "1")]], 10);
  assert.throws(() => watchObjects(store, new FakeClock(), watchRequest("resourceVersion=9")), {
    reason: "Expired",
    code: 410,
  });
});

Deno.test("a watch sends bookmarks, and one at its timeout", async () => {
  const store = new ObjectStore([], 10);
  const clock = new FakeClock();
  const request = watchRequest("resourceVersion=10&allowWatchBookmarks=true&timeoutSeconds=90");
  const types: string[] = [];
  const reading = (async () => {
    for await (const { type, object: { metadata } } of watchObjects(store, clock, request)) {
      types.push(`${type} ${metadata.resourceVersion}`);
    }
  })();
  await clock.advance(60_000);
  store.put("configmaps", object("a", "1"));
  store.put("secrets", object("b", "1"));
  await clock.advance(30_000);
  await reading;
  assert.deepEqual(types, ["BOOKMARK 10", "ADDED 11", "BOOKMARK 12"]);
  assert.equal(clock.waiting, 0);
});

Deno.test("an object that stops to match a selector is deleted for its watch", async () => {
  const store = new ObjectStore([], 10);
  const abort = new AbortController();
  const request = watchRequest("labelSelector=a%3D1&resourceVersion=10", abort.signal);
  const events = watchObjects(store, new FakeClock(), request);
  const labelled = (value: string): KubeObject => {
    const base = object("a", "1");
    return { ...base, metadata: { ...base.metadata, labels: { a: value } } };
  };
  const first = events.next();
  store.put("configmaps", labelled("1"));
  store.put("configmaps", labelled("2"));
  assert.equal((await first).value?.type, "ADDED");
  assert.equal((await events.next()).value?.type, "DELETED");
  abort.abort();
  assert.equal((await events.next()).done, true);
});
