import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  parseYaml,
  type TreeNode,
  writeYaml,
  type YamlData,
  type YamlValue,
} from "../../../lib/yaml/mod.ts";
import { readPlainForm } from "../../../lib/yaml/plain_form.ts";
import { methods } from "../../../proto/services.ts";
import { withSandbox } from "../../helpers/sandbox.ts";
import { property, type Seeded } from "../../helpers/seeded.ts";
import { allFrames } from "../../wire/frames.ts";

/** Returns the content of the document by the full parser; undefined for an invalid text. */
function full(text: string): TreeNode | undefined {
  const { documents: [document, second], problems } = parseYaml(text);
  if (problems.length > 0 || second !== undefined || document === undefined) return undefined;
  return contentOf(document.root);
}

function contentOf(node: TreeNode): TreeNode {
  const { kind, offset, tag } = node;
  const common = { offset, ...(tag === undefined ? {} : { tag }) };
  switch (kind) {
    case "scalar":
      return { kind, ...common, text: node.text, plain: node.plain };
    case "list":
      return { kind, ...common, items: node.items.map(contentOf) };
    case "map":
      return {
        kind,
        ...common,
        entries: node.entries.map(({ key, keyOffset, value }) => (
          { key, keyOffset, value: contentOf(value) }
        )),
        ...(node.mergeOffset === undefined ? {} : { mergeOffset: node.mergeOffset }),
      };
  }
}

/** Compares both parsers; returns whether the text is in plain form. */
function compare(text: string): boolean {
  const plain = readPlainForm(text);
  if (plain !== undefined) deepStrictEqual(plain, full(text), JSON.stringify(text));
  return plain !== undefined;
}

/** Returns the specs of all resources in recorded responses. */
function recordedSpecs(): string[] {
  const specs = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === "yamlSpec" && typeof member === "string") specs.add(member);
      else visit(member);
    }
  };
  for (const { path, responses } of allFrames()) {
    const method = methods.get(path);
    for (const response of responses) visit(method?.decodeResponse(response));
  }
  specs.delete("");
  return [...specs];
}

Deno.test("readPlainForm() returns the result of the full parser for recorded specs", () => {
  const specs = recordedSpecs();
  ok(specs.length > 20, `${specs.length} specs`);
  const others = specs.filter((text) => !compare(text));
  deepStrictEqual(others, []);
});

Deno.test("readPlainForm() returns the result of the full parser for specs of the sandbox", async () => {
  await withSandbox({ workers: 1 }, async ({ run, nodes }) => {
    const listed = await run(["get", "rd", "-n", nodes[0]!.address, "-o", "json=id"]);
    const types = (JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id).join(",");
    const addresses = nodes.map(({ address }) => address).join(",");
    const { code, stdout, stderr } = await run(["get", types, "-n", addresses, "-o", "yaml"]);
    deepStrictEqual([code, stderr], [0, ""]);
    const specs = stdout.split(/^---\n/m)
      .map((document) => document.split("\nspec:\n")[1]?.replaceAll(/^ {4}/gm, ""))
      .filter((text) => text !== undefined);
    ok(specs.length > 300, `${specs.length} specs`);
    const others = specs.filter((text) => !compare(text));
    ok(others.length < specs.length / 10, `${others.length} of ${specs.length}: ${others[0]}`);
  });
});

const WORDS = ["", "a", "b-c", "0", "12", "-1", "1.5", "true", "null", "~", "10.5.0.2/24", "a b"];
const UNUSUAL = [
  "- x",
  "a: b",
  "a #b",
  "#",
  "it's",
  '"',
  "[]",
  "{}",
  "é",
  "two\nlines",
  "y",
  "...",
];

function randomData(random: Seeded, levels: number): YamlData {
  const shape = levels === 0 ? 9 : random.below(10);
  if (shape < 3) return random.list(4, () => randomData(random, levels - 1));
  if (shape < 6) {
    const entries = random.list(4, () => {
      const key = random.oneIn(8) ? random.pick(WORDS) : `k${random.below(9)}`;
      return [key, randomData(random, levels - 1)] as const;
    });
    return Object.fromEntries(entries);
  }
  if (random.oneIn(6)) return random.pick([null, true, false, 0, 1.5, -7, 1e21]);
  return random.pick(random.oneIn(10) ? UNUSUAL : WORDS);
}

property("readPlainForm() parses random data like the full parser", 20, (random) => {
  let accepted = 0;
  for (let count = 0; count < 100; count++) {
    if (compare(writeYaml(randomData(random, 4) as YamlValue))) accepted++;
  }
  ok(accepted > 20, `${accepted} of 100`);
  return Promise.resolve();
});

const PIECES = [
  ...["\n", " ", "  ", "    ", "- ", "-", ":", ": ", "'", '"', "#", " #", "[", "]", "{}", "[]"],
  ...["a", "key:", "key: 1\n", "- x\n", "~", "<<: a", "&x ", "*x", "!!str ", "|", ">-", "%", "@"],
  ...["---\n", "...\n", "\t", "\r", "?", "? ", ",", "\\", "é", "\u0085", "null: ", "True:", "1: "],
];

property("readPlainForm() never accepts what the full parser reads otherwise", 20, (random) => {
  for (let count = 0; count < 200; count++) {
    let text = writeYaml(randomData(random, 3) as YamlValue);
    for (let change = random.between(1, 3); change > 0; change--) {
      const start = random.below(text.length + 1);
      const end = random.oneIn(2) ? start : start + random.below(6);
      text = text.slice(0, start) + random.pick(PIECES) + text.slice(end);
    }
    compare(text);
  }
  return Promise.resolve();
});

Deno.test("readPlainForm() leaves unusual forms to the full parser", () => {
  strictEqual(compare("a: 1\nb:\n- c\n- d: e\n  f:\n      g: 'h'\n"), true);
  for (
    const text of [
      ...[
        "",
        "a: |\n    b\n",
        "a: b # c\n",
        'a: "\\x41"\n',
        "a: {b: c}\n",
        "# a\na: b\n",
      ],
      ...[
        "a: b\n\n",
        "a: b\n  c\n",
        "a: b\n  - c\n",
        "a: b\na: c\n",
        "a:\n  - b\n c: d\n",
        " a: b\n",
      ],
      ...[
        "1: a\n",
        "null: a\n",
        "a: b: c\n",
        "a: b:\n",
        "a:\tb\n",
        "a: b\r\n",
        "- a\nb: c\n",
        "a: é\n",
      ],
      ...["- - a\n - b\n", "- a: b\n  - c\n", "a: b \n", "a: \n", "-\n", "a: - b\n", "a: &x b\n"],
      "...\n",
      `${"- ".repeat(60)}a\n`,
      `${"- a\n".repeat(20_000)}`,
    ]
  ) strictEqual(compare(text), false, JSON.stringify(text.slice(0, 40)));
});
