import assert from "node:assert/strict";
import { checkPrimeSync } from "node:crypto";
import { oddPrimesBelow, passesFermat, primes, sieve } from "../../../lib/pki/primes.ts";

/** 2 ** 127 - 1 and 2 ** 89 - 1, which Mersenne knew, and Lucas and Powers proved. */
const [M127, M89] = [(1n << 127n) - 1n, (1n << 89n) - 1n];

Deno.test("oddPrimesBelow gives the odd primes, without the limit", () => {
  assert.deepEqual(oddPrimesBelow(32), [3, 5, 7, 11, 13, 17, 19, 23, 29, 31]);
  assert.deepEqual(oddPrimesBelow(26), [3, 5, 7, 11, 13, 17, 19, 23]);
  assert.equal(oddPrimesBelow(1 << 20).length, 82_025 - 1);
});

Deno.test("sieve leaves the odd numbers that no small prime divides, the start included", () => {
  const small = [3, 5, 7, 11, 13];
  for (const start of [1_000_001n, 1_001_001n, 15n * M89, M127, M127 * M89 + 2n]) {
    const left = new Set(sieve(start, small));
    for (let offset = 0; offset < 4000; offset++) {
      const number = start + BigInt(offset);
      const expected = number % 2n === 1n && small.every((prime) => number % BigInt(prime) !== 0n);
      assert.equal(left.has(offset), expected, `${start} + ${offset}`);
    }
  }
});

Deno.test("passesFermat tells primes from their products", () => {
  for (const prime of [65537n, M89, M127]) assert.equal(passesFermat(prime), true, `${prime}`);
  for (const number of [M89 * M127, M127 * M127, M127 + 2n, M127 * 3n]) {
    assert.equal(passesFermat(number), false, `${number}`);
  }
});

Deno.test("primes gives different primes of the full size, all of them fit for the exponent", async () => {
  const found: bigint[] = [];
  // A third of all primes leaves the rest 1 when divided by 3, if it is not kept from it.
  for await (const prime of primes({ bits: 256, exponent: 3n })) {
    found.push(prime);
    if (found.length === 20) break;
  }
  assert.equal(new Set(found).size, 20);
  for (const prime of found) {
    assert.ok(checkPrimeSync(prime, { checks: 20 }), `${prime}`);
    assert.equal(prime >> 254n, 3n, `${prime} has its two highest bits set`);
    assert.equal(prime % 3n, 2n);
  }
});
