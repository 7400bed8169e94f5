import { equal } from "node:assert/strict";
import { columnsOf, wrap } from "../../../lib/output/wrap.ts";

Deno.test("wrap() breaks at spaces and keeps line breaks", () => {
  equal(wrap("one two three", 7).join("|"), "one two|three");
  equal(wrap("one\ntwo three", 20).join("|"), "one|two three");
  equal(wrap("unbreakable", 4).join("|"), "unbreakable");
  equal(wrap("", 10).join("|"), "");
});

Deno.test("columnsOf() is the terminal's width, 80 without one, and never below 40", () => {
  const at = (columns?: number) =>
    columnsOf({ size: () => columns === undefined ? undefined : { columns } });
  equal(at(132), 132);
  equal(at(), 80);
  equal(at(12), 40);
});
