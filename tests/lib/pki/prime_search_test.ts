import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { checkPrimeSync } from "node:crypto";
import { searchPrimes } from "../../../lib/pki/prime_search.ts";

const SEARCH = { bits: 512, exponent: 65537n };

for (const processors of [1, 2, 8]) {
  Deno.test(`${processors} processors find different primes`, async () => {
    const found: bigint[] = [];
    for await (const prime of searchPrimes({ ...SEARCH, processors })) {
      found.push(prime);
      if (found.length === 6) break;
    }
    equal(new Set(found).size, 6);
    for (const prime of found) {
      equal(prime.toString(2).length, 512);
      ok(checkPrimeSync(prime), `${prime}`);
    }
  });

  Deno.test(`an aborted signal ends the search of ${processors} processors`, async () => {
    const reason = new Error("stop");
    const controller = new AbortController();
    const { signal } = controller;
    const search = searchPrimes({ ...SEARCH, processors, signal });
    await search.next();
    controller.abort(reason);
    await rejects(async () => {
      for await (const prime of search) ok(prime);
    }, reason);
    await rejects(searchPrimes({ ...SEARCH, processors, signal }).next(), reason);
  });
}

Deno.test("the error of a worker ends the search", async () => {
  const search = searchPrimes({ bits: 512, exponent: 0n, processors: 2 });
  await rejects(search.next(), { message: /^the search for primes failed: .*Division by zero/ });
  deepEqual(await search.next(), { value: undefined, done: true });
});
