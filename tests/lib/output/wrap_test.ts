import { equal } from "node:assert/strict";
import { getColumns, wrapText } from "../../../lib/output/wrap.ts";

Deno.test("wrapText() breaks at spaces and keeps line breaks", () => {
  equal(wrapText("one two three", 7).join("|"), "one two|three");
  equal(wrapText("one\ntwo three", 20).join("|"), "one|two three");
  equal(wrapText("unbreakable", 4).join("|"), "unbreakable");
  equal(wrapText("", 10).join("|"), "");
});

Deno.test("getColumns() is the terminal's width, 80 without one, and never below 40", () => {
  const at = (columns?: number) =>
    getColumns({ size: () => columns === undefined ? undefined : { columns } });
  equal(at(132), 132);
  equal(at(), 80);
  equal(at(12), 40);
});
