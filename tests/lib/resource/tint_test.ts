import { equal } from "node:assert/strict";
import { cellTint } from "../../../lib/resource/print/tint.ts";

Deno.test("cells of conditions and states are coloured by meaning", () => {
  equal(cellTint("READY", "true"), "green");
  equal(cellTint("HEALTHY", "false"), "yellow");
  equal(cellTint("HEALTHY", ""), undefined);
  equal(cellTint("OPER STATE", "up"), "green");
  equal(cellTint("OPER STATE", "down"), "yellow");
  equal(cellTint("STAGE", "running"), "green");
  equal(cellTint("STATE", "failed: no route"), "red");
  equal(cellTint("ERROR", "refused"), "red");
  equal(cellTint("ERROR", ""), undefined);
  equal(cellTint("HOSTNAME", "running"), undefined);
});
