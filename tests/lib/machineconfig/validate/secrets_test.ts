/** Messages never contain values of secret fields. */
import assert from "node:assert/strict";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import type { Value } from "../../../../lib/machineconfig/data.ts";
import { MAIN } from "../../../../lib/machineconfig/schema/documents.ts";
import { validate } from "../../../../lib/machineconfig/validate/mod.ts";
import { allFields } from "../schema/fields.ts";

const SECRET = "hush-hush";

/** Invalid values for some field type, each with the secret in it. */
const VALUES: readonly Value[] = [
  SECRET,
  `: ${SECRET}`,
  `%%${SECRET}`,
  `${SECRET}=1`,
  `https://user:${SECRET}@h.example:99999/p?jointoken=${SECRET}#${SECRET}`,
  `tcp://${SECRET}@h/${SECRET}?t=${SECRET}`,
  `https://h/%zz${SECRET}`,
  [SECRET],
  [[SECRET]],
  [{ [SECRET]: SECRET }],
  { a: SECRET },
  { a: { b: SECRET } },
];

Deno.test("no message contains the value of a secret field, however invalid", () => {
  let count = 0;
  for (const { document, field, path, wrap } of allFields()) {
    if (field.secret !== true) continue;
    const header = document === MAIN ? {} : { apiVersion: "v1alpha1", kind: document.kind };
    for (const value of VALUES) {
      for (const release of ["v1.4", "v1.8"] as const) {
        const loaded = decodeMachineConfig(JSON.stringify({ ...header, ...wrap(value) }), {
          release,
        });
        const problems = [
          ...loaded.problems,
          ...validate(loaded, { mode: "metal", release }),
        ];
        count += problems.length;
        for (const { message, hint = "" } of problems) {
          assert.ok(!`${message} ${hint}`.includes(SECRET), `${path}: ${message}; ${hint}`);
        }
      }
    }
  }
  assert.ok(count > 500, `${count} problems`);
});
