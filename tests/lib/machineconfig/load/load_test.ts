import assert from "node:assert/strict";
import {
  decodeMachineConfig,
  locate,
  problemLines,
} from "../../../../lib/machineconfig/load/mod.ts";
import { cp } from "../validate/case.ts";

function problemsIn(text: string, release: "v1.4" | "v1.8" = "v1.8"): string[] {
  return problemLines(decodeMachineConfig(text, { release }).problems, { name: "f", text });
}

/** Invalid YAML texts, and the first problem of each. */
const INVALID_YAML: Readonly<Record<string, readonly [text: string, line: string]>> = {
  "a tab": [
    "machine:\n\ttype: worker\n",
    "f:2:1: tab in the indentation; indent with spaces",
  ],
  "a tab on a blank line": [
    "machine:\n  type: worker\n\t\n  env: {}\n",
    "f:3:1: tab in the indentation; remove the white space",
  ],
  "a key with too much indentation": [
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
  "a key with too little indentation": [
    "machine:\n    type: worker\n  env: {}\n",
    "f:3:3: wrong indentation",
  ],
  "a second colon": ["machine:\n  type: a: b\n", 'f:2:10: second ":" on the line'],
  "an unclosed quote": ['machine:\n  type: "worker\n', 'f:2:9: unclosed quote "'],
  "an unclosed bracket": ["machine:\n  certSANs: [a\n", "f:3:1: unclosed bracket"],
  "a bracket that opens nothing": [
    "machine:\n  certSANs: ]]]\n",
    'f:2:13: unexpected "]"; remove it, or quote the value if it is text',
  ],
  "a bracket that closes another kind": ["machine: {type: worker]\n", 'f:1:23: unexpected "]"'],
  "a bracket too many": ["machine: {type: worker}}\n", 'f:1:24: unexpected "}"'],
  "a bracket as a list item": ["- a\n- }\n", 'f:2:3: unexpected "}"'],
  "a reserved character": [
    "machine:\n  type: @a\n",
    'f:2:9: a value cannot start with "@"; quote it',
  ],
  "a list on the line of its key": [
    "machine:\n  certSANs: - a\n",
    "f:2:13: list on the line of its key",
  ],
  "text after a closing quote": [
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
    "f:1:10: alias without an anchor before it; define the anchor, or quote a value that starts " +
    "with *",
  ],
  "an alias inside its own anchor": [
    "machine: &a [*a]\n",
    'f:1:14: alias "*a" inside the value of its own anchor',
  ],
  "a map as a key": ["machine:\n  ? {a: b}\n  : c\n", "f:2:5: a map cannot be a key"],
  "a merge key with a scalar": [
    "machine:\n  sysctls:\n    <<: a\n",
    'f:3:5: the merge key "<<" requires a map or a list of maps, not a scalar',
  ],
  "YAML 1.2": [
    `%YAML 1.2\n---\n${cp()}`,
    'f:1:1: YAML 1.2 is not supported; remove the line "%YAML"',
  ],
  "a value in brackets that starts with a colon": [
    "machine: {type: ::1}\n",
    'f:1:17: a value in brackets cannot start with ":"; quote it',
  ],
  "a bracket directly after a colon": [
    "machine: {env:{a: b}}\n",
    'f:1:15: missing space after ":"; insert one',
  ],
  "more than 100 levels of nesting": [
    "[".repeat(100_000),
    "f:1:100: lists and maps are nested more than 100 deep",
  ],
  "an empty text": ["", 'f:1:1: no document; start with "machine:" and "cluster:"'],
};

for (const [name, [text, line]] of Object.entries(INVALID_YAML)) {
  Deno.test(`decodeMachineConfig() rejects ${name}`, () => {
    const [first] = problemsIn(text);
    assert.ok(first?.startsWith(line), first);
  });
}

Deno.test("decodeMachineConfig() reports all problems in the order of the text", () => {
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
  assert.deepEqual(problemsIn(text), [
    'f:2:3: machine.tokn: unknown key "tokn"; did you mean "token"',
    'f:7:14: machine.network.interfaces[0].mtu: expected an integer, found "big"',
    'f:8:9: duplicate key "interface", first on line 6; remove one of them',
    'f:9:3: machine.extraConfig: unknown key "extraConfig"; it belongs in "machine.kubelet.extraConfig"',
    'f:12:5: machine.files[0].permission: unknown key "permission"; did you mean "permissions"',
    'f:14:3: cluster.machine: unknown key "machine"; it belongs in "machine"',
    'f:17:7: kind: unknown kind "NetworkRulConfig"; did you mean "NetworkRuleConfig"',
  ]);
});

Deno.test("decodeMachineConfig() rejects keys and kinds of later releases", () => {
  const text = cp({ machine: { nodeTaints: "{}" }, cluster: { acceptedCAs: "[]" } });
  assert.deepEqual(problemsIn(text), []);
  assert.deepEqual(problemsIn(text, "v1.4"), [
    'f:5:3: machine.nodeTaints: the key "nodeTaints" requires v1.6; remove it',
    'f:8:3: cluster.acceptedCAs: the key "acceptedCAs" requires v1.7; remove it',
  ]);
  assert.deepEqual(
    problemsIn("apiVersion: v1alpha1\nkind: EventSinkConfig\nendpoint: a:1\n", "v1.4"),
    [
      'f:2:7: kind: documents of kind "EventSinkConfig" require v1.5; remove the document',
    ],
  );
});

Deno.test("decodeMachineConfig() resolves aliases and merge keys in maps", () => {
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

Deno.test("decodeMachineConfig() rejects merge keys in objects, and still applies them", () => {
  const text = cp({
    machine: { udev: "&x {rules: []}", kernel: "{<<: {modules: [{name: a}]}}" },
  });
  const { documents, problems } = decodeMachineConfig(text, { release: "v1.8" });
  assert.deepEqual(problemLines(problems, { name: "f", text }), [
    'f:6:12: machine.kernel: nodes do not support the merge key "<<" here; write the keys out',
  ]);
  const { kernel } = documents[0]!.data["machine"] as Record<string, unknown>;
  assert.deepEqual(kernel, { modules: [{ name: "a" }] });
});

Deno.test("decodeMachineConfig() resolves aliases to anchors of earlier documents", () => {
  const text = `${cp({ machine: { sysctls: "{a: &x b}" } })}---
apiVersion: v1alpha1
kind: WatchdogTimerConfig
device: *x
`;
  const { documents, problems } = decodeMachineConfig(text, { release: "v1.8" });
  assert.deepEqual(problems, []);
  assert.deepEqual(documents[1]!.data, { device: "b" });
});

Deno.test("decodeMachineConfig() limits the expansion of aliases", () => {
  let text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (let level = 1; level < 20; level++) {
    text += `a${level}: &a${level} [${Array(9).fill(`*a${level - 1}`).join(", ")}]\n`;
  }
  assert.match(problemsIn(text)[0]!, /^f:\d+:\d+: aliases expand to a far larger document/);
});

Deno.test("decodeMachineConfig() limits the nesting of aliases", () => {
  let text = "a0: &a0 []\n";
  for (let level = 1; level < 500; level++) text += `a${level}: &a${level} [*a${level - 1}]\n`;
  assert.match(problemsIn(text)[0]!, /aliases expand to a far larger document/);
});

Deno.test("decodeMachineConfig() accepts brackets over several lines without indentation", () => {
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

Deno.test("decodeMachineConfig() keeps brackets in block scalars", () => {
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
    "a byte order mark": (text: string) => `\ufeff${text}`,
    "CRLF line breaks": (text: string) => text.replaceAll("\n", "\r\n"),
    "CR line breaks": (text: string) => text.replaceAll("\n", "\r"),
    JSON: () => JSON.stringify({ machine: { type: "worker" } }, null, "\t"),
    "a document start marker": (text: string) => `---\n${text}`,
    "a document end marker": (text: string) => `${text}...\n`,
  })
) {
  Deno.test(`decodeMachineConfig() accepts ${name}`, () => {
    const { documents, problems } = decodeMachineConfig(change(cp()), { release: "v1.8" });
    assert.deepEqual(problems, []);
    assert.equal(documents.length, 1);
  });
}

Deno.test("locate() counts lines and columns from 1 for LF, CRLF and CR", () => {
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

Deno.test("decodeMachineConfig() limits the number of values, but not their length", () => {
  const many = cp({ machine: { certSANs: `[${"a,".repeat(600_000)}]` } });
  assert.match(problemsIn(many)[0]!, /more than 250000 keys, values and separators/);
  const line = "        key: [a, b]\n";
  const long = `${cp()}  inlineManifests:\n    - name: a\n      contents: |\n${
    line.repeat(60_000)
  }`;
  assert.deepEqual(problemsIn(long), []);
});

Deno.test("decodeMachineConfig() reports at most 1000 problems per document", () => {
  const text = "machine:\n" +
    Array.from({ length: 5000 }, (_, index) => `  k${index}: a\n`).join("");
  assert.equal(problemsIn(text).length, 1000);
});
