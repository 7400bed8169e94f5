import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  parseYaml,
  type SourceMap,
  type SourceNode,
  toData,
  type WrittenNode,
} from "../../../lib/yaml/mod.ts";

/** Returns the root of a valid text with one document. */
function root(text: string): SourceNode {
  const { documents, problems } = parseYaml(text);
  deepStrictEqual(problems, []);
  strictEqual(documents.length, 1);
  return documents[0]!.root;
}

/** Returns the source text of every value by path. */
function sources(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const collect = (node: WrittenNode, path: string) => {
    found[path] = text.slice(node.start, node.end);
    if (node.kind === "map") {
      for (const { key, value } of node.written) collect(value, `${path}/${key}`);
    } else if (node.kind === "list") {
      node.written.forEach((item, index) => collect(item, `${path}/${index}`));
    }
  };
  collect(root(text), "");
  return found;
}

Deno.test("parseYaml() returns the range of quoted, tagged, missing and multi-line values", () => {
  const text = `a: 1 # one
"b": 'x y'
c: !!str &anchor "q"
d: |
  line 1
  line 2

e: [1, {f: g}, ]
h:
i: *anchor
j:
- k: l
  m:
-
`;
  const { "": whole, ...values } = sources(text);
  strictEqual(whole, text.slice(0, -1));
  deepStrictEqual(values, {
    "/a": "1",
    "/b": "'x y'",
    "/c": '"q"',
    "/d": "|\n  line 1\n  line 2",
    "/e": "[1, {f: g}, ]",
    "/e/0": "1",
    "/e/1": "{f: g}",
    "/e/1/f": "g",
    "/h": "",
    "/i": "*anchor",
    "/j": "- k: l\n  m:\n-",
    "/j/0": "k: l\n  m:",
    "/j/0/k": "l",
    "/j/0/m": "",
    "/j/1": "",
  });
});

Deno.test("parseYaml() resolves aliases and merge keys in entries and keeps them in written", () => {
  const map = root("x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\n  c: *x\n") as SourceMap;
  deepStrictEqual(toData(map), {
    x: { a: 1, b: 2 },
    y: { b: 3, c: { a: 1, b: 2 }, a: 1 },
  });
  const y = map.entries[1]!.value as SourceMap;
  deepStrictEqual(y.written.map(({ key, value }) => [key, value.kind]), [
    ["<<", "alias"],
    ["b", "scalar"],
    ["c", "alias"],
  ]);
  strictEqual(y.mergeOffset, y.written[0]!.keyOffset);
  strictEqual(y.entries[1]!.value, map.entries[0]!.value);
});

Deno.test("parseYaml() returns the ranges of documents", () => {
  const text = "# head\na: 1\n---\nb: 2\n--- # last\nc: 3\n";
  deepStrictEqual(
    parseYaml(text).documents.map(({ start, end }) => text.slice(start, end)),
    ["# head\na: 1\n", "---\nb: 2\n", "--- # last\nc: 3\n"],
  );
});

Deno.test("parseYaml() accepts keys without a colon in braces in linear time", () => {
  const [few, many] = [5_000, 40_000].map((length) => {
    const keys = Array.from({ length }, (_, index) => `k${index}`);
    const text = `{${keys.join(", ")}}`;
    // The shortest of several runs, because other processes take time.
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      const map = root(text) as SourceMap;
      const time = performance.now() - started;
      deepStrictEqual(map.entries.map(({ key }) => key), keys);
      return time;
    });
    return Math.min(...times);
  });
  // A search for the next colon from each key would take 64 times as long.
  ok(many! < 24 * few!, `${few} ms, ${many} ms`);
});

Deno.test("parseYaml() applies the given limit of values", () => {
  const text = "[1,2,3,4,5,6,7,8,9]";
  deepStrictEqual(parseYaml(text).problems, []);
  deepStrictEqual(parseYaml(text, { values: 5 }).problems.map(({ message }) => message), [
    "more than 5 keys, values and separators (16 quotes or escapes count as one)",
  ]);
});

Deno.test("parseYaml() shortens long keys and anchors in messages", () => {
  const long = "k".repeat(1000);
  for (const text of [`${long}: 1\n${long}: 2\n`, `a: &${long} [*${long}]\n`]) {
    const [problem] = parseYaml(text).problems;
    ok(problem !== undefined && problem.message.length < 150, problem?.message);
    ok(problem.message.includes("kkk…"), problem.message);
  }
});

Deno.test("parseYaml() adds no line feed to a block scalar at the end of the text, as yaml.v3", () => {
  // Expected values: yaml.v3 v3.0.1 and yaml/v4 v4.0.0-rc.5.
  const cases: Record<string, string> = {
    "a: |\n  x\n  y": "x\ny",
    "a: |\n  x\n  y\n": "x\ny\n",
    "a: >\n  x\n  y": "x y",
    "a: >\n  x\n\n  y": "x\ny",
    "a: |+\n  x": "x",
    "a: |-\n  x": "x",
    "a: |\n  x\n  ": "x\n",
    "a: |\n  x\n\n  ": "x\n",
    "a: |+\n  x\n\n  ": "x\n\n",
    "a: |+\n  x\n\n": "x\n\n",
    "a: |\n  x\n# comment": "x\n",
    "a: |\n  x\n  # text": "x\n# text",
    "a: |\n  ": "",
    "a: |": "",
    "a: >+\n  x\n ": "x\n",
    "a: |\n  x\n...": "x\n",
  };
  for (const [text, value] of Object.entries(cases)) {
    deepStrictEqual(toData(root(text)), { a: value }, JSON.stringify(text));
  }
  deepStrictEqual(toData(root("- b: |\n    x")), [{ b: "x" }]);
});
