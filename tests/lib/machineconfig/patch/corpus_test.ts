import assert from "node:assert/strict";
import { CONFIG } from "./corpus/config.ts";
import { CASES } from "./corpus/mod.ts";
import { changesBetween, patched } from "./corpus/run.ts";

for (const example of CASES) {
  const { name, config = CONFIG, release, changes, rejected } = example;
  Deno.test(`machineconfig patch ${name}`, () => {
    if (rejected !== undefined) {
      assert.throws(() => patched(example), { message: rejected });
      return;
    }
    const text = patched(example);
    assert.deepEqual(changesBetween(config, text, release), changes);
    // Unchanged values keep their comments.
    const comments = (all: string) => all.match(/# .*$/gm) ?? [];
    const kept = new Set(comments(text));
    if (!/\$patch|remove|move/.test(example.patches.join())) {
      assert.deepEqual(comments(config).filter((comment) => !kept.has(comment)), []);
    }
  });
}
