import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { parseConfig, renderConfig } from "../../../lib/osconfig/mod.ts";
import { ConfigEditor } from "../../../lib/osconfig/editor.ts";

function edited(text: string, change: (editor: ConfigEditor) => void): string {
  const editor = new ConfigEditor(parseConfig(text, "file"));
  change(editor);
  return editor.toString();
}

Deno.test("renderConfig writes keys in order, contexts sorted, four spaces of indent", () => {
  const text = renderConfig("b", {
    b: { nodes: ["n1"], endpoints: ["10.0.0.2", "10.0.0.3"], key: "S0VZ", ca: "Q0E=" },
    a: { endpoints: [], nodes: [], auth: { basic: { username: "u", password: "p: #" } } },
  });
  strictEqual(
    text,
    `context: b
contexts:
    a:
        endpoints: []
        auth:
            basic:
                username: u
                password: "p: #"
    b:
        endpoints:
            - 10.0.0.2
            - 10.0.0.3
        nodes:
            - n1
        ca: Q0E=
        key: S0VZ
`,
  );
});

Deno.test("an empty configuration has both keys", () => {
  strictEqual(edited("", () => {}), 'context: ""\ncontexts: {}\n');
});

Deno.test("an edit keeps comments and unknown keys", () => {
  const text = edited(
    `# my clusters

colour: blue # mine
contexts:
  # the real one
  prod:
    # where to knock
    endpoints: [10.0.0.2] # vip
    note: do not touch # please
    key: S0VZ # secret
  # the toy
  lab:
    nodes:
      # first
      - n1
context: prod # current
`,
    (editor) => {
      editor.setCurrent("lab");
      editor.setEndpoints("prod", ["10.0.0.9"]);
      editor.put("alpha", { endpoints: ["e"], nodes: [] });
    },
  );
  strictEqual(
    text,
    `# my clusters

context: lab # current
contexts:
    alpha:
        endpoints:
            - e
    # the toy
    lab:
        endpoints: []
        nodes:
            # first
            - n1
    # the real one
    prod:
        # where to knock
        endpoints:
            - 10.0.0.9
        key: S0VZ # secret
        note: do not touch # please
colour: blue # mine
`,
  );
});

Deno.test("an edit moves a legacy target into the endpoints", () => {
  const text = edited("contexts:\n  a: { target: t, endpoints: [e] }\n", () => {});
  deepStrictEqual(parseConfig(text, "file").config.contexts.get("a")?.endpoints, ["e", "t"]);
  strictEqual(text.includes("target"), false);
});

Deno.test("setNodes without nodes removes the key", () => {
  const text = edited(
    "contexts:\n  a: { endpoints: [e], nodes: [n] }\n",
    (editor) => editor.setNodes("a", []),
  );
  strictEqual(text.includes("nodes"), false);
});

Deno.test("an edit of a context does not reach the ones that share its parts by alias", () => {
  const text = edited(
    "contexts:\n  a: &a { endpoints: [e], extra: 1 }\n  b: *a\n",
    (editor) => {
      editor.setEndpoints("b", ["other"]);
      editor.put("c", { endpoints: [], nodes: [] });
    },
  );
  const { contexts } = parseConfig(text, "file").config;
  deepStrictEqual(contexts.get("a")?.endpoints, ["e"]);
  deepStrictEqual(contexts.get("b")?.endpoints, ["other"]);
});

Deno.test("removing a context that others share parts of keeps the others whole", () => {
  const text = edited(
    "contexts:\n  a: &a { endpoints: [e] }\n  b: *a\n",
    (editor) => editor.remove("a"),
  );
  const { contexts } = parseConfig(text, "file").config;
  deepStrictEqual([...contexts.keys()], ["b"]);
  deepStrictEqual(contexts.get("b")?.endpoints, ["e"]);
});

Deno.test("text that looks like another type is quoted and comes back as text", () => {
  const names = ["true", "10", "null", "a: b", "", "- x", "*y"];
  const text = renderConfig("10", {
    ten: { endpoints: names.filter((name) => name !== ""), nodes: ["1e3"] },
    "10": { endpoints: [], nodes: [] },
  });
  const { config } = parseConfig(text, "file");
  strictEqual(config.current, "10");
  deepStrictEqual([...config.contexts.keys()], ["10", "ten"]);
  deepStrictEqual(config.contexts.get("ten")?.endpoints, names.filter((name) => name !== ""));
  deepStrictEqual(config.contexts.get("ten")?.nodes, ["1e3"]);
});

Deno.test("an edit refuses aliases that loop", () => {
  throws(
    () => edited("contexts: { a: &a { extra: *a } }\n", (editor) => editor.setCurrent("a")),
    { message: "the client configuration has too many aliases, or a loop" },
  );
});

Deno.test("contexts written on one line get lines of their own", () => {
  strictEqual(
    edited("context: a\ncontexts: { b: {}, a: { nodes: [n] } }\n", () => {}),
    `context: a
contexts:
    a:
        endpoints: []
        nodes: [ n ]
    b:
        endpoints: []
`,
  );
});
