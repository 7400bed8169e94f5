import assert from "node:assert/strict";
import { writeBundle } from "../../../../lib/machineconfig/generate/mod.ts";
import { plainTree } from "../../../../lib/machineconfig/generate/plain_tree.ts";
import { parseText } from "../../../../lib/machineconfig/load/parse.ts";
import { testBundle } from "../../../helpers/test_bundle.ts";

Deno.test("a bundle as it is written is read like YAML, places included", async () => {
  const bundle = await testBundle();
  const { etcd, k8s, os } = bundle.certs;
  for (const one of [bundle, { ...bundle, certs: { etcd, k8s, os } }]) {
    const text = writeBundle(one);
    const tree = plainTree(text);
    assert.ok(tree !== undefined);
    assert.deepEqual([tree], parseText(text).documents);
  }
});

Deno.test("what is laid out plainly is read like YAML", () => {
  for (const text of ["a: b", "a: b\nc: d\n", "a:\n    b:\n        c: 1\n    d: 2\ne: x\n"]) {
    assert.deepEqual([plainTree(text)], parseText(text).documents);
  }
});

Deno.test("what is laid out in another way is left to YAML", () => {
  const texts = [
    "",
    "a: b # c\n",
    "a: 'b'\n",
    "A: b\n",
    "a: b\n\nc: d\n",
    "a:\n",
    "a:\nb: c\n",
    "a:\n  b: c\n",
    "a:\n    b: c\n      d: e\n",
    "a:\n    b: c\n  d: e\n",
    "a: b\n    c: d\n",
    "    a: b\n",
    "a: b\na: c\n",
    "a:\n    b: c\na:\n    d: e\n",
    "a: b\r\n",
    "a: b: c\n",
    "- a\n",
    "---\na: b\n",
    "a: [b]\n",
    "a: *b\n",
    "a:\tb\n",
  ];
  for (const text of texts) assert.equal(plainTree(text), undefined, text);
});
