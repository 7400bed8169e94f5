/** Names of nodes on narrow screens. */
import { equal } from "node:assert/strict";
import { namePrefix } from "../../../../lib/dashboard/browse/name_prefix.ts";

Deno.test("narrow screens omit the start that all names share, up to a word", () => {
  equal(namePrefix(["lab-eu1-controlplane-1", "lab-eu1-worker-1"]), "lab-eu1-");
  equal(namePrefix(["production-worker-1", "production-worker-2"]), "production-");
  equal(namePrefix(["cluster-1-1", "cluster-1-2"]), "");
  equal(namePrefix(["test-worker-1", "test-cp-1"]), "", "too short");
  equal(namePrefix(["production-worker-1"]), "");
  equal(namePrefix(["10.5.0.2", "10.5.0.3"]), "");
  equal(namePrefix(["production-a", "production"]), "");
  equal(namePrefix([]), "");
});
