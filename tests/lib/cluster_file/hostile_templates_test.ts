/** Templates that take much time, memory or depth end with an error of one line, soon. */
import { equal, ok, throws } from "node:assert/strict";
import { renderTemplate } from "../../../lib/cluster_file/import/go_template.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { createErrorAt } from "../../../lib/yaml/mod.ts";

const DATA = { Data: { list: ["a", "b"], text: "l1\nl2" } };

const render = (template: string) =>
  renderTemplate(template, DATA, createErrorAt(template, "a.tpl"));

const DOUBLED = "{{ $x := list 1 2 }}" + "{{ $x = list $x $x }}".repeat(40);

const HOSTILE: Readonly<Record<string, string>> = {
  "braces": "{".repeat(50_000),
  "open actions": "{{ ".repeat(50_000),
  "open actions with trims": "{{- ".repeat(50_000),
  "open strings": '{{ "'.repeat(50_000),
  "open raw strings": "{{ `".repeat(50_001),
  "escapes": `{{ "${"\\".repeat(100_000)}`,
  "open comments": "{{/*".repeat(50_000),
  "single braces": `{{ ${"} ".repeat(100_000)}`,
  "variables": `{{ range ${"$a ".repeat(50_000)}}}`,
  "spaces in a declaration": `{{ range $a${" ".repeat(100_000)}, }}{{ end }}`,
  "words": `{{ ${"a".repeat(200_000)}! }}`,
  "dots": `{{ ${".a".repeat(100_000)}! }}`,
  "many arguments": `{{ list ${"1 ".repeat(200_000)}| toYaml | ! }}`,
  "a large template": "a".repeat(1024 * 1024 + 1),
  "nested blocks": "{{ if 1 }}".repeat(1000),
  "closed nested blocks": "{{ if 1 }}".repeat(10_000) + "{{ end }}".repeat(10_000),
  "chained blocks": "{{ if 0 }}" + "{{ else if 0 }}".repeat(10_000) + "{{ end }}",
  "nested groups": `{{ ${"(".repeat(100_000)}`,
  "closed nested groups": `{{ ${"(".repeat(20_000)}1${")".repeat(20_000)} }}`,
  "repeat": "{{ repeat 1000000000 `a` }}",
  "repeat of repeats": "{{ repeat 1000 (repeat 1000 (repeat 1000 `a`)) }}",
  "infinite repeat": "{{ repeat 1e999 `a` }}",
  "negative repeat": "{{ repeat -1 `a` }}",
  "a width": '{{ printf "%999999999d" 1 }}',
  "widths": `{{ printf "${"%1000000d".repeat(50)}" ${"1 ".repeat(50)}}}`,
  "indent": "{{ indent 1000000000 .Data.text }}",
  "indent of lines": "{{ indent 1000000 (repeat 1000 `\n`) }}",
  "until": "{{ until 1000000000 }}",
  "a loop": "{{ range 1000000000 }}{{ end }}",
  "a loop of a large product": "{{ range mul 94906265 94906265 }}{{ end }}",
  "loops": "{{ range until 1000 }}".repeat(4) + "a" + "{{ end }}".repeat(4),
  "empty loops": "{{ range until 1000 }}{{ range until 1000 }}{{ end }}{{ end }}",
  "large text in loops": `{{ range until 1000 }}${"a".repeat(100_000)}{{ end }}`,
  "doubled lists": `${DOUBLED}{{ toYaml $x }}`,
  "compared doubled lists": `${DOUBLED}{{ has $x $x }}`,
  "replace": `{{ replace "" (repeat 10000 "a") (repeat 10000 "b") }}`,
  "join": `{{ join (repeat 10000 "a") (until 10000) }}`,
  "overflow": "{{ mul 9007199254740991 9007199254740991 }}",
  "division by zero": "{{ div 1 0 }}",
  "a prototype": '{{ index .Data "__proto__" }}',
  "a constructor": '{{ index .Data "constructor" }}',
};

for (const [name, template] of Object.entries(HOSTILE)) {
  Deno.test(`a template with ${name} is an error`, () => {
    const start = performance.now();
    throws(() => render(template), (error: Error) => {
      ok(error instanceof OsctlError, `${error}`);
      ok(error.message.length < 1024);
      return true;
    });
    ok(performance.now() - start < 5000);
  });
}

Deno.test("large templates within the limits are rendered", () => {
  const many = "{{ .Data.text }}-".repeat(20_000);
  equal(render(many).length, 6 * 20_000);
  equal(render("{{ range until 1000 }}a{{ end }}").length, 1000);
  equal(render("{{ if 1 }}".repeat(100) + "a" + "{{ end }}".repeat(100)), "a");
  equal(render('{{ get .Data "constructor" }}'), "");
  equal(render(`{{ trimAll "a" "${"a".repeat(100_000)}b${"a".repeat(100_000)}" }}`), "b");
});
