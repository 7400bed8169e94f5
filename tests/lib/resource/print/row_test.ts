import { deepStrictEqual, rejects } from "node:assert/strict";
import { toDefinition } from "../../../../lib/resource/definitions.ts";
import { RowFormatter } from "../../../../lib/resource/print/row.ts";
import { toResource } from "../../../../lib/resource/resource.ts";
import { definition, resource } from "../resources.ts";

const THINGS = await toDefinition(
  await toResource(definition("Things.test.dev", [], { "A": "{.a}" })),
)
  .read();

Deno.test("equal and different specs have their own cells, and metadata is per resource", async () => {
  const rows = new RowFormatter(THINGS);
  for (const round of [1, 2]) {
    for (let index = 0; index < 2500; index++) {
      const value = `${index % 1200}`;
      deepStrictEqual(
        await rows.cells(
          resource({ id: `r${index}`, version: `${round}`, yaml: `a: v${value}\n` }),
        ),
        ["ns", "Thing", `r${index}`, `${round}`, `v${value}`],
      );
    }
  }
});

Deno.test("a spec that cannot be parsed fails for each resource with its own name", async () => {
  const rows = new RowFormatter(THINGS);
  for (const id of ["one", "two"]) {
    await rejects(
      rows.cells(resource({ id, yaml: "a: [" })),
      new RegExp(`Things.test.dev "${id}"`),
    );
  }
});
