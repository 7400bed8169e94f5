import { strictEqual } from "node:assert/strict";
import { generate } from "../../scripts/os_versions.ts";

Deno.test("docs/os-versions.md is generated from the table", async () => {
  const url = new URL("../../docs/os-versions.md", import.meta.url);
  strictEqual(await Deno.readTextFile(url), generate());
});
