import { equal, ok } from "node:assert/strict";
import { countJsonSize } from "../../../lib/output/json_size.ts";

Deno.test("the size of a value equals its JSON's, within a few separators", () => {
  const values = ["text", 12, true, null, [], [1, "b"], { a: "x".repeat(50), b: { c: [1, 2, 3] } }];
  for (const value of values) {
    const exact = JSON.stringify(value).length;
    const counted = countJsonSize(value, Infinity);
    ok(Math.abs(counted - exact) <= 3, `${JSON.stringify(value)}: ${counted}, not ${exact}`);
  }
});

Deno.test("counting ends above the limit", () => {
  const shared = { text: "x".repeat(100) };
  let value: unknown = shared;
  // 2^60 copies in memory of 60 objects.
  for (let level = 0; level < 60; level++) value = { left: value, right: value };
  const counted = countJsonSize(value, 1000);
  ok(counted > 1000 && counted < 2000, String(counted));
  equal(countJsonSize("", 0), 2);
});
