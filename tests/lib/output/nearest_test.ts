import { deepEqual, equal } from "node:assert/strict";
import { didYouMean, editDistance, nearest, nearestMatches } from "../../../lib/output/nearest.ts";

Deno.test("editDistance() counts insertions, deletions, replacements and swaps", () => {
  equal(editDistance("", ""), 0);
  equal(editDistance("abc", "abc"), 0);
  equal(editDistance("", "abc"), 3);
  equal(editDistance("verson", "version"), 1);
  equal(editDistance("versoin", "version"), 1);
  equal(editDistance("kitten", "sitting"), 3);
});

Deno.test("nearest() returns the nearest candidate, or undefined without a near one", () => {
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

Deno.test("nearest() ignores case", () => {
  equal(nearest("PROD", ["Prod", "staging"]), "Prod");
  equal(nearest("Verson", ["version"]), "version");
  equal(nearest("Proc", ["processes"]), "processes");
});

Deno.test("nearest() skips distances for a text of millions of characters", () => {
  equal(nearest("x".repeat(5_000_000), ["version", "processes"]), undefined);
});

Deno.test("didYouMean() returns a hint for a near match only", () => {
  equal(didYouMean("verson", ["version"]), 'did you mean "version"');
  equal(didYouMean("banana", ["version"]), undefined);
});

Deno.test("nearestMatches() returns candidates within one edit of the best, without duplicates", () => {
  const names = ["members", "member", "mounts", "Members", "services"];
  deepEqual(nearestMatches("membr", names), ["member", "members", "Members"]);
  deepEqual(nearestMatches("servces", [...names, "services"]), ["services"]);
});

Deno.test("nearestMatches() falls back to prefixes, then to substrings, at most three", () => {
  const names = ["addressstatuses", "addressspecs", "hostaddresses", "nodeaddresses", "addressx3"];
  deepEqual(nearestMatches("ad", names), ["addressx3", "addressspecs", "addressstatuses"]);
  deepEqual(nearestMatches("host", names), ["hostaddresses"]);
  deepEqual(nearestMatches("dre", names), ["addressx3", "addressspecs", "hostaddresses"]);
  deepEqual(nearestMatches("dr", names), []);
  deepEqual(nearestMatches("zzz", names), []);
});
