import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { parseConfig } from "../../../lib/osconfig/mod.ts";

function read(text: string) {
  return parseConfig(text, "file").config;
}

Deno.test("parseConfig reads every field of a context", () => {
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

Deno.test("parseConfig appends a legacy target to the endpoints", () => {
  const config = read("contexts:\n  a: { target: 10.0.0.9, endpoints: [10.0.0.2] }\n");
  deepStrictEqual(config.contexts.get("a")?.endpoints, ["10.0.0.2", "10.0.0.9"]);
});

Deno.test("parseConfig sorts contexts and keeps names that look like other types", () => {
  const config = read("context: 10\ncontexts:\n  true: {}\n  10: {}\n  1e3:\n  null: {}\n");
  deepStrictEqual([...config.contexts.keys()], ["", "10", "1e3", "true"]);
  strictEqual(config.current, "10");
});

Deno.test("parseConfig takes an empty text as a configuration without contexts", () => {
  for (const text of ["", "\n", "# nothing yet\n", "---\n", "context:\ncontexts:\n", "{}"]) {
    const config = read(text);
    strictEqual(config.current, "");
    strictEqual(config.contexts.size, 0);
  }
});

Deno.test("parseConfig follows anchors, aliases and merge keys", () => {
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

Deno.test("parseConfig says file, line and column of what is wrong, and quotes nothing", () => {
  const cases: readonly (readonly [text: string, message: RegExp])[] = [
    ["a: [", /^file:1:5: broken YAML: /],
    ["context: a\ncontext: b", /^file:2:1: broken YAML: a key occurs twice$/],
    ["contexts:\n  a:\n    key: 'SECRET", /^file:3:\d+: broken YAML: a character is missing/],
    ["\tcontext: x", /^file:1:1: broken YAML: tabs cannot indent$/],
    ["--- {}\n--- {}\n", /^file:2:1: broken YAML: the file has several YAML documents$/],
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
    ["contexts:\n  a:\n    key: [SECRET]", /^file:3:10: "key" of context "a" must be a text$/],
    [
      "contexts:\n  a:\n    auth: { basic: SECRET }",
      /^file:3:20: "auth.basic" of context "a" must/,
    ],
    ["context: {}", /^file:1:10: "context" must be a text$/],
    ["contexts:\n  a: &a { <<: *a }", /^file:2:9: merge keys are nested too deeply$/],
    ["contexts:\n  a: *none", /^file:2:6: the alias "\*none" names no anchor before it$/],
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
