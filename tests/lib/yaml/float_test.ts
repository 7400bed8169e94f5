import { strictEqual } from "node:assert/strict";
import { floatText } from "../../../lib/yaml/float.ts";

Deno.test("floatText() writes an exponent for small and large numbers", () => {
  const texts: [value: number, text: string][] = [
    [0, "0"],
    [-0, "-0"],
    [1.5, "1.5"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [123456.5, "123456.5"],
    [1e6, "1e+06"],
    [-1.25e30, "-1.25e+30"],
    [1e100, "1e+100"],
    [NaN, "NaN"],
    [Infinity, "+Inf"],
    [-Infinity, "-Inf"],
  ];
  for (const [value, text] of texts) strictEqual(floatText(value), text);
});
