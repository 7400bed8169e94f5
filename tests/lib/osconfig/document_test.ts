import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { parseConfig } from "../../../lib/osconfig/mod.ts";

function read(text: string) {
  return parseConfig(text, "file").config;
}

Deno.test("parseConfig() parses every field of a context", () => {
  const config = read(`
context: prod
contexts:
  prod:
    endpoints: [10.0.0.2, 10.0.0.3]
    nodes:
      - 10.0.0.4
    ca: Q0E=
    crt: Q1JU
    key: S0VZ
    auth:
      basic: { username: me, password: "1:2" }
      siderov1: { identity: me@example.org }
    cluster: east
`);
  strictEqual(config.current, "prod");
  deepStrictEqual(config.contexts.get("prod"), {
    endpoints: ["10.0.0.2", "10.0.0.3"],
    nodes: ["10.0.0.4"],
    ca: "Q0E=",
    crt: "Q1JU",
    key: "S0VZ",
    auth: {
      basic: { username: "me", password: "1:2" },
      siderov1: { identity: "me@example.org" },
    },
    cluster: "east",
  });
});

Deno.test("parseConfig() appends a legacy target to the endpoints", () => {
  const config = read("contexts:\n  a: { target: 10.0.0.9, endpoints: [10.0.0.2] }\n");
  deepStrictEqual(config.contexts.get("a")?.endpoints, ["10.0.0.2", "10.0.0.9"]);
});

Deno.test("parseConfig() sorts contexts and keeps names that look like other types", () => {
  const config = read("context: 10\ncontexts:\n  true: {}\n  10: {}\n  1e3:\n  null: {}\n");
  deepStrictEqual([...config.contexts.keys()], ["", "10", "1e3", "true"]);
  strictEqual(config.current, "10");
});

Deno.test("parseConfig() returns no contexts for an empty text", () => {
  for (const text of ["", "\n", "# nothing yet\n", "---\n", "context:\ncontexts:\n", "{}"]) {
    const config = read(text);
    strictEqual(config.current, "");
    strictEqual(config.contexts.size, 0);
  }
});

Deno.test("parseConfig() resolves anchors, aliases and merge keys", () => {
  const config = read(`
defaults: &shared { ca: Q0E=, endpoints: [10.0.0.2] }
contexts:
  a: *shared
  b: { <<: *shared, nodes: [n] }
`);
  deepStrictEqual(config.contexts.get("a")?.endpoints, ["10.0.0.2"]);
  deepStrictEqual(config.contexts.get("b"), {
    endpoints: ["10.0.0.2"],
    nodes: ["n"],
    ca: "Q0E=",
  });
});

Deno.test("parseConfig() reports file, line and column of errors without values", () => {
  const cases: readonly (readonly [text: string, message: RegExp])[] = [
    ["a: [", /^file:1:5: invalid YAML: unclosed bracket$/],
    [
      "context: a\ncontext: b",
      /^file:2:1: invalid YAML: duplicate key "context", first on line 1$/,
    ],
    ["contexts:\n  a:\n    key: 'SECRET", /^file:3:\d+: invalid YAML: unclosed single quote$/],
    ["\tcontext: x", /^file:1:1: invalid YAML: tab in the indentation$/],
    ["--- {}\n--- {}\n", /^file:2:1: more than one YAML document$/],
    ["SECRET", /^file:1:1: the configuration must be a map$/],
    ["contexts: [SECRET]", /^file:1:11: "contexts" must be a map$/],
    ["contexts:\n  a: SECRET", /^file:2:6: context "a" must be a map$/],
    [
      "contexts:\n  a:\n    endpoints: SECRET",
      /^file:3:16: "endpoints" of context "a" must be a list/,
    ],
    [
      "contexts:\n  a:\n    nodes: [[SECRET]]",
      /^file:3:13: each entry of "nodes" of context "a" must/,
    ],
    ["contexts:\n  a:\n    key: [SECRET]", /^file:3:10: "key" of context "a" must be a string$/],
    [
      "contexts:\n  a:\n    auth: { basic: SECRET }",
      /^file:3:20: "auth.basic" of context "a" must/,
    ],
    ["context: {}", /^file:1:10: "context" must be a string$/],
    [
      "contexts:\n  a: &a { <<: *a }",
      /^file:2:15: invalid YAML: alias "\*a" inside the value of its own anchor$/,
    ],
    [
      "contexts:\n  a: *none",
      /^file:2:6: invalid YAML: alias without an anchor before it$/,
    ],
  ];
  for (const [text, message] of cases) {
    throws(() => read(text), (error) => {
      strictEqual(error instanceof OsctlError && error.kind, "input", String(error));
      strictEqual(message.test((error as Error).message), true, (error as Error).message);
      strictEqual((error as Error).message.includes("SECRET"), false);
      return true;
    });
  }
});

/** Texts that exceed a limit, with the error. */
const EXCESSIVE: readonly (readonly [text: string, message: string])[] = [
  [
    `a: '${"''".repeat(600_000)}'\n`,
    "file:1:1: invalid YAML: more than 50000 keys, values and separators (16 quotes or escapes count as one)",
  ],
  [
    `contexts:\n${"  a: {}\n".repeat(60_000)}`,
    "file:16668:1: invalid YAML: more than 50000 keys, values and separators (16 quotes or escapes count as one)",
  ],
  [`contexts: {}\n${"# x\n".repeat(300_000)}`, "file:100001:1: more than 100000 lines"],
  [
    `x: &x [${"e,".repeat(2000)}]\ncontexts:\n` +
    Array.from({ length: 2000 }, (_, index) => `  c${index}: { nodes: *x }\n`).join(""),
    "file:126:18: invalid YAML: aliases expand to a far larger document",
  ],
  [
    `contexts: {${Array.from({ length: 10_001 }, (_, index) => `c${index}`).join(",")}}`,
    "file:1:58902: more than 10000 contexts",
  ],
  [
    `contexts:\n  a:\n    nodes: [ ${"n".repeat(1000)} ]\n`,
    'file:3:14: an entry of "nodes" of context "a" is longer than 512 characters',
  ],
  [
    `contexts:\n  ${"n".repeat(600)}: {}\n`,
    "file:2:3: the name of a context is longer than 512 characters",
  ],
  [
    "contexts:\n  a: &a\n    <<: *b\n",
    "file:3:9: invalid YAML: alias without an anchor before it",
  ],
  [
    "contexts: {a: &a {x: &b {y: *a}}, b: *b}",
    'file:1:29: invalid YAML: alias "*a" inside the value of its own anchor',
  ],
  [
    `contexts: ${"[".repeat(5000)}`,
    "file:1:110: invalid YAML: lists and maps are nested more than 100 deep",
  ],
];

Deno.test("parseConfig() reports the position where a text exceeds a limit", () => {
  for (const [text, message] of EXCESSIVE) throws(() => read(text), { message });
});

Deno.test("parseConfig() parses 1000 contexts of 5 MB", () => {
  const secret = "QUFB".repeat(400);
  const contexts = Array.from(
    { length: 1000 },
    (_, index) =>
      `  "c${index}":\n    endpoints: [10.0.0.1]\n    ca: ${secret}\n    crt: ${secret}\n    key: ${secret}\n`,
  );
  const text = `context: c1\ncontexts:\n${contexts.join("")}`;
  ok(text.length > 4_800_000);
  strictEqual(read(text).contexts.get("c999")?.key, secret);
});
