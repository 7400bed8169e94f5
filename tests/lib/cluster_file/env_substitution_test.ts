import { equal, ok, throws } from "node:assert/strict";
import { expand } from "../../../lib/cluster_file/import/env_substitution.ts";

const fail = (reason: string) => new Error(reason);
const lookUp = (name: string) => name === "A" ? "v" : undefined;

Deno.test("variables are replaced before and after the last brace", () => {
  equal(expand("$A ${A} ${B:-d} $$ } $A $$", lookUp, fail), "v v d $ } v $");
  equal(expand("$A ${A", lookUp, fail), "v ${A");
  throws(() => expand("} $B", lookUp, fail), /the variable B is not set/);
});

Deno.test("open references take linear time", () => {
  const start = performance.now();
  const text = "${".repeat(200_000);
  equal(expand(text, lookUp, fail), text);
  ok(performance.now() - start < 2000);
});
