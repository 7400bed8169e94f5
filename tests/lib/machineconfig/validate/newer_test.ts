import assert from "node:assert/strict";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { pathText } from "../../../../lib/machineconfig/problem.ts";
import { NEWEST } from "../../../../lib/machineconfig/schema/releases.ts";
import { validate } from "../../../../lib/machineconfig/validate/mod.ts";
import { NEWER_CASES } from "./cases_newer.ts";

Deno.test("validate applies the rules of newer documents", async (t) => {
  for (const { name, since, text, at, mode = "metal" } of NEWER_CASES) {
    for (const release of new Set([since, NEWEST])) {
      await t.step(`${at === undefined ? "accepts" : "rejects"} in ${release}: ${name}`, () => {
        const loaded = decodeMachineConfig(text, { release });
        const [error] = [...loaded.problems, ...validate(loaded, { mode, release })]
          .filter(({ severity }) => severity === "error");
        assert.equal(error && pathText(error.path), at, error?.message);
      });
    }
  }
});
