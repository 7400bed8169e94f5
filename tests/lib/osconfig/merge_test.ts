import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { mergeConfig, parseConfig } from "../../../lib/osconfig/mod.ts";
import { ConfigEditor } from "../../../lib/osconfig/editor.ts";

function merge(ours: string, theirs: string) {
  const editor = new ConfigEditor(parseConfig(ours, "ours"));
  const result = mergeConfig(editor, parseConfig(theirs, "theirs"));
  return { result, config: editor.config, text: editor.toString() };
}

Deno.test("mergeConfig() adds contexts and sets the current one of the merged file", () => {
  const { result, config } = merge(
    "context: a\ncontexts: { a: { endpoints: [x] } }",
    "context: b\ncontexts: { b: { endpoints: [y], extra: { deep: 1 } } }",
  );
  deepStrictEqual(result, {
    contexts: [{ from: "b", to: "b", present: false }],
    current: "b",
  });
  deepStrictEqual([...config.contexts.keys()], ["a", "b"]);
});

Deno.test("mergeConfig() keeps unknown keys", () => {
  const { text } = merge("", "contexts: { b: { endpoints: [y], extra: { deep: 1 } } }");
  strictEqual(/extra:\n +deep: 1/.test(text), true);
});

Deno.test("mergeConfig() adds the first free number to a name in use, also to the current context", () => {
  const { result, config } = merge(
    "contexts: { a: { endpoints: [x] }, a-1: { endpoints: [y] } }",
    "context: a\ncontexts: { a: { endpoints: [z] } }",
  );
  deepStrictEqual(result.contexts, [{ from: "a", to: "a-2", present: false }]);
  strictEqual(config.current, "a-2");
  deepStrictEqual(config.contexts.get("a-2")?.endpoints, ["z"]);
});

Deno.test("mergeConfig() reports equal contexts as present, also under a new name", () => {
  const theirs = "context: a\ncontexts: { a: { nodes: [n], endpoints: [z] } }";
  const once = merge("contexts: { a: { endpoints: [x] } }", theirs);
  const twice = merge(once.text, theirs);
  deepStrictEqual(twice.result.contexts, [{ from: "a", to: "a-1", present: true }]);
  strictEqual(twice.text, once.text);
});

Deno.test("mergeConfig() keeps the current context if the other file has none", () => {
  for (const current of ["", "missing"]) {
    const { config } = merge(
      "context: a\ncontexts: { a: {} }",
      `context: "${current}"\ncontexts: { b: { endpoints: [y] } }`,
    );
    strictEqual(config.current, "a");
  }
});
