import assert from "node:assert/strict";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { pathText, type Problem } from "../../../../lib/machineconfig/problem.ts";
import { validate } from "../../../../lib/machineconfig/validate/mod.ts";
import { type Case, cp } from "./case.ts";
import { DOCUMENT_CASES } from "./cases_documents.ts";
import { MACHINE_CASES } from "./cases_machine.ts";
import { NETWORK_CASES } from "./cases_network.ts";

function check({ text, mode, release }: Case): Problem[] {
  const loaded = decodeMachineConfig(text, { release });
  return [...loaded.problems, ...validate(loaded, { mode, release })];
}

for (
  const [area, cases] of Object.entries({
    machines: MACHINE_CASES,
    networks: NETWORK_CASES,
    documents: DOCUMENT_CASES,
  })
) {
  Deno.test(`validate applies the rules of ${area}`, async (t) => {
    for (const one of cases) {
      await t.step(`${one.at === undefined ? "accepts" : "rejects"}: ${one.name}`, () => {
        const problems = check(one);
        const errors = problems.filter(({ severity }) => severity === "error");
        const warnings = problems.filter(({ severity }) => severity === "warning");
        const [first] = errors;
        assert.equal(first && pathText(first.path), one.at, first?.message);
        assert.ok(errors.length <= 1, errors.map(({ message }) => message).join("\n"));
        assert.match(first?.message ?? "", new RegExp(one.message ?? ""));
        assert.deepEqual(warnings.map(({ path }) => pathText(path)), one.warns ?? []);
      });
    }
  });
}

Deno.test("validate reports a duplicate section once, without follow-up errors", () => {
  const whole = cp();
  for (const text of [`${whole}machine: {}\n`, `${whole}cluster: {}\n`, `machine: {}\n${whole}`]) {
    const problems = check({ name: "", text, mode: "metal", release: "v1.8" });
    assert.deepEqual(problems.map(({ message }) => message.replace(/".*$/, "…")), [
      "duplicate key …",
    ]);
  }
});
