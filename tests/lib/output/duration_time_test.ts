import { ok, throws } from "node:assert/strict";
import { parseDuration } from "../../../lib/output/duration.ts";

Deno.test("a text that is almost a duration is rejected at once", () => {
  // Each number could be split at two places: 2^60 ways.
  const texts = ["11m".repeat(60) + "!", "1".repeat(100_000), "1.".repeat(50_000) + "s"];
  const start = performance.now();
  for (const text of texts) {
    throws(() => parseDuration(text), /^RangeError: "[\d.m!]+" is not a duration$/);
  }
  ok(performance.now() - start < 1000);
});
