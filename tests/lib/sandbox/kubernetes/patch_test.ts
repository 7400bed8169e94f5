import assert from "node:assert/strict";
import type { JsonMap, KubeObject } from "../../../../lib/sandbox/objects/objects.ts";
import { applyConfiguration } from "../../../../lib/sandbox/kubernetes/patch/apply.ts";
import {
  decodeFields,
  encodeFields,
  fieldsOf,
} from "../../../../lib/sandbox/kubernetes/patch/field_paths.ts";
import { recordUpdate } from "../../../../lib/sandbox/kubernetes/patch/managed_fields.ts";
import { applyMergePatch } from "../../../../lib/sandbox/kubernetes/patch/merge_patch.ts";
import { applyStrategicPatch } from "../../../../lib/sandbox/kubernetes/patch/strategic.ts";

const CONTAINERS: JsonMap = {
  containers: [
    { name: "a", image: "a:1", env: [{ name: "X", value: "1" }, { name: "Y", value: "1" }] },
    { name: "b", image: "b:1" },
  ],
};

Deno.test("a merge patch removes members that are null and replaces lists", () => {
  const target = { a: 1, b: { c: [1, 2], d: true } };
  assert.deepEqual(applyMergePatch(target, { a: null, b: { c: [3] } }), { b: { c: [3], d: true } });
});

Deno.test("a strategic patch merges lists by key and follows its directives", () => {
  const patched = applyStrategicPatch(CONTAINERS, {
    "$setElementOrder/containers": [{ name: "c" }, { name: "a" }],
    containers: [
      { name: "a", env: [{ name: "X", value: "2" }, { name: "Y", $patch: "delete" }] },
      { name: "b", $patch: "delete" },
      { name: "c", image: "c:1" },
    ],
    strategy: { $retainKeys: ["type"], type: "Recreate" },
    finalizers: ["one"],
  });
  assert.deepEqual(patched, {
    containers: [
      { name: "c", image: "c:1" },
      { name: "a", image: "a:1", env: [{ name: "X", value: "2" }] },
    ],
    strategy: { type: "Recreate" },
    finalizers: ["one"],
  });
});

Deno.test("a strategic patch replaces atomic lists, and deletes from sets", () => {
  const target = { tolerations: [{ key: "a" }], finalizers: ["one", "two"] };
  const patch = {
    tolerations: [{ key: "b" }],
    "$deleteFromPrimitiveList/finalizers": ["one"],
  };
  assert.deepEqual(applyStrategicPatch(target, patch), {
    tolerations: [{ key: "b" }],
    finalizers: ["two"],
  });
});

Deno.test("an item without its merge key is rejected", () => {
  assert.throws(() => applyStrategicPatch(CONTAINERS, { containers: [{ image: "x" }] }), {
    reason: "BadRequest",
  });
});

Deno.test("fieldsV1 has the elements of kube-apiserver, and is read back", () => {
  const fields = fieldsOf({
    apiVersion: "v1",
    metadata: { name: "x", labels: { app: "web" }, finalizers: ["one"] },
    spec: {
      selector: { app: "web" },
      ports: [{ port: 80, targetPort: 8080 }],
      containers: [{ name: "a", image: "a:1" }],
    },
  });
  const encoded = encodeFields(fields.keys());
  assert.deepEqual(encoded, {
    "f:metadata": { "f:finalizers": { 'v:"one"': {} }, "f:labels": { "f:app": {} } },
    "f:spec": {
      "f:containers": { 'k:{"name":"a"}': { ".": {}, "f:image": {}, "f:name": {} } },
      "f:ports": {
        'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {}, "f:targetPort": {} },
      },
      "f:selector": {},
    },
  });
  assert.deepEqual([...decodeFields(encoded)].sort(), [...fields.keys()].sort());
});

Deno.test("apply merges lists by key, and removes the items that its manager drops", () => {
  const live = (spec: JsonMap): KubeObject => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "x", uid: "1", resourceVersion: "1", creationTimestamp: "" },
    spec,
  });
  const options = (name: string) => ({
    manager: { name, operation: "Apply" as const, apiVersion: "v1" },
    force: false,
    time: "2026-01-01T00:00:00Z",
  });
  const other = recordUpdate(undefined, live(CONTAINERS), {
    name: "kubectl",
    operation: "Update",
    apiVersion: "v1",
  }, "2026-01-01T00:00:00Z");
  const added = applyConfiguration(
    other,
    { spec: { containers: [{ name: "c", image: "c:1" }] } },
    options("mesh"),
  );
  const names = (object: KubeObject) =>
    ((object["spec"] as JsonMap)["containers"] as JsonMap[]).map((one) => one["name"]);
  assert.deepEqual(names(added), ["a", "b", "c"]);
  const dropped = applyConfiguration(added, { spec: {} }, options("mesh"));
  assert.deepEqual(names(dropped), ["a", "b"]);
  assert.throws(
    () =>
      applyConfiguration(
        added,
        { spec: { containers: [{ name: "a", image: "a:2" }, { name: "b", image: "b:2" }] } },
        options("mesh"),
      ),
    {
      message: 'Apply failed with 2 conflicts: conflicts with "kubectl" using v1:\n' +
        '- .spec.containers[name="a"].image\n- .spec.containers[name="b"].image',
    },
  );
});
