import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { generate } from "../../scripts/proto.ts";

Deno.test("proto/gen/ equals the generated code of proto/*.proto", async () => {
  const folder = new URL("../../proto/gen/", import.meta.url);
  const files = generate();
  deepStrictEqual(
    [...Deno.readDirSync(folder)].map((entry) => entry.name).sort(),
    [...files.keys()].sort(),
  );
  for (const [name, text] of files) {
    const found = await Deno.readTextFile(new URL(name, folder));
    strictEqual(found === text, true, `proto/gen/${name} is out of date: run deno task proto`);
  }
});
