/** Templates of imports: any text is rendered, or an error of one kind, soon. */
import { ok } from "node:assert/strict";
import fc from "fast-check";
import { renderTemplate } from "../../lib/cluster_file/import/go_template.ts";
import { TEMPLATE_FUNCTIONS } from "../../lib/cluster_file/import/template_functions.ts";
import { OsctlError } from "../../lib/errors.ts";
import { createErrorAt } from "../../lib/yaml/mod.ts";
import { checkProperty } from "../helpers/check_property.ts";

const DATA = {
  Data: { list: ["a", "b"], map: { k: "v", n: 1 }, text: "l1\nl2", n: 41, none: null },
};

const operand = fc.oneof(
  fc.constantFrom(
    ...[".Data.list", ".Data.map", ".Data.text", ".Data.n", ".Data.none", ".", "$", "$x", "nil"],
    ...["0", "-1", "1000000000", "9007199254740991", "1.5", '""', '"a"', "`\n`", '"%999999d"'],
    ...['"__proto__"', '"constructor"', "(list 1 2)", "(until 1000)", '(repeat 1000 "ab")'],
  ),
  fc.constantFrom(...TEMPLATE_FUNCTIONS.keys()),
);

const call = fc.tuple(
  fc.constantFrom(...TEMPLATE_FUNCTIONS.keys(), "and", "or"),
  fc.array(operand, { maxLength: 4 }),
).map((words) => words.flat().join(" "));

const pipe = fc.array(fc.oneof(call, operand), { minLength: 1, maxLength: 4 })
  .map((calls) => calls.join(" | "));

const part = fc.oneof(
  { weight: 4, arbitrary: pipe.map((text) => `{{ ${text} }}`) },
  pipe.map((text) => `{{- range ${text} -}}`),
  pipe.map((text) => `{{ if ${text} }}`),
  pipe.map((text) => `{{ $x := ${text} }}`),
  pipe.map((text) => `{{ $x = list $x ${text} }}`),
  fc.constantFrom(
    "{{ end }}",
    "{{ else }}",
    "{{",
    "}}",
    "{{/* a */}}",
    "{{ ` }}",
    '{{ "\\',
    "{",
    "\n",
  ),
  fc.string({ maxLength: 10 }),
);

checkProperty(
  "a template is rendered or refused",
  fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
    const template = parts.join("");
    const start = performance.now();
    try {
      renderTemplate(template, DATA, createErrorAt(template, "a.tpl"));
    } catch (error) {
      ok(error instanceof OsctlError, `${error instanceof Error ? error.stack : error}`);
      ok(error.message.length < 1024);
    }
    ok(performance.now() - start < 10_000);
  }),
);
