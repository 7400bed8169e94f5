import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { KubeconfigEditor, parseKubeconfig } from "../../../../lib/kubernetes/mod.ts";
import { renderKubeconfig } from "./render_kubeconfig.ts";

const FILE = `# my clusters
apiVersion: v1
kind: Config
preferences: {colors: true}
custom: [1, 2]   # unknown key
clusters:
# production
- cluster:
    certificate-authority-data: Zm9v
    server: https://prod:6443 # load balancer
  name: prod
- name: test
  cluster: {server: "https://test:6443"}
contexts:
- context: {cluster: prod, user: admin@prod}
  name: admin@prod
current-context: admin@prod
users:
- name: admin@prod
  user:
    token: t
`;

function edit(text: string, change: (editor: KubeconfigEditor) => void): string {
  const editor = new KubeconfigEditor(parseKubeconfig(text, "file"));
  change(editor);
  return editor.toString();
}

Deno.test("a kubeconfig without changes keeps its bytes", () => {
  strictEqual(edit(FILE, () => {}), FILE);
});

Deno.test("an added entry leaves everything else as it is", () => {
  const text = edit(FILE, (editor) => editor.put("clusters", "new", { server: "https://new" }));
  strictEqual(
    text,
    FILE.replace(
      '  cluster: {server: "https://test:6443"}\n',
      '  cluster: {server: "https://test:6443"}\n- cluster:\n    server: https://new\n  name: new\n',
    ),
  );
});

Deno.test("a changed value and the current context are replaced in place", () => {
  const text = edit(FILE, (editor) => {
    const { value } = editor.kubeconfig.clusters.get("prod")!;
    editor.put("clusters", "prod", { ...value, server: "https://other:6443" });
    editor.setCurrentContext("x");
  });
  strictEqual(
    text,
    FILE.replace("https://prod:6443", "https://other:6443")
      .replace("current-context: admin@prod", "current-context: x"),
  );
});

Deno.test("a removed entry takes its comment along", () => {
  const text = edit(FILE, (editor) => editor.remove("clusters", "prod"));
  ok(!text.includes("production") && !text.includes("load balancer"), text);
  ok(text.includes("custom: [1, 2]   # unknown key"), text);
});

Deno.test("a new kubeconfig has the layout of kubectl", () => {
  const text = edit("# mine\n", (editor) => {
    editor.put("clusters", "c", { server: "https://c" });
    editor.put("contexts", "x", { cluster: "c", user: "u" });
    editor.put("users", "u", { token: "t" });
    editor.setCurrentContext("x");
  });
  strictEqual(
    text,
    `# mine
apiVersion: v1
clusters:
- cluster:
    server: https://c
  name: c
contexts:
- context:
    cluster: c
    user: u
  name: x
current-context: x
kind: Config
preferences: {}
users:
- name: u
  user:
    token: t
`.replace("- name: u\n  user:\n    token: t\n", "- user:\n    token: t\n  name: u\n"),
  );
});

Deno.test("JSON, anchors and merge keys are rewritten with the same content", () => {
  const texts = [
    '{"clusters":[{"name":"a","cluster":{"server":"https://a"}}],"x":1}',
    "clusters:\n- &a\n  name: a\n  cluster: &b {server: 'https://a'}\n- name: b\n  cluster: *b\n",
    "base: &base {server: 'https://a'}\nclusters:\n- name: a\n  cluster: {<<: *base, k: v}\n",
  ];
  for (const text of texts) {
    const before = parseKubeconfig(text, "file").kubeconfig;
    const after = parseKubeconfig(
      edit(text, (editor) => editor.put("users", "u", { token: "1" })),
      "file",
    ).kubeconfig;
    deepStrictEqual(after.clusters, before.clusters);
    deepStrictEqual(after.users.get("u")!.value, { token: "1" });
  }
});

Deno.test("renderKubeconfig() writes a kubeconfig that reads the same", () => {
  const { kubeconfig } = parseKubeconfig(FILE, "file");
  deepStrictEqual(parseKubeconfig(renderKubeconfig(kubeconfig), "file").kubeconfig, kubeconfig);
});

Deno.test("a replaced entry with a null value keeps the comment of the file", () => {
  const file = "# mine\ncontexts:\n- context:\n    user: null\n  name: a\n";
  const text = edit(file, (editor) => editor.put("contexts", "a", { cluster: "c" }));
  strictEqual(text, file.replace("user: null", "cluster: c"));
});
