import assert from "node:assert/strict";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { pathText } from "../../../../lib/machineconfig/problem.ts";
import { NEWEST } from "../../../../lib/machineconfig/schema/releases.ts";
import { validate } from "../../../../lib/machineconfig/validate/mod.ts";
import { NEWER_CASES } from "./cases_newer.ts";

// Results of the Go library of v1.13.9; the check is new in v1.14.
Deno.test("a name server without an address is valid before v1.14", () => {
  for (const server of ["{}", "{address: ''}", "{address: null}"]) {
    const text = `apiVersion: v1alpha1\nkind: ResolverConfig\nnameservers: [${server}]\n`;
    for (const release of ["v1.12", "v1.13", "v1.14"] as const) {
      const loaded = decodeMachineConfig(text, { release });
      const found = [...loaded.problems, ...validate(loaded, { mode: "metal", release })]
        .filter(({ severity }) => severity === "error").map(({ path }) => pathText(path));
      const expected = release === "v1.14" ? ["nameservers[0].address"] : [];
      assert.deepEqual(found, expected, `${server} in ${release}`);
    }
  }
});

// The library of YAML that v1.13 loads configurations with refuses what older ones truncate.
Deno.test("a fraction in place of an integer is an error from v1.13 on", () => {
  const header = (kind: string) => `apiVersion: v1alpha1\nkind: ${kind}\n`;
  const texts: readonly (readonly [at: string, text: string])[] = [
    ["mtu", `${header("LinkConfig")}name: eth0\nmtu: 1500.5\n`],
    ["vlanID", `${header("VLANConfig")}name: eth0.5\nparent: eth0\nvlanID: 5.5\n`],
  ];
  for (const [at, text] of texts) {
    for (const release of ["v1.12", "v1.13", "v1.14"] as const) {
      const found = decodeMachineConfig(text, { release }).problems
        .map(({ path, message, hint }) => [pathText(path), `${message}; ${hint}`]);
      const number = /(\d+)\.5\n$/.exec(text)![1];
      const error = [at, `${number}.5 is not an integer; use ${number}`];
      assert.deepEqual(found, release === "v1.12" ? [] : [error], `${at} in ${release}`);
    }
  }
  const { problems } = decodeMachineConfig(texts[0]![1].replace("1500.5", "15e2"), {
    release: "v1.14",
  });
  assert.deepEqual(problems, [], "a float with an integral value is an integer");
});

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
