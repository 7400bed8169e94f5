/**
 * Templates of patches.
 *
 * Witness: `tests/data/go_templates/rendered.json` has what Go's `text/template` with sprig v3.3.0 and
 * `missingkey=error` renders for these data; null is an error.
 */
import { ok, strictEqual, throws } from "node:assert/strict";
import { renderTemplate } from "../../../lib/cluster_file/import/go_template.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { createErrorAt } from "../../../lib/yaml/mod.ts";

const DATA = {
  Data: {
    a: "v1",
    list: ["x", "y", "z"],
    empty: [],
    map: { x: "1", b: "2" },
    flag: true,
    none_empty: "",
    n: 41,
    f: 1.5,
    text: "l1\nl2",
  },
  Node: { Role: "control-plane", Host: "n1", IP: "10.1.2.3" },
};

const render = (template: string) =>
  renderTemplate(template, DATA, createErrorAt(template, "a.tpl"));

const CASES: readonly (readonly [string, string | null])[] = JSON.parse(
  await Deno.readTextFile(new URL("../../data/go_templates/rendered.json", import.meta.url)),
);

Deno.test("templates render what Go renders", () => {
  ok(CASES.length > 60);
  for (const [template, expected] of CASES) {
    if (expected === null) throws(() => render(template), OsctlError, template);
    else strictEqual(render(template), expected, template);
  }
});

Deno.test("what templates cannot do is an error at the action", () => {
  const cases: Record<string, string> = {
    "a\n  {{ env `HOME` }}": 'a.tpl:2:3: the template action "env `HOME`" cannot be imported',
    "{{ .Data.none.x }}": "a.tpl:1:1: the template refers to .Data.none.x, which has no value",
    "{{ .Data.list }}":
      'a.tpl:1:1: the template action ".Data.list": the value is a list, not a text',
    "{{ range .Data.a }}{{ end }}":
      'a.tpl:1:1: the template action ".Data.a": the value is neither a list nor a map',
    '{{ printf "%t" true }}':
      'a.tpl:1:1: the template action "printf "%t" true": the format %t is not supported',
    "{{ $x }}": 'a.tpl:1:1: the template action "$x" cannot be imported',
    "{{ $x = 1 }}": 'a.tpl:1:1: the template action "1" cannot be imported',
    "a {{ .Data.a": "a.tpl:1:3: no }} of a template action",
    "{{ with $a, $b := 1 }}{{ end }}":
      'a.tpl:1:1: the template action "with $a, $b := 1" cannot be imported',
    '{{ define "x" }}{{ end }}': 'a.tpl:1:1: the template action "define "x"" cannot be imported',
    "{{ if true }}a": 'a.tpl:1:1: no {{ end }} of the template\'s "if"',
    "{{ range until 1000 }}{{ range until 1000 }}a{{ end }}{{ end }}":
      'a.tpl:1:23: the template action "until 1000": the template is too large when rendered',
  };
  for (const [template, message] of Object.entries(cases)) {
    throws(() => render(template), { message }, template);
  }
});
