import { deepEqual, equal, throws } from "node:assert/strict";
import { compareBytes, formatReference } from "../../../../lib/sandbox/state/resource.ts";
import { animal, KIND, newStore, spec } from "./resources.ts";

const CAT = { ...KIND, id: "cat" };

Deno.test("a new resource has version 1, phase running, owner and timestamps", () => {
  const { store, clock } = newStore();
  const { metadata } = store.create(animal("cat", "meow"), "zoo.Keeper");
  deepEqual(metadata, {
    ...CAT,
    version: 1,
    owner: "zoo.Keeper",
    phase: "running",
    created: clock.now(),
    updated: clock.now(),
    finalizers: [],
    labels: {},
    annotations: {},
  });
  deepEqual(store.get(CAT).spec, spec("meow"));
});

Deno.test("an update increments the version and keeps the creation time", async () => {
  const { store, clock } = newStore();
  const created = store.create(animal("cat", "meow"));
  await clock.advance(1500);
  const updated = store.update({ ...created, spec: spec("purr") });
  equal(updated.metadata.version, 2);
  equal(updated.metadata.created, created.metadata.created);
  equal(updated.metadata.updated, created.metadata.created + 1500);
  equal(store.get(CAT).spec?.yaml, "purr\n");
});

Deno.test("a concurrent update of the same version is rejected", () => {
  const { store } = newStore();
  const read = store.create(animal("cat"));
  store.update({ ...read, spec: spec("first") });
  throws(() => store.update({ ...read, spec: spec("second") }), { reason: "version" });
  equal(store.get(CAT).spec?.yaml, "first\n");
});

Deno.test("only the owner may change or destroy a resource", () => {
  const { store } = newStore();
  const cat = store.create(animal("cat"), "zoo.Keeper");
  throws(() => store.update(cat), { reason: "owner" });
  throws(() => store.update(cat, { owner: "zoo.Visitor" }), { reason: "owner" });
  throws(() => store.put(animal("cat", "changed"), "zoo.Visitor"), { reason: "owner" });
  throws(() => store.destroy(CAT), { reason: "owner" });
  equal(store.update(cat, { owner: "zoo.Keeper" }).metadata.owner, "zoo.Keeper");
  store.destroy(CAT, "zoo.Keeper");
  deepEqual(store.list(KIND), []);
});

Deno.test("an update checks the expected phase", () => {
  const { store } = newStore();
  const cat = store.create(animal("cat"));
  const leaving = store.update({ ...cat, metadata: { ...cat.metadata, phase: "tearingDown" } });
  equal(leaving.metadata.phase, "tearingDown");
  throws(() => store.update(leaving), { reason: "phase" });
  equal(store.update(leaving, { expectedPhase: "tearingDown" }).metadata.version, 3);
  equal(store.update(store.get(CAT), { expectedPhase: "any" }).metadata.version, 4);
});

Deno.test("pending finalizers prevent destruction", () => {
  const { store } = newStore();
  const cat = store.create(animal("cat", "", { finalizers: ["zoo.Vet", "zoo.Keeper"] }));
  throws(() => store.destroy(CAT), {
    reason: "finalizers",
    message: "resource Animals.test.dev(zoo/cat@1) has pending finalizers [zoo.Vet zoo.Keeper]",
  });
  store.update({ ...cat, metadata: { ...cat.metadata, finalizers: [] } });
  store.destroy(CAT);
  throws(() => store.get(CAT), { reason: "not-found" });
});

Deno.test("missing resources cannot be read, updated or destroyed; existing ones not created", () => {
  const { store } = newStore();
  const message = "resource Animals.test.dev(zoo/cat@undefined) doesn't exist";
  throws(() => store.get(CAT), { reason: "not-found", message });
  throws(() => store.destroy(CAT), { reason: "not-found", message });
  const cat = store.create(animal("cat"));
  throws(() => store.create(animal("cat")), { reason: "exists" });
  store.destroy(CAT);
  throws(() => store.update(cat), { reason: "not-found" });
});

Deno.test("put of equal content keeps the version", () => {
  const { store } = newStore();
  const more = { labels: { legs: "4" }, annotations: { note: "x" }, finalizers: ["zoo.Vet"] };
  const cat = store.put(animal("cat", "meow", more), "zoo.Keeper");
  equal(store.put(animal("cat", "meow", more), "zoo.Keeper"), cat);
  equal(store.collection(KIND).history.position, 1);
  const changes = [
    animal("cat", "purr", more),
    animal("cat", "purr", { ...more, labels: { legs: "3" } }),
    animal("cat", "purr", { ...more, labels: {} }),
    animal("cat", "purr", { ...more, annotations: { note: "y" } }),
    animal("cat", "purr", { ...more, annotations: { note: "y" }, finalizers: [] }),
    animal("cat", "purr", { ...more, annotations: { note: "y" }, phase: "tearingDown" }),
  ];
  const versions = changes.map((change) => store.put(change, "zoo.Keeper").metadata.version);
  deepEqual(versions, [2, 3, 4, 5, 6, 7]);
});

Deno.test("put detects a changed protobuf message with equal YAML", () => {
  const { store } = newStore();
  store.put({ ...animal("cat"), spec: { value: 1, yaml: "a\n", proto: Uint8Array.of(1) } });
  const changed = { value: 1, yaml: "a\n", proto: Uint8Array.of(2) };
  equal(store.put({ ...animal("cat"), spec: changed }).metadata.version, 2);
});

Deno.test("list sorts by the bytes of ids", () => {
  const { store } = newStore();
  const ids = ["b", "a/2", "a/10", "Z", "é", "a", "\u{1f63a}", "\uff5e", ""];
  for (const id of ids) store.create(animal(id));
  const bytes = (text: string) => new TextEncoder().encode(text).toHex();
  deepEqual(
    store.list(KIND).map(({ metadata }) => metadata.id),
    ids.toSorted((a, b) => bytes(a) < bytes(b) ? -1 : 1),
  );
  equal(compareBytes("same", "same"), 0);
});

Deno.test("namespaces and types separate resources", () => {
  const { store } = newStore();
  store.create(animal("cat"));
  store.create({ ...animal("cat"), namespace: "home" });
  store.create({ ...animal("cat"), type: "Plants.test.dev" });
  store.destroy({ ...CAT, namespace: "home" });
  equal(store.list(KIND).length, 1);
  equal(store.list({ ...KIND, namespace: "home" }).length, 0);
  equal(store.list({ ...KIND, type: "Plants.test.dev" }).length, 1);
  equal(formatReference(CAT, 12), "Animals.test.dev(zoo/cat@12)");
});
