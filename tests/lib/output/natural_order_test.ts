import { deepStrictEqual } from "node:assert/strict";
import { compareNatural } from "../../../lib/output/natural_order.ts";

Deno.test("rows are sorted in natural order", () => {
  const sorted = (...texts: string[]) => texts.toSorted(compareNatural);
  deepStrictEqual(sorted("10", "9", "-1", "1.5", "2"), ["-1", "1.5", "2", "9", "10"]);
  deepStrictEqual(sorted("10.5.0.10", "10.5.0.9", "10.5.0.9/24"), [
    ...["10.5.0.9", "10.5.0.9/24", "10.5.0.10"],
  ]);
  deepStrictEqual(sorted("eth10", "eth2", "", "eth", "lo"), ["", "eth", "eth2", "eth10", "lo"]);
  deepStrictEqual(sorted("a02", "a2", "a1"), ["a1", "a2", "a02"]);
});
