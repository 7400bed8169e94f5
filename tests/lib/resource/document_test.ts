import { rejects, strictEqual } from "node:assert/strict";
import { documentValue, yamlDocument } from "../../../lib/resource/document.ts";
import { indentedJson } from "../../../lib/output/go_json.ts";
import { toResource } from "../../../lib/resource/resource.ts";
import { State } from "../../../proto/cosi.ts";
import { answers } from "../../wire/frames.ts";
import { message, resource } from "./resources.ts";

const context = { node: "10.91.0.2", configAsText: true };

Deno.test("a recorded member is printed byte for byte like by talosctl", async () => {
  const [first] = answers("cosi-list-members", State.List);
  const member = await toResource(first!.resource);
  strictEqual(
    yamlDocument(member, context),
    `node: 10.91.0.2
metadata:
    namespace: cluster
    type: Members.cluster.talos.dev
    id: osc-cp-1
    version: 1
    owner: cluster.MemberController
    phase: running
    created: 2026-11-21T07:49:45Z
    updated: 2026-11-21T07:49:45Z
spec:
    nodeId: QqlbGJ8WD1VL6ygKOU9gF8ix3H4aSi4fG0tMJClUgYS
    addresses:
        - 10.91.0.2
    hostname: osc-cp-1
    machineType: controlplane
    operatingSystem: Talos (v1.8.0-alpha.2)
    controlPlane:
        port: 6443
`,
  );
  strictEqual(
    indentedJson(await documentValue(member, context)),
    `{
    "metadata": {
        "created": "2026-11-21T07:49:45Z",
        "id": "osc-cp-1",
        "namespace": "cluster",
        "owner": "cluster.MemberController",
        "phase": "running",
        "type": "Members.cluster.talos.dev",
        "updated": "2026-11-21T07:49:45Z",
        "version": 1
    },
    "node": "10.91.0.2",
    "spec": {
        "addresses": [
            "10.91.0.2"
        ],
        "controlPlane": {
            "port": 6443
        },
        "hostname": "osc-cp-1",
        "machineType": "controlplane",
        "nodeId": "QqlbGJ8WD1VL6ygKOU9gF8ix3H4aSi4fG0tMJClUgYS",
        "operatingSystem": "Talos (v1.8.0-alpha.2)"
    }
}`,
  );
});

Deno.test("labels, annotations and finalizers are sorted and quoted only where needed", async () => {
  const full = resource({
    id: "123",
    owner: "",
    labels: { z: "true", "a/b": "", b: "a: b" },
    annotations: { note: "two\nlines" },
    finalizers: ["b", "a", ""],
    yaml: "a: |\n    x\n\n    y\n",
  });
  strictEqual(
    yamlDocument(full, { ...context, event: "updated" }),
    `node: 10.91.0.2
event: updated
metadata:
    namespace: ns
    type: Things.test.dev
    id: 123
    version: 3
    owner:
    phase: running
    created: 2023-11-14T22:13:20Z
    updated: 2023-11-14T22:13:21Z
    labels:
        a/b:
        b: 'a: b'
        z: true
    annotations:
        note: |-
            two
            lines
    finalizers:
        - b
        - a
        -
spec:
    a: |
        x
    
        y
`,
  );
  strictEqual(
    indentedJson(await documentValue(full, { ...context, event: "updated" })),
    `{
    "event": "updated",
    "metadata": {
        "annotations": {
            "note": "two\\nlines"
        },
        "created": "2023-11-14T22:13:20Z",
        "finalizers": [
            "b",
            "a",
            null
        ],
        "id": 123,
        "labels": {
            "a/b": null,
            "b": "a: b",
            "z": true
        },
        "namespace": "ns",
        "owner": null,
        "phase": "running",
        "type": "Things.test.dev",
        "updated": "2023-11-14T22:13:21Z",
        "version": 3
    },
    "node": "10.91.0.2",
    "spec": {
        "a": "x\\n\\ny\\n"
    }
}`,
  );
});

Deno.test("a machine configuration is one string, except in the older interface", async () => {
  const config = resource({
    type: "MachineConfigs.config.talos.dev",
    yaml: "version: v1alpha1 # a comment\nmachine:\n    type: worker\n",
  });
  const newer = yamlDocument(config, context);
  strictEqual(
    newer.slice(newer.indexOf("spec:")),
    "spec: |\n    version: v1alpha1 # a comment\n    machine:\n        type: worker\n",
  );
  strictEqual((await documentValue(config, context))["spec"], config.yaml);
  const older = yamlDocument(config, { ...context, configAsText: false });
  strictEqual(
    older.slice(older.indexOf("spec:")),
    "spec:\n    version: v1alpha1 # a comment\n    machine:\n        type: worker\n",
  );
});

Deno.test("a non-existing resource has no spec", async () => {
  const tombstone = resource({ version: "undefined", yaml: "" });
  strictEqual(yamlDocument(tombstone, context).endsWith("\nspec:\n"), true);
  strictEqual((await documentValue(tombstone, context))["spec"], null);
});

Deno.test("the text of a configuration is the same as string and as documents", async () => {
  const text = "version: v1alpha1\nmachine:\n    type: worker\n---\nkind: X\n";
  const common = { type: "MachineConfigs.config.talos.dev", id: "v1alpha1" };
  const annotations = { "talos.dev/yaml-spec": "1" };
  const lines = text.split("\n").slice(0, -1).map((line) => `    ${line}\n`).join("");
  const older = await toResource(message({ ...common, yaml: text }));
  const newer = await toResource(message({ ...common, annotations, yaml: `|\n${lines}` }));
  const quoted = await toResource(message({ ...common, annotations, yaml: JSON.stringify(text) }));
  strictEqual(older.yaml, text);
  strictEqual(newer.yaml, text);
  strictEqual(quoted.yaml, text);
  strictEqual((await documentValue(newer, context))["spec"], text);
  const block = `spec: |\n${lines}`;
  strictEqual(yamlDocument(newer, context).endsWith(block), true, yamlDocument(newer, context));
  await rejects(toResource(message({ ...common, annotations, yaml: "a: 1\n" })), /is not a string/);
});
