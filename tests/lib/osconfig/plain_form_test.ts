import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { parseConfig, renderConfig } from "../../../lib/osconfig/mod.ts";
import { readPlainForm } from "../../../lib/osconfig/plain_form.ts";
import type { Osconfig } from "../../../lib/osconfig/types.ts";

const WRITTEN = `context: one-2
contexts:
    one-2:
        endpoints:
            - 10.5.0.2
            - fd00::1
        nodes:
            - node.example.org:50000
        ca: LS0tLS1CRUdJTg==
        crt: LS0t/S1C+UdJTg==
        key: LS0tLS1C
        cluster: one
    other:
        endpoints:
            - 10.5.0.3
`;

/** Returns the result of the full parser; undefined for an invalid text. */
function full(text: string): Osconfig | undefined {
  try {
    return parseConfig(text, "config", "config").config;
  } catch (error) {
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
}

Deno.test("readPlainForm() returns the same result as the full parser", () => {
  const config = readPlainForm(WRITTEN, "config");
  deepStrictEqual(config, full(WRITTEN));
  strictEqual(config?.current, "one-2");
  deepStrictEqual(config.contexts.get("one-2")?.endpoints, ["10.5.0.2", "fd00::1"]);
  const swapped = WRITTEN.replace("other:", "a:").replace("context: one-2\n", "") + "context: a\n";
  deepStrictEqual(readPlainForm(swapped, "config"), full(swapped));
  deepStrictEqual([...(readPlainForm(swapped, "config")?.contexts.keys() ?? [])], ["a", "one-2"]);
});

Deno.test("readPlainForm() accepts the output of renderConfig()", () => {
  const text = renderConfig("a", {
    a: { endpoints: ["10.5.0.2"], nodes: ["10.5.0.2"], ca: "QQ==", crt: "Qg==", key: "Qw==" },
  });
  notStrictEqual(readPlainForm(text, undefined), undefined);
});

Deno.test("readPlainForm() accepts two spaces of indentation and lists at the column of their key", () => {
  const text = "context: a\ncontexts:\n  a:\n    endpoints:\n    - b\n    ca: QQ==";
  deepStrictEqual(readPlainForm(text, "config"), full(text));
  notStrictEqual(readPlainForm(text, "config"), undefined);
});

Deno.test("readPlainForm() ignores comments and blank lines", () => {
  const text = WRITTEN.replaceAll("\n", "\n  # mine: yes\n#\n\n   \n");
  for (const commented of [text, `# All of it\n\n${WRITTEN}\n\n# The end`]) {
    deepStrictEqual(readPlainForm(commented, "config"), full(commented));
    deepStrictEqual(readPlainForm(commented, "config"), readPlainForm(WRITTEN, "config"));
  }
});

Deno.test("readPlainForm() returns undefined for any other form", () => {
  const replacements: [string, string][] = [
    ["context: one-2", 'context: "one-2"'],
    ["context: one-2", "context: null"],
    ["context: one-2", "context: ~"],
    ["context: one-2", "context:"],
    ["context: one-2", "context: one-2 # mine"],
    ["context: one-2", "context: one-2\n\t"],
    ["context: one-2", "context: one-2\n#\u0000"],
    ["context: one-2", "context: one-2\ncontext: two"],
    ["context: one-2", "---\ncontext: one-2"],
    ["context: one-2", "target: one-2"],
    ["context: one-2", "context: one-2\n  and more"],
    ["context: one-2", "context: one-2\r"],
    ["contexts:", "contexts: &all"],
    ["contexts:\n", "contexts:\ncontexts:\n"],
    ["    other:", "    one-2:"],
    ["    other:", "    Null:"],
    ["    other:", "   other:"],
    ["    other:", "\tother:"],
    ["    other:\n", "    empty:\n    other:\n"],
    ["        ca: LS0tLS1CRUdJTg==", "        ca: >\n          LS0tLS1CRUdJTg=="],
    ["        ca:", "         ca:"],
    ["        ca:", "        crt:"],
    ["        ca:", "        auth:"],
    ["        ca:", "        target:"],
    ["        ca:", "        endpoints:\n        ca:"],
    ["            - fd00::1", "            - [fd00::1]"],
    ["            - fd00::1", "             - fd00::1"],
    ["            - fd00::1", "              - fd00::1"],
    ["            - fd00::1", "            - fd00:"],
    ["            - fd00::1", "            -"],
    ["            - fd00::1", "            - a: b"],
    ["            - node.example.org:50000\n", ""],
    ["            - 10.5.0.3\n", ""],
    ["- 10.5.0.3", `- ${"a".repeat(600)}`],
    ["    other:", `    ${"a".repeat(600)}:`],
    ["            - 10.5.0.3", "      - 10.5.0.3"],
  ];
  for (const [before, after] of replacements) {
    const text = WRITTEN.replace(before, after);
    notStrictEqual(text, WRITTEN);
    strictEqual(readPlainForm(text, "config"), undefined, JSON.stringify(after));
  }
  for (
    const text of ["", "\n", "context: a\n", "contexts:\n", "contexts: {}\n", "- a\n", "a: b\n"]
  ) {
    strictEqual(readPlainForm(text, "config"), undefined, JSON.stringify(text));
  }
});

Deno.test("readPlainForm() agrees with the full parser on randomly modified texts", () => {
  // A fixed seed makes every run the same.
  let state = 1;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const pieces = [
    " ",
    "    ",
    "\n",
    ":",
    ": ",
    "-",
    "- ",
    "a",
    "1e3",
    "null",
    "#",
    '"',
    "|",
    "\t",
    "\n# a: b\n",
  ];
  let plain = 0;
  for (let round = 0; round < 4000; round++) {
    let text = WRITTEN;
    for (let times = 1 + below(3); times > 0; times--) {
      const at = below(text.length);
      const cut = below(3) === 0 ? below(20) : 0;
      text = text.slice(0, at) + pieces[below(pieces.length)]! + text.slice(at + cut);
    }
    const config = readPlainForm(text, "config");
    if (config === undefined) continue;
    plain++;
    deepStrictEqual(config, full(text), text);
  }
  ok(plain > 100, `only ${plain} texts kept the plain form`);
});
