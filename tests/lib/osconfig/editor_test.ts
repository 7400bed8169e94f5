import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { parseConfig, renderConfig } from "../../../lib/osconfig/mod.ts";
import { ConfigEditor } from "../../../lib/osconfig/editor.ts";

function edited(text: string, change: (editor: ConfigEditor) => void): string {
  const editor = new ConfigEditor(parseConfig(text, "file"));
  change(editor);
  return editor.toString();
}

Deno.test("renderConfig() writes ordered keys and sorted contexts with four spaces of indentation", () => {
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
                password: 'p: #'
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

Deno.test("ConfigEditor writes both keys of an empty configuration", () => {
  strictEqual(edited("", () => {}), 'context: ""\ncontexts: {}\n');
});

Deno.test("ConfigEditor keeps comments and unknown keys", () => {
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

Deno.test("ConfigEditor moves a legacy target to the endpoints", () => {
  const text = edited("contexts:\n  a: { target: t, endpoints: [e] }\n", () => {});
  deepStrictEqual(parseConfig(text, "file").config.contexts.get("a")?.endpoints, ["e", "t"]);
  strictEqual(text.includes("target"), false);
});

Deno.test("setNodes() without nodes removes the key", () => {
  const text = edited(
    "contexts:\n  a: { endpoints: [e], nodes: [n] }\n",
    (editor) => editor.setNodes("a", []),
  );
  strictEqual(text.includes("nodes"), false);
});

Deno.test("ConfigEditor changes one of several contexts that share an alias", () => {
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

Deno.test("ConfigEditor keeps contexts with aliases to a removed context", () => {
  const text = edited(
    "contexts:\n  a: &a { endpoints: [e] }\n  b: *a\n",
    (editor) => editor.remove("a"),
  );
  const { contexts } = parseConfig(text, "file").config;
  deepStrictEqual([...contexts.keys()], ["b"]);
  deepStrictEqual(contexts.get("b")?.endpoints, ["e"]);
});

Deno.test("ConfigEditor quotes strings that YAML would parse as another type", () => {
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

Deno.test("ConfigEditor rejects recursive aliases", () => {
  throws(
    () => edited("contexts: { a: &a { extra: *a } }\n", (editor) => editor.setCurrent("a")),
    { message: 'file:1:28: invalid YAML: alias "*a" inside the value of its own anchor' },
  );
});

Deno.test("ConfigEditor writes contexts in braces as blocks", () => {
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

Deno.test("ConfigEditor rejects aliases that repeat a long value", () => {
  const contexts = Array.from({ length: 20 }, (_, index) => `  c${index}: { ca: *x }\n`).join("");
  throws(
    () => edited(`x: &x ${"A".repeat(100_000)}\ncontexts:\n${contexts}`, () => {}),
    { message: "file:13:14: aliases expand to more than 1000000 characters" },
  );
});

Deno.test("ConfigEditor expands merge keys", () => {
  strictEqual(
    edited(
      "x: &x\n  endpoints: [e]\n  target: t\ncontexts:\n  a:\n    <<: *x\n    nodes: [n]\n",
      (editor) => editor.setNodes("a", ["m"]),
    ),
    `context: ""
contexts:
    a:
        endpoints:
            - e
            - t
        nodes:
            - m
x:
    endpoints: [ e ]
    target: t
`,
  );
});

Deno.test("ConfigEditor keeps comments in nested lists and maps, and block scalars", () => {
  strictEqual(
    edited(
      `---
contexts: # all
  b: # second
    endpoints: # the list
    - e1 # one
    # before two
    - e2
      # after two
    extra:
      - # an item
        x: |
          line 1
            line 2
        y: "a\\tb"
      - - 1
        - !!str 2

  # first
  a: {}
# the end
`,
      (editor) => editor.setCurrent("a"),
    ),
    `---
context: a
contexts: # all
    # first
    a:
        endpoints: []
    b: # second
        endpoints: # the list
            - e1 # one
            # before two
            - e2
            # after two
        extra:
            # an item
            - x: |
                line 1
                  line 2
              y: "a\\tb"
            - - 1
              - !!str 2
# the end
`,
  );
});

Deno.test("ConfigEditor keeps the values of other contexts in random texts", () => {
  // A fixed seed makes every run the same.
  let state = 7;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const source = `# head

context: a # now
contexts:
  a: &a
    endpoints: [e1, "e 2"] # list
    nodes:
      - n1
      # two
      - 'n2'
    ca: >
      folded
      text
    crt: |+
      kept

    more: { x: [1, 2] }
  b:
    <<: *a
    key: "multi
      line" # end
other: &b !!str 12
`;
  const pieces = [
    " ",
    "\n",
    ":",
    "- ",
    "#",
    '"',
    "'",
    "*a",
    "\n    ",
    "{",
    "]",
    "x: y\n",
    "|",
    "\t",
  ];
  let edits = 0;
  for (let round = 0; round < 3000; round++) {
    let text = source;
    for (let times = below(3); times > 0; times--) {
      const at = below(text.length);
      text = text.slice(0, at) + pieces[below(pieces.length)]! + text.slice(at + below(4));
    }
    let before;
    try {
      before = parseConfig(text, "file").config;
    } catch (error) {
      if (error instanceof OsctlError) continue;
      throw error;
    }
    const after = parseConfig(edited(text, (editor) => editor.setCurrent("new")), "file").config;
    const expected = [...before.contexts].map(([name, { nodes, ...rest }]) =>
      [name, { ...rest, nodes: [...nodes] }] as const
    );
    const found = [...after.contexts].map(([name, { nodes, ...rest }]) =>
      [name, { ...rest, nodes: [...nodes] }] as const
    );
    deepStrictEqual(found, expected, text);
    strictEqual(after.current, "new");
    edits++;
  }
  strictEqual(edits > 500, true, `only ${edits} texts could be parsed`);
});
