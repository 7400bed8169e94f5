import { equal } from "node:assert/strict";
import { didYouMean, editDistance, nearest } from "../../../lib/output/nearest.ts";

Deno.test("editDistance() counts insertions, deletions, replacements and swaps", () => {
  equal(editDistance("", ""), 0);
  equal(editDistance("abc", "abc"), 0);
  equal(editDistance("", "abc"), 3);
  equal(editDistance("verson", "version"), 1);
  equal(editDistance("versoin", "version"), 1);
  equal(editDistance("kitten", "sitting"), 3);
});

Deno.test("nearest() finds what was meant and stays silent when nothing is near", () => {
  const names = ["version", "read", "reset", "list", "logs", "processes", "ls"];
  equal(nearest("verson", names), "version");
  equal(nearest("reed", names), "read");
  equal(nearest("lgos", names), "logs");
  equal(nearest("proc", names), "processes");
  equal(nearest("banana", names), undefined);
  equal(nearest("x", names), undefined);
  equal(nearest("re", names), undefined, "two commands start with it");
  equal(nearest("", names), undefined);
});

Deno.test("nearest() takes upper and lower case for the same", () => {
  equal(nearest("PROD", ["Prod", "staging"]), "Prod");
  equal(nearest("Verson", ["version"]), "version");
  equal(nearest("Proc", ["processes"]), "processes");
});

Deno.test("nearest() answers at once for a text of millions of characters", () => {
  equal(nearest("x".repeat(5_000_000), ["version", "processes"]), undefined);
});

Deno.test("didYouMean() words a suggestion, if there is one", () => {
  equal(didYouMean("verson", ["version"]), 'did you mean "version"');
  equal(didYouMean("banana", ["version"]), undefined);
});
