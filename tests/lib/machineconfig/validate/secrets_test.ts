/** What is said about a configuration never tells what a secret field of it holds. */
import assert from "node:assert/strict";
import { loadConfig } from "../../../../lib/machineconfig/load/mod.ts";
import type { Value } from "../../../../lib/machineconfig/data.ts";
import { MAIN } from "../../../../lib/machineconfig/schema/documents.ts";
import { validate } from "../../../../lib/machineconfig/validate/mod.ts";
import { allFields } from "../schema/fields.ts";

const SECRET = "hush-hush";

/** Wrong for one type of field or another, with the secret somewhere. */
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

Deno.test("no message tells what a secret field holds, however wrong it is", () => {
  let told = 0;
  for (const { document, field, path, wrap } of allFields()) {
    if (field.secret !== true) continue;
    const header = document === MAIN ? {} : { apiVersion: "v1alpha1", kind: document.kind };
    for (const value of VALUES) {
      for (const release of ["v1.4", "v1.8"] as const) {
        const loaded = loadConfig(JSON.stringify({ ...header, ...wrap(value) }), { release });
        const problems = [
          ...loaded.problems,
          ...validate(loaded, { mode: "metal", release }),
        ];
        told += problems.length;
        for (const { message, hint = "" } of problems) {
          assert.ok(!`${message} ${hint}`.includes(SECRET), `${path}: ${message}; ${hint}`);
        }
      }
    }
  }
  assert.ok(told > 500, `${told} problems`);
});
