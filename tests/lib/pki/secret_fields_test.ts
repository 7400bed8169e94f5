import { deepEqual, equal, ok } from "node:assert/strict";
import { childFields } from "../../../lib/machineconfig/schema/child_fields.ts";
import { DOCUMENTS } from "../../../lib/machineconfig/schema/documents.ts";
import type { FieldType } from "../../../lib/machineconfig/schema/types.ts";
import { quoteNodeText, redactNodeText } from "../../../lib/pki/redact_node_text.ts";
import { statusError } from "../../../lib/rpc/mod.ts";
import { redactFlowFields, SECRET_FIELDS } from "../../../lib/pki/secret_fields.ts";

Deno.test("the names of secret fields are the schema's", () => {
  const names = new Set(["bootstraptoken"]);
  const collect = (type: FieldType): void => {
    for (const [name, field] of childFields(type)) {
      if (field.secret) names.add(name);
      collect(field.type);
    }
  };
  for (const { object } of DOCUMENTS) collect(object);
  deepEqual([...SECRET_FIELDS].toSorted(), [...names].toSorted());
});

Deno.test("every secret field is redacted in lines, flow style, JSON and maps of Go", () => {
  for (const name of SECRET_FIELDS) {
    for (
      const text of [
        `1 error occurred:\n    ${name}: MARKED`,
        `    - "${name}": MARKED and MARKED`,
        `${name}:\n  - MARKED\n  MARKED: MARKED`,
        `${name}: |\n    MARKED\n    MARKED`,
        `invalid {a: 1, ${name}: MARKED}`,
        `invalid {${name}: {A: MARKED, B: [MARKED, MARKED]}, c: d}`,
        `invalid {"a":1,"${name}":"MARKED,\\"MARKED"}`,
        `msg="{\\"${name}\\":\\"MARKED\\"}"`,
        `map[${name}:MARKED]`,
        `map[a:1 ${name}:MARKED]`,
      ]
    ) {
      const redacted = redactNodeText(text);
      ok(!redacted.includes("MARKED"), `${text}\n${redacted}`);
    }
  }
});

Deno.test("what is no secret remains", () => {
  equal(
    redactFlowFields('{"type":"worker","token":"x","disk":"/dev/sda"}'),
    '{"type":"worker","token":"******","disk":"/dev/sda"}',
  );
  for (
    const text of [
      "token is invalid: expired",
      'key "a" not found: config map',
      "rpc error: code = Unavailable desc = auth: connection refused",
      '{"token":""}',
      "{env: {}, type: worker}",
    ]
  ) equal(redactNodeText(text), text);
});

Deno.test("long texts are redacted in linear time", () => {
  const start = performance.now();
  for (const text of ["{", "{ ", "map[", "map[a ", '{"token":', "\\", '{\\"token\\":', "- "]) {
    redactNodeText(text.repeat(100_000));
  }
  ok(performance.now() - start < 5000, `${performance.now() - start} ms`);
});

Deno.test("errors quote at most 1 KB of a node's text", () => {
  const text = `reason: ${"x".repeat(10_000_000)}`;
  const quoted = quoteNodeText(text);
  ok(quoted.length < 1100, `${quoted.length}`);
  ok(quoted.startsWith("reason: xxx") && quoted.endsWith("… (9998984 more characters)"), quoted);
  equal(quoteNodeText("short"), "short");
  ok(statusError(3, text).message.length < 1200);
});
