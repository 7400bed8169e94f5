import { equal, ok, rejects } from "node:assert/strict";
import { checkPrimeSync } from "node:crypto";
import { searchPrimes } from "../../../lib/pki/prime_search.ts";

const SEARCH = { bits: 512, exponent: 65537n };

for (const processors of [1, 2, 8]) {
  for (const isBackground of [false, true]) {
    const what = `${processors} processors${isBackground ? " in the background" : ""}`;
    const options = { ...SEARCH, processors, isBackground };

    Deno.test(`${what} find different primes`, async () => {
      const found: bigint[] = [];
      for await (const prime of searchPrimes(options)) {
        found.push(prime);
        if (found.length === 6) break;
      }
      equal(new Set(found).size, 6);
      for (const prime of found) {
        equal(prime.toString(2).length, 512);
        ok(checkPrimeSync(prime), `${prime}`);
      }
    });

    Deno.test(`an aborted signal ends the search of ${what}`, async () => {
      const reason = new Error("stop");
      const controller = new AbortController();
      const { signal } = controller;
      const take = async () => {
        for await (const prime of searchPrimes({ ...options, signal })) {
          ok(prime > 1n << 511n);
          controller.abort(reason);
        }
      };
      await rejects(take(), reason);
      await rejects(take(), reason);
    });
  }
}

Deno.test("the error of a worker ends the search", async () => {
  const search = searchPrimes({ bits: 512, exponent: 0n, processors: 2, isBackground: true });
  await rejects(search.getReader().read(), {
    message: /^the search for primes failed: .*Division by zero/,
  });
});
