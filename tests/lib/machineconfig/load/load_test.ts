import assert from "node:assert/strict";
import {
  decodeMachineConfig,
  locate,
  problemLines,
} from "../../../../lib/machineconfig/load/mod.ts";
import { cp } from "../validate/case.ts";

function complaints(text: string, release: "v1.4" | "v1.8" = "v1.8"): string[] {
  return problemLines(decodeMachineConfig(text, { release }).problems, { name: "f", text });
}

/** Broken texts, and the one line that is said about each. */
const BROKEN: Readonly<Record<string, readonly [text: string, line: string]>> = {
  "a tab": [
    "machine:\n\ttype: worker\n",
    "f:2:1: tab in the indentation; indent with spaces",
  ],
  "a tab on a blank line": [
    "machine:\n  type: worker\n\t\n  env: {}\n",
    "f:3:1: tab in the indentation; remove the white space",
  ],
  "a key that is indented too far": [
    "machine:\n  type: worker\n    env: {}\n",
    "f:3:5: wrong indentation",
  ],
  "a key without a colon": [
    "machine:\r\n  type worker\r\n  env: {}\n",
    'f:2:3: missing ":" after the key; write it as key: value',
  ],
  "a colon without a space": [
    "machine:\n  type: worker\n  token:a\n  env: {}\n",
    'f:3:9: missing space after ":"',
  ],
  "a key that is indented too little": [
    "machine:\n    type: worker\n  env: {}\n",
    "f:3:3: wrong indentation",
  ],
  "a second colon": ["machine:\n  type: a: b\n", 'f:2:10: second ":" on the line'],
  "an open quote": ['machine:\n  type: "worker\n', 'f:2:9: unclosed quote "'],
  "an open bracket": ["machine:\n  certSANs: [a\n", "f:3:1: unclosed bracket"],
  "a reserved character": [
    "machine:\n  type: @a\n",
    'f:2:9: a value cannot start with "@"; quote it',
  ],
  "a list behind its key": [
    "machine:\n  certSANs: - a\n",
    "f:2:13: a list starts on the line of its key",
  ],
  "text behind quotes": [
    'machine:\n  type: "a" b\n',
    "f:2:13: unexpected text after a closing quote",
  ],
  "an unknown escape": [
    'machine:\n  type: "\\q"\n',
    "f:2:11: unknown escape in double quotes",
  ],
  "an escaped slash": [
    'machine:\n  type: "a\\/b"\n',
    'f:2:11: unknown escape "\\/"; write "/"',
  ],
  "a NUL byte": ["machine:\0", "f:1:9: NUL byte"],
  "a control character in a comment": [
    "# \x1b[0m\n",
    "f:1:3: control character \\x1b",
  ],
  "an alias without an anchor": [
    "machine: *a\n",
    'f:1:10: alias "*a" without an anchor before it; define it with "&a"',
  ],
  "an alias in itself": [
    "machine: &a [*a]\n",
    'f:1:14: alias "*a" inside the value of its own anchor',
  ],
  "a map as a key": ["machine:\n  ? {a: b}\n  : c\n", "f:2:5: a map cannot be a key"],
  "a merge of no map": [
    "machine:\n  sysctls:\n    <<: a\n",
    'f:3:5: the merge key "<<" requires a map or a list of maps, not a scalar',
  ],
  "YAML 1.2": [
    `%YAML 1.2\n---\n${cp()}`,
    'f:1:1: YAML 1.2 is not supported; remove the line "%YAML"',
  ],
  "a colon first in brackets": [
    "machine: {type: ::1}\n",
    'f:1:17: a value in brackets cannot start with ":"; quote it',
  ],
  "a bracket behind a colon": [
    "machine: {env:{a: b}}\n",
    'f:1:15: missing space after ":"; insert one',
  ],
  "deep nesting": ["[".repeat(100_000), "f:1:100: lists and maps are nested more than 100 deep"],
  "nothing": ["", 'f:1:1: no document; start with "machine:" and "cluster:"'],
};

for (const [name, [text, line]] of Object.entries(BROKEN)) {
  Deno.test(`invalid YAML is rejected: ${name}`, () => {
    const [first] = complaints(text);
    assert.ok(first?.startsWith(line), first);
  });
}

Deno.test("several mistakes are told together, in the order of the text", () => {
  const text = `machine:
  tokn: a
  type: worker
  network:
    interfaces:
      - interface: eth0
        mtu: big
        interface: eth1
  extraConfig: {}
  files:
  - path: a
    permission: 0o644
cluster:
  machine: {}
---
apiVersion: v1alpha1
kind: NetworkRulConfig
`;
  assert.deepEqual(complaints(text), [
    'f:2:3: machine.tokn: unknown key "tokn"; did you mean "token"',
    'f:7:14: machine.network.interfaces[0].mtu: expected a whole number, found "big"',
    'f:8:9: duplicate key "interface", first on line 6; remove one of them',
    'f:9:3: machine.extraConfig: unknown key "extraConfig"; it belongs to "machine.kubelet.extraConfig"',
    'f:12:5: machine.files[0].permission: unknown key "permission"; did you mean "permissions"',
    'f:14:3: cluster.machine: unknown key "machine"; it belongs to "machine"',
    'f:17:7: kind: unknown kind "NetworkRulConfig"; did you mean "NetworkRuleConfig"',
  ]);
});

Deno.test("what came with a later release is told so", () => {
  const text = cp({ machine: { nodeTaints: "{}" }, cluster: { acceptedCAs: "[]" } });
  assert.deepEqual(complaints(text), []);
  assert.deepEqual(complaints(text, "v1.4"), [
    'f:5:3: machine.nodeTaints: the key "nodeTaints" is known from v1.6 on; remove it',
    'f:8:3: cluster.acceptedCAs: the key "acceptedCAs" is known from v1.7 on; remove it',
  ]);
  assert.deepEqual(
    complaints("apiVersion: v1alpha1\nkind: EventSinkConfig\nendpoint: a:1\n", "v1.4"),
    [
      'f:2:7: kind: documents of kind "EventSinkConfig" require v1.5; remove the document',
    ],
  );
});

Deno.test("anchors and merge keys are resolved where nodes take them", () => {
  const text = cp({
    machine: {
      sysctls: "&base {a: 1, b: 2}",
      sysfs: "{<<: *base, b: 3, c: 4}",
      env: "*base",
    },
  });
  const { documents, problems } = decodeMachineConfig(text, { release: "v1.8" });
  assert.deepEqual(problems, []);
  const { sysctls, sysfs, env } = documents[0]!.data["machine"] as Record<string, unknown>;
  assert.deepEqual(sysctls, { a: "1", b: "2" });
  assert.deepEqual(sysfs, { b: "3", c: "4", a: "1" });
  assert.deepEqual(env, sysctls);
});

Deno.test("a merge key is refused where nodes know the keys, and read all the same", () => {
  const text = cp({
    machine: { udev: "&x {rules: []}", kernel: "{<<: {modules: [{name: a}]}}" },
  });
  const { documents, problems } = decodeMachineConfig(text, { release: "v1.8" });
  assert.deepEqual(problemLines(problems, { name: "f", text }), [
    'f:6:12: machine.kernel: nodes take no merge key "<<" here; write the keys out',
  ]);
  const { kernel } = documents[0]!.data["machine"] as Record<string, unknown>;
  assert.deepEqual(kernel, { modules: [{ name: "a" }] });
});

Deno.test("anchors outlive their document", () => {
  const text = `${cp({ machine: { sysctls: "{a: &x b}" } })}---
apiVersion: v1alpha1
kind: WatchdogTimerConfig
device: *x
`;
  const { documents, problems } = decodeMachineConfig(text, { release: "v1.8" });
  assert.deepEqual(problems, []);
  assert.deepEqual(documents[1]!.data, { device: "b" });
});

Deno.test("aliases of aliases end before they grow", () => {
  let text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (let level = 1; level < 20; level++) {
    text += `a${level}: &a${level} [${Array(9).fill(`*a${level - 1}`).join(", ")}]\n`;
  }
  assert.match(complaints(text)[0]!, /^f:\d+:\d+: aliases expand to a far larger document/);
});

Deno.test("a chain of aliases cannot nest without end", () => {
  let text = "a0: &a0 []\n";
  for (let level = 1; level < 500; level++) text += `a${level}: &a${level} [*a${level - 1}]\n`;
  assert.match(complaints(text)[0]!, /aliases expand to a far larger document/);
});

Deno.test("brackets over several lines need no indentation", () => {
  const text = cp().replace(
    "  type: controlplane\n",
    `  type: controlplane
  certSANs: [ # names
    a, "b ] c",
\t'd',
  ]
  sysctls: {
a: x # , y: [
  }
`,
  );
  const { documents, problems } = decodeMachineConfig(text, { release: "v1.8" });
  assert.deepEqual(problemLines(problems, { name: "f", text }), []);
  const { certSANs, sysctls } = documents[0]!.data["machine"] as Record<string, unknown>;
  assert.deepEqual(certSANs, ["a", "b ] c", "d"]);
  assert.deepEqual(sysctls, { a: "x" });
});

Deno.test("brackets in texts of several lines stay as they are", () => {
  const text = cp({ cluster: { network: "{\n}" } }).replace(
    "  install:",
    `  files:
    - content: |
        [not, a
        list
      op: create
  install:`,
  );
  const { documents, problems } = decodeMachineConfig(text, { release: "v1.8" });
  assert.deepEqual(problemLines(problems, { name: "f", text }), []);
  const { files } = documents[0]!.data["machine"] as Record<string, unknown>;
  assert.deepEqual(files, [{ content: "[not, a\nlist\n", op: "create" }]);
});

for (
  const [name, change] of Object.entries({
    "a mark of the encoding": (text: string) => `\ufeff${text}`,
    CRLF: (text: string) => text.replaceAll("\n", "\r\n"),
    CR: (text: string) => text.replaceAll("\n", "\r"),
    JSON: () => JSON.stringify({ machine: { type: "worker" } }, null, "\t"),
    "a marker at the start": (text: string) => `---\n${text}`,
    "a marker at the end": (text: string) => `${text}...\n`,
  })
) {
  Deno.test(`a configuration is read with ${name}`, () => {
    const { documents, problems } = decodeMachineConfig(change(cp()), { release: "v1.8" });
    assert.deepEqual(problems, []);
    assert.equal(documents.length, 1);
  });
}

Deno.test("locate counts lines and columns from 1, whatever ends lines", () => {
  assert.deepEqual(locate("ab\ncd", 0), { line: 1, column: 1 });
  assert.deepEqual(locate("ab\ncd", 4), { line: 2, column: 2 });
  assert.deepEqual(locate("ab\r\ncd", 4), { line: 2, column: 1 });
  assert.deepEqual(locate("ab\rcd", 3), { line: 2, column: 1 });
  assert.deepEqual(locate("\ufeffab", 1), { line: 1, column: 1 });
  assert.deepEqual(locate("ab\n", 3), { line: 2, column: 1 });
  const long = "x\n".repeat(1000);
  assert.deepEqual(locate(long, 1999), { line: 1000, column: 2 });
  assert.deepEqual(locate(long, 256), { line: 129, column: 1 });
});

Deno.test("a text with too many values is refused, one with long texts is not", () => {
  const many = cp({ machine: { certSANs: `[${"a,".repeat(600_000)}]` } });
  assert.match(complaints(many)[0]!, /more than 250000 keys, values and separators/);
  const line = "        key: [a, b]\n";
  const long = `${cp()}  inlineManifests:\n    - name: a\n      contents: |\n${
    line.repeat(60_000)
  }`;
  assert.deepEqual(complaints(long), []);
});

Deno.test("a thousand problems of a document are enough", () => {
  const text = "machine:\n" +
    Array.from({ length: 5000 }, (_, index) => `  k${index}: a\n`).join("");
  assert.equal(complaints(text).length, 1000);
});
