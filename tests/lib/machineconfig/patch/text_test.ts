import assert from "node:assert/strict";
import { patchText, readPatch } from "../../../../lib/machineconfig/patch/mod.ts";

/** Returns the text after a patch. */
function after(text: string, patch: string): string {
  const read = readPatch(patch, { name: "--patch #1", release: "v1.8" });
  return patchText({ text, name: "node.yaml", release: "v1.8" }, [read]);
}

/** Returns a JSON patch with one operation. */
function json(op: string, path: string, value?: unknown): string {
  return JSON.stringify([{ op, path, ...(value === undefined ? {} : { value }) }]);
}

Deno.test("patchText() keeps the comment and spaces on the line of a changed value", () => {
  const text = "machine: # all of it\n  type:   worker   # small\n  debug: |  # odd\n    x\n";
  assert.equal(
    after(text, json("replace", "/machine/type", "controlplane")),
    text.replace("worker", "controlplane"),
  );
  assert.equal(
    after(text, json("replace", "/machine/debug", "z")),
    text.replace("|  # odd\n    x", "z"),
  );
  assert.equal(
    after(text, json("replace", "/machine/type", "a\nb\n")),
    text.replace("  type:   worker   # small", "  type:   |   # small\n    a\n    b"),
  );
  assert.equal(
    after(text, json("replace", "/machine/type", { a: [1] })),
    text.replace("  type:   worker   # small", "  type:   # small\n    a:\n      - 1"),
  );
  assert.equal(after(text, json("replace", "/machine", {})), "machine: {} # all of it\n");
});

Deno.test("patchText() inserts fields in the order of the schema, after comments of the previous field", () => {
  const text = `version: v1alpha1
machine:
    # what it is
    token: a.b
    kubelet:
        image: example.org/kubelet
        # extraArgs:
        #     v: "2"
    # how it is made
    install:
        disk: /dev/sda
`;
  const patch =
    "machine: {type: worker, certSANs: [a], network: {hostname: a}, kubelet: {clusterDNS: [b]}}";
  assert.equal(
    after(text, patch),
    `version: v1alpha1
machine:
    type: worker
    # what it is
    token: a.b
    certSANs:
        - a
    kubelet:
        image: example.org/kubelet
        clusterDNS:
            - b
        # extraArgs:
        #     v: "2"
    network:
        hostname: a
    # how it is made
    install:
        disk: /dev/sda
        wipe: null
cluster: null
`,
  );
});

Deno.test("patchText() removes only the comments of removed values", () => {
  const text = `# the file

# about a
a: 1
# about b
b:
  # inside
  c: 1
  # deeper

# about d
d: 2 # two
`;
  assert.equal(
    after(text, json("remove", "/b")),
    "# the file\n\n# about a\na: 1\n\n# about d\nd: 2 # two\n",
  );
  assert.equal(after(text, json("remove", "/d")), text.replace("# about d\nd: 2 # two\n", ""));
  assert.equal(after(text, json("remove", "/a")), text.replace("# about a\na: 1\n", ""));
  assert.equal(after("# the file\na: 1\nb: 2\n", json("remove", "/a")), "# the file\nb: 2\n");
});

Deno.test("patchText() adds and removes list items in the layout of the list", () => {
  const text = `list:
- a # one
# of b
- x: 1
  # of y
  y: 2
-   - nested
end: true
`;
  assert.equal(
    after(text, json("add", "/list/1", { z: [1], w: {} })),
    text.replace("# of b\n", "- z:\n  - 1\n  w: {}\n# of b\n"),
  );
  assert.equal(after(text, json("add", "/list/0", "first")), text.replace("- a", "- first\n- a"));
  assert.equal(
    after(text, json("add", "/list/-", ["p", ["q"]])),
    text.replace("end:", "- - p\n  - - q\nend:"),
  );
  assert.equal(after(text, json("remove", "/list/0")), text.replace("- a # one\n", ""));
  assert.equal(
    after(text, json("remove", "/list/1")),
    text.replace("# of b\n- x: 1\n  # of y\n  y: 2\n", ""),
  );
  assert.equal(after(text, json("remove", "/list/1/x")), text.replace("x: 1\n  # of y\n  y", "y"));
  assert.equal(after(text, json("replace", "/list", [])), "list: []\nend: true\n");
});

Deno.test("patchText() keeps brackets of lists that have only strings on one line", () => {
  const text = "list: [a.example.org, 'b c'] # names\nempty: [] # nothing\nmap: {a: 1} # small\n";
  assert.equal(
    after(text, json("add", "/list/-", "yes")),
    text.replace("'b c']", '"b c", "yes"]'),
  );
  assert.equal(
    after(text, json("add", "/empty/-", "a")),
    text.replace("[] # nothing", "# nothing\n    - a"),
  );
  assert.equal(
    after(text, json("add", "/map/b", 2)),
    text.replace("{a: 1} # small", "# small\n    a: 1\n    b: 2"),
  );
});

Deno.test("patchText() keeps line breaks, indentation and scalar styles", () => {
  const text =
    "machine:\r\n  type: 'worker'\r\n  install: {wipe: !!bool yes}\r\n  time:\r\n    bootTimeout: 60m\r\n";
  assert.equal(
    after(text, json("add", "/machine/env", { A: "b" })),
    `${text}  env:\r\n    A: b\r\n`,
  );
  assert.equal(after("a: 1", json("add", "/b", 2)), "a: 1\nb: 2\n");
  assert.equal(
    after("--- # here\na: 1\n...\n", json("add", "/b", 2)),
    "--- # here\na: 1\nb: 2\n...\n",
  );
  assert.equal(after('{"a": 1}', json("add", "/b", [2])), "a: 1\nb:\n    - 2\n");
  assert.equal(after("--- {a: 1}\n", json("add", "/b", 2)), "--- \na: 1\nb: 2\n");
});

Deno.test("patchText() expands changed aliases and merge keys", () => {
  const text = `x: &labels
  a: b # kept nowhere else
y: *labels
z: # merged
  <<: *labels
  c: d
`;
  assert.equal(after(text, json("add", "/w", 1)), `${text}w: 1\n`);
  assert.equal(
    after(text, json("add", "/z/e", "f")),
    text.replace("\n  <<: *labels\n  c: d", "\n  c: d\n  a: b\n  e: f"),
  );
  assert.equal(
    after(text, json("replace", "/y", "alone")),
    text.replace("y: *labels", "y: alone"),
  );
  // The comment is lost because the value of the anchor differs from its aliases.
  assert.equal(
    after(text, json("replace", "/x/a", "B")),
    'x:\n    a: B\n"y":\n    a: b\nz:\n    c: d\n    a: b\n',
  );
});

Deno.test("patchText() adds and removes documents", () => {
  const log = "apiVersion: v1alpha1\nkind: KmsgLogConfig\nname: a\nurl: tcp://192.0.2.1:1";
  const main =
    'version: v1alpha1\nmachine:\n  type: worker\n  token: ""\n  certSANs: []\ncluster: null\n';
  const text = `# first\n${log} # there\n---\n# second\n${main}`;
  assert.equal(after(text, `${log.replace("url", "#")}\n$patch: delete`), `---\n# second\n${main}`);
  const other = log.replace("name: a", "name: b");
  assert.equal(after(text, other), `${text}---\n${other}\n`);
  assert.equal(after(`${log}\n`, `${log.replace("url", "#")}\n$patch: delete`), "");
});

Deno.test("patchText() edits a text of 20,000 lines in place", () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `    key${index}: "${index}" # ${index}\n`,
  );
  const text = `machine:\n  sysctls:\n${lines.join("")}`;
  const result = after(text, json("replace", "/machine/sysctls/key777", "x"));
  assert.equal(result, text.replace('"777"', "x"));
});

Deno.test("patchText() writes merged values in canonical form and keeps null values", () => {
  const text = `debug: yes # on
machine:
  type: worker
  token: 12 # a text
  certSANs: []
  env: # none yet
    # A: b
  time:
    bootTimeout: 60m # an hour
  files:
    - {path: /a, permissions: 0644, content: x, op: create} # all of it
  sysctls: {} # nothing
cluster: null
`;
  assert.equal(
    after(text, "version: v1alpha1\nmachine: {type: controlplane}"),
    `version: v1alpha1
debug: true # on
machine:
  type: controlplane
  token: "12" # a text
  certSANs: []
  env: # none yet
    # A: b
  time:
    bootTimeout: 1h0m0s # an hour
  files:
    - {path: /a, permissions: 0644, content: x, op: create} # all of it
cluster: null
`,
  );
});

Deno.test("patchText() adds a main document before the others", () => {
  const log = "apiVersion: v1alpha1\nkind: KmsgLogConfig\nname: a\nurl: tcp://192.0.2.1:1\n";
  const main =
    'version: ""\nmachine:\n    type: worker\n    token: ""\n    certSANs: []\ncluster: null\n';
  assert.equal(after(`# logs\n${log}`, "machine: {type: worker}"), `${main}---\n# logs\n${log}`);
  assert.equal(after(`---\n${log}`, "machine: {type: worker}"), `${main}---\n${log}`);
});

Deno.test("patchText() changes only different items of a long list", () => {
  const item = (index: number) => `  - name: n${index} # ${index}\n    value: ${index}\n`;
  const items = Array.from({ length: 5000 }, (_, index) => item(index));
  const text = `list:\n${items.join("")}`;
  assert.equal(after(text, json("remove", "/list/0")), text.replace(item(0), ""));
  assert.equal(after(text, json("remove", "/list/2500")), text.replace(item(2500), ""));
  assert.equal(
    after(text, json("add", "/list/4000", "new")),
    text.replace(item(4000), `  - new\n${item(4000)}`),
  );
});

Deno.test("patchText() keeps brackets whose lines start in the first column", () => {
  const text = "machine:\n  type: worker\n  certSANs: [\na, # first\nb\n]\n  token: a.b\n";
  assert.equal(
    after(text, json("replace", "/machine/token", "c.d")),
    text.replace("a.b", "c.d"),
  );
});

Deno.test("patchText() applies a deletion in an anchored map only there, not at its aliases", () => {
  const text = "machine:\n  sysctls: {a: '1', b: '2'}\n  sysfs: {a: '1'}\n";
  const patched = after(
    text,
    "machine:\n  sysctls: &x\n    a: {$patch: delete}\n    c: '3'\n  sysfs: *x\n",
  );
  assert.ok(patched.includes('  sysctls:\n    b: "2"\n    c: "3"\n'), patched);
  assert.ok(patched.includes('  sysfs:\n    a: "1"\n    c: "3"\n'), patched);
});

Deno.test("copies of copies are rejected before they fill the memory", () => {
  const operations = Array.from({ length: 60 }, (_, index) => ({
    op: "copy",
    from: "/machine/kubelet/extraArgs",
    path: `/machine/kubelet/extraArgs/${index}`,
  }));
  const text = `version: v1alpha1\nmachine:\n  kubelet:\n    extraArgs:\n      a: ${
    "x".repeat(99)
  }\n`;
  assert.throws(() => after(text, JSON.stringify(operations)), {
    message: /operation \d+ "copy": the copies of the patch exceed 16 MiB$/,
    hint: "copy smaller parts",
  });
});
