import { equal, ok } from "node:assert/strict";
import { redactText } from "../../../../lib/machineconfig/redact/mod.ts";

Deno.test("redactText() redacts secret fields and keeps comments, order and lines", () => {
  const text = `# my cluster
machine:
    type: worker # the second one
    token: abcdef.0123456789abcdef # from the vault
    ca: {crt: Zm9v, key: 'YmFy'}
cluster:
    secret: "very secret"
    inlineManifests:
        - name: one
          contents: |
              kind: Secret

              data: hidden
    clusterName: lab
`;
  equal(
    redactText(text),
    `# my cluster
machine:
    type: worker # the second one
    token: "******" # from the vault
    ca: {crt: Zm9v, key: "******"}
cluster:
    secret: "******"
    inlineManifests:
        - name: one
          contents: |
              ******

              ******
    clusterName: lab
`,
  );
});

Deno.test("redactText() keeps empty values", () => {
  const text = `machine:\n    token: ""\n    ca:\n        crt: Zm9v\n        key:\n    type: ''\n`;
  equal(redactText(text), text);
  equal(redactText(""), "");
  equal(
    redactText("cluster:\n  token: null\n  secret: ~\n"),
    "cluster:\n  token: null\n  secret: ~\n",
  );
});

Deno.test("redactText() redacts every value of a secret map and every item of a secret list", () => {
  equal(
    redactText("cluster:\n  extraManifestHeaders: {Authorization: Bearer x, X-A: 12}\n"),
    'cluster:\n  extraManifestHeaders: {Authorization: "******", X-A: "******"}\n',
  );
  equal(
    redactText(
      "apiVersion: v1alpha1\nname: x\nenvironment:\n  - A=1\n  - B=2\nkind: ExtensionServiceConfig\n",
    ),
    'apiVersion: v1alpha1\nname: x\nenvironment:\n  - "******"\n  - "******"\nkind: ExtensionServiceConfig\n',
  );
});

Deno.test("redactText() keeps the number of lines of a multi-line scalar", () => {
  const plain = "cluster:\n  token: one\n    two\n  clusterName: lab\n";
  equal(redactText(plain), 'cluster:\n  token: "******"\n\n  clusterName: lab\n');
  const quoted = 'cluster:\n  token: "one\n    two" # why\n  clusterName: lab\n';
  equal(redactText(quoted), 'cluster:\n  token: "******"\n # why\n  clusterName: lab\n');
});

Deno.test("redactText() redacts the anchored value of an alias in a secret field", () => {
  equal(
    redactText("cluster:\n  clusterName: &a abc\n  token: *a\n  dns: &b x\n"),
    'cluster:\n  clusterName: &a "******"\n  token: *a\n  dns: &b "******"\n',
  );
});

Deno.test("redactText() redacts unknown fields, such as misspelled ones", () => {
  equal(
    redactText("machine:\n  tokn: abc\n  type: worker\n"),
    'machine:\n  tokn: "******"\n  type: worker\n',
  );
  equal(
    redactText("apiVersion: v1\nkind: Secret\ndata: {a: b}\n"),
    'apiVersion: v1\nkind: Secret\ndata: {a: "******"}\n',
  );
});

Deno.test("redactText() redacts the values of JSON patches, not their paths", () => {
  equal(
    redactText('[{"op": "add", "path": "/machine/token", "value": "abc"}]'),
    '[{"op": "add", "path": "/machine/token", "value": "******"}]',
  );
  equal(
    redactText("- op: add\n  path: /machine/ca\n  value:\n    key: abc\n"),
    '- op: add\n  path: /machine/ca\n  value:\n    key: "******"\n',
  );
});

Deno.test("redactText() redacts commented-out secrets", () => {
  const text = `machine:
    type: worker
    # token: abc
    #   env:
    #     - FOO=bar
    # # extraManifestHeaders:
    # #     Authorization: Bearer x
    # image: one
`;
  const hidden = redactText(text);
  for (const secret of ["abc", "Bearer"]) ok(!hidden.includes(secret), hidden);
  ok(hidden.includes("    # image: one\n"), hidden);
  equal(hidden.split("\n").length, text.split("\n").length);
});

Deno.test("redactText() treats # within a multi-line scalar as content", () => {
  const text = "machine:\n  udev:\n    rules:\n      - |\n        # token: abc\n        rule\n";
  equal(redactText(text), text);
});

Deno.test("redactText() redacts lines with secret names in invalid YAML", () => {
  const text = `machine:
\ttype: worker
  token: abc
  ca: {crt: Zm9v, key: YmFy
  files:
    - content: |
        password
      path: /etc/x
`;
  const hidden = redactText(text);
  for (const secret of ["abc", "YmFy", "password"]) ok(!hidden.includes(secret), hidden);
  for (const kept of ["type: worker", "crt: Zm9v"]) ok(hidden.includes(kept), hidden);
  equal(hidden.split("\n").length, text.split("\n").length);
});

Deno.test("redactText() accepts non-string keys", () => {
  equal(redactText("? {a: b}\n: secret\n"), '? {a: "******"}\n: "******"\n');
  equal(redactText("just a text"), '"******"');
});

Deno.test("redactText() applies the schema of each document's kind", () => {
  const text = `machine:
  token: abc
---
apiVersion: v1alpha1
kind: KmsgLogConfig
name: remote
url: tcp://192.0.2.1:5514
---
apiVersion: v1alpha1
kind: SideroLinkConfig
apiUrl: https://link.example.com/?jointoken=abc
`;
  const hidden = redactText(text);
  ok(!hidden.includes("abc"), hidden);
  ok(hidden.includes("url: tcp://192.0.2.1:5514"), hidden);
});

Deno.test("redactText() redacts comments and values of 10 MB", () => {
  const comments = "# token: secret\n".repeat(600_000);
  const text = `${comments}machine:\n  token: ${"a".repeat(10_000_000)}\n`;
  const redacted = redactText(text);
  ok(!/secret|aaaa/.test(redacted));
  equal(redacted.split("\n").length, text.split("\n").length);
});
