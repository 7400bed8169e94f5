/** kubeconfig files: parseKubeconfig(), KubeconfigEditor. */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { OsctlError } from "../../lib/errors.ts";
import { KubeconfigEditor } from "../../lib/kubernetes/kubeconfig/editor.ts";
import { parseKubeconfig } from "../../lib/kubernetes/kubeconfig/parse.ts";
import { type Kubeconfig, SECTIONS } from "../../lib/kubernetes/kubeconfig/types.ts";
import type { YamlMap } from "../../lib/yaml/mod.ts";
import { checkProperty, resultOf } from "../helpers/check_property.ts";
import { renderKubeconfig } from "../lib/kubernetes/kubeconfig/render_kubeconfig.ts";

const FILE = `# my clusters
apiVersion: v1
kind: Config
clusters:
# production
- name: prod
  cluster:
    server: https://prod:6443 # load balancer
    custom: [1, 2]   # unknown key
- cluster: {server: "https://test:6443"}
  name: test
contexts:
- name: admin@prod
  context: {cluster: prod, user: admin}
current-context: admin@prod
users:
- name: admin
  user:
    token: secret
preferences: {}
`;

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom("prod", "test", "n: 1", "", "~", "7", "yes", "# x", "one\ntwo\n", "1e3", "0x1"),
);
const { value } = fc.letrec<{ value: YamlMap[string] }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(text, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ) as fc.Arbitrary<YamlMap[string]>,
}));
const content = fc.dictionary(text, value, { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<
  YamlMap
>;
const section = fc.constantFrom(...SECTIONS);
const step = fc.oneof(
  { arbitrary: fc.record({ section, name: text, content }), weight: 3 },
  fc.record({ section, name: text }),
  fc.record({ current: text }),
);

function contentOf({ currentContext, ...sections }: Kubeconfig) {
  const values = Object.values(sections).map((entries) =>
    [...entries].map(([name, { value }]) => [name, value])
  );
  return [currentContext, ...values];
}

checkProperty(
  "edits of a kubeconfig give the content of the editor and keep the comment of the file",
  fc.property(
    fc.constantFrom(FILE, "", FILE.replaceAll("\n", "\r\n")),
    fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
    (first, edits) => {
      let file = first;
      for (const steps of edits) {
        const editor = new KubeconfigEditor(parseKubeconfig(file, "file"));
        for (const one of steps) {
          if ("current" in one) editor.setCurrentContext(one.current);
          else if ("content" in one) editor.put(one.section, one.name, one.content);
          else editor.remove(one.section, one.name);
        }
        file = editor.toString();
        const { kubeconfig } = parseKubeconfig(file, "file");
        deepStrictEqual(contentOf(kubeconfig), contentOf(editor.kubeconfig), file);
        const rendered = parseKubeconfig(renderKubeconfig(kubeconfig), "file").kubeconfig;
        deepStrictEqual(contentOf(rendered), contentOf(kubeconfig));
      }
      if (first !== "") ok(file.includes("# my clusters"), file);
    },
  ),
);

const changed = fc.tuple(
  fc.nat(FILE.length),
  fc.nat(8),
  fc.oneof(fc.string(), fc.stringMatching(/^[ \n:&*\[\]{}'"#<|>-]{0,6}$/)),
).map(([at, length, text]) => FILE.slice(0, at) + text + FILE.slice(at + length));

checkProperty(
  "any text is a kubeconfig or an input error",
  fc.property(fc.oneof(fc.string({ unit: "binary" }), changed), (file) => {
    const result = resultOf(() => parseKubeconfig(file, "file"));
    if ("value" in result) return ok(result.value.kubeconfig.clusters instanceof Map);
    ok(result.error instanceof OsctlError, String(result.error));
    strictEqual(result.error.kind, "input");
  }),
);
