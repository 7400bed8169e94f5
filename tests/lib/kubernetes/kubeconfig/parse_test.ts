import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { parseKubeconfig } from "../../../../lib/kubernetes/mod.ts";

Deno.test("parseKubeconfig() reads entries by name with unknown keys", () => {
  const { kubeconfig } = parseKubeconfig(
    `apiVersion: v1
kind: Config
clusters:
- cluster: { server: "https://a:6443", extra: [1] }
  name: a
users: null
contexts:
- name: c
  context:
- name: 7
  context: { cluster: a }
current-context: c
`,
    "file",
    "/tmp/file",
  );
  strictEqual(kubeconfig.currentContext, "c");
  deepStrictEqual([...kubeconfig.clusters], [
    ["a", { value: { server: "https://a:6443", extra: [1] }, path: "/tmp/file" }],
  ]);
  deepStrictEqual([...kubeconfig.users], []);
  deepStrictEqual([...kubeconfig.contexts.keys()], ["c", "7"]);
});

Deno.test("parseKubeconfig() reads JSON and an empty text", () => {
  const { kubeconfig } = parseKubeconfig('{"current-context":"c","users":[]}', "file");
  strictEqual(kubeconfig.currentContext, "c");
  for (const text of ["", "# a comment\n", "null", "{}"]) {
    strictEqual(parseKubeconfig(text, "file").kubeconfig.clusters.size, 0);
  }
});

for (
  const [name, text, message] of [
    ["a list", "- a\n", "file:1:1: a kubeconfig must be a map"],
    ["another kind", "kind: Pod\n", 'file:1:7: not a kubeconfig: "kind" is not "Config"'],
    ["a map of clusters", "clusters: { a: {} }\n", 'file:1:11: "clusters" must be a list'],
    ["an unnamed user", "users:\n- user: {}\n", 'file:2:3: an item of "users" has no "name"'],
    ["a text as item", "users:\n- x\n", 'file:2:3: an item of "users" must be a map'],
    [
      "two users of one name",
      "users:\n- name: a\n- name: a\n",
      'file:3:3: user "a" is defined twice',
    ],
    ["two documents", "{}\n---\n{}\n", "file:2:1: more than one YAML document"],
    ["invalid YAML", "a: [", /^file:1:\d+: invalid YAML: /],
  ] as const
) {
  Deno.test(`parseKubeconfig() rejects ${name}`, () => {
    throws(() => parseKubeconfig(text, "file"), { kind: "input", message });
  });
}

Deno.test("errors of parseKubeconfig() do not quote values", () => {
  const text = "users:\n- name: a\n  user: secret-token\n";
  throws(() => parseKubeconfig(text, "file"), (error: Error) => {
    ok(!error.message.includes("secret"), error.message);
    return true;
  });
});
