import assert from "node:assert/strict";
import { render } from "../../../../lib/machineconfig/generate/mod.ts";
import { readAllPatches } from "../../../../lib/machineconfig/generate/read_all_patches.ts";
import { toLoadedDocuments } from "../../../../lib/machineconfig/generate/to_loaded_documents.ts";
import { encodeConfig } from "../../../../lib/machineconfig/encode/mod.ts";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import type { TreeNode } from "../../../../lib/yaml/tree.ts";
import type { ConfigDocument } from "../../../../lib/machineconfig/data.ts";
import { MultiError, OsctlError } from "../../../../lib/errors.ts";

const PLAIN = { docs: false, examples: false };
const RELEASE = { release: "v1.8" } as const;

/** A small valid configuration. */
const TEXT = `version: v1alpha1
machine:
    type: worker
    token: abcdef.0123456789abcdef
    ca:
        crt: YQ==
        key: ""
    certSANs: []
    install:
        disk: /dev/sda
        wipe: false
    features:
        hostDNS:
            enabled: true
            forwardKubeDNSToHost: true
cluster:
    controlPlane:
        endpoint: https://192.0.2.10:6443
    token: abcdef.0123456789abcdef
---
apiVersion: v1alpha1
kind: KmsgLogConfig
name: far
url: tcp://192.0.2.7:514
`;

function documents(text = TEXT): readonly ConfigDocument[] {
  const { documents, problems } = decodeMachineConfig(text, RELEASE);
  assert.deepEqual(problems, []);
  return documents;
}

/** Returns the worker configuration after a patch for all machines. */
async function patched(patch: string, before = documents()): Promise<readonly ConfigDocument[]> {
  const apply = await readAllPatches(
    { configPatch: [patch], configPatchControlPlane: [], configPatchWorker: [], ...RELEASE },
    () => assert.fail("no file is read"),
  );
  return apply({ controlplane: before, worker: before }).worker;
}

const rendered = (after: readonly ConfigDocument[], unpatched = documents()) =>
  render(after, { name: "worker.yaml", unpatched, ...PLAIN, ...RELEASE });

function errorsOf(after: readonly ConfigDocument[]): string[] {
  try {
    rendered(after);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    const all = error instanceof MultiError ? error.errors : [error];
    return all.map(({ message }) => message);
  }
  throw new Error("the configuration was accepted");
}

Deno.test("render() returns the encoded configuration", () => {
  assert.deepEqual(rendered(documents()), { text: TEXT, warnings: [] });
});

Deno.test("toLoadedDocuments() returns offsets in the order of the encoded text", () => {
  const order = (tree: TreeNode): [string, number][] => {
    if (tree.kind === "scalar") return [[tree.text, tree.offset]];
    if (tree.kind === "list") return tree.items.flatMap(order);
    return tree.entries.flatMap(({ key, keyOffset, value }) => [
      [key, keyOffset] as [string, number],
      ...order(value),
    ]);
  };
  const flat = toLoadedDocuments(documents()).flatMap(({ tree }) => order(tree));
  const offsets = flat.map(([, offset]) => offset);
  assert.deepEqual(offsets, offsets.toSorted((a, b) => a - b));
  assert.equal(new Set(offsets).size, offsets.length);
  const read = decodeMachineConfig(encodeConfig(documents(), PLAIN), RELEASE).documents;
  const texts = read.flatMap(({ tree }) => order(tree)).map(([text]) => text);
  // The trees have no apiVersion and kind, which the type of the document implies.
  const kinds = ["apiVersion", "kind", "KmsgLogConfig"];
  assert.deepEqual(
    flat.map(([text]) => text),
    texts.filter((text, index) =>
      !kinds.includes(text) && !(text === "v1alpha1" && texts[index - 1] === "apiVersion")
    ),
  );
});

Deno.test("render rejects a patch whose result is invalid in every mode", async () => {
  const after = await patched("machine: {kubelet: {nodeIP: {validSubnets: [nonsense]}}}");
  const [error, ...others] = errorsOf(after);
  assert.match(error!, /^worker.yaml: machine.kubelet.nodeIP.validSubnets\[0\]: /);
  assert.deepEqual(others, []);
});

Deno.test("render accepts a patch whose result is valid in some mode", async () => {
  const patch = '[{"op": "remove", "path": "/machine/install"}]';
  const main = documents().slice(0, 1);
  const after = await patched(patch, main);
  assert.ok(!rendered(after, main).text.includes("install"));
});

Deno.test("render reports errors not caused by patches as warnings", async () => {
  const before = documents(TEXT.replace("machine:\n", "persist: false\nmachine:\n"));
  for (const after of [before, await patched("machine: {env: {A: b}}", before)]) {
    const { text, warnings } = rendered(after, before);
    assert.match(text, /^persist: false$/m);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /^worker.yaml: persist: /);
  }
});

Deno.test("render() writes examples of the given release", () => {
  const [main] = documents();
  const examplesOf = (release: "v1.4" | "v1.8") => {
    const style = { docs: false, examples: true, release };
    return render([main!], { name: "worker.yaml", unpatched: [main!], ...style }).text;
  };
  assert.match(examplesOf("v1.8"), /^ *# nodeAnnotations:$/m);
  assert.doesNotMatch(examplesOf("v1.4"), /nodeAnnotations/);
});
