import assert from "node:assert/strict";
import { formatFixed } from "../../../lib/output/go_float.ts";

Deno.test("formatFixed() takes the even digit halfway between two, as fmt of Go", () => {
  // Output of fmt.Sprintf("%.*f", digits, value).
  const cases: readonly [value: number, digits: number, expected: string][] = [
    [3.125, 2, "3.12"],
    [3.375, 2, "3.38"],
    [0.125, 2, "0.12"],
    [-0.625, 2, "-0.62"],
    [9.875, 2, "9.88"],
    [0.5, 0, "0"],
    [1.5, 0, "2"],
    [2.5, 0, "2"],
    [0.25, 1, "0.2"],
    [0.75, 1, "0.8"],
    // Below and above the decimal number that they print.
    [1.005, 2, "1.00"],
    [8.345, 2, "8.35"],
    [2.675, 2, "2.67"],
    [99.99999, 2, "100.00"],
    [0, 2, "0.00"],
    [-0, 2, "-0.00"],
    [1e20, 1, "100000000000000000000.0"],
  ];
  for (const [value, digits, expected] of cases) {
    assert.equal(formatFixed(value, digits), expected, `${value}, ${digits}`);
  }
});
