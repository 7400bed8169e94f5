import assert from "node:assert/strict";
import { checkPrimeSync } from "node:crypto";
import {
  isProbablyPrime,
  oddPrimesBelow,
  passesFermat,
  primes,
  randomOdd,
  trialDivision,
} from "../../../lib/pki/primes.ts";
import { Seeded } from "../../helpers/seeded.ts";

/** Mersenne primes. */
const [M127, M89] = [(1n << 127n) - 1n, (1n << 89n) - 1n];

/** A composite Mersenne number: a Fermat pseudoprime to base 2 with factors of 15 digits and more. */
const M257 = (1n << 257n) - 1n;

Deno.test("oddPrimesBelow() returns the odd primes without the limit", () => {
  assert.deepEqual(oddPrimesBelow(32), [3, 5, 7, 11, 13, 17, 19, 23, 29, 31]);
  assert.deepEqual(oddPrimesBelow(26), [3, 5, 7, 11, 13, 17, 19, 23]);
  assert.equal(oddPrimesBelow(1 << 20).length, 82_025 - 1);
});

Deno.test("trialDivision() finds every factor below its limit and no other", () => {
  const hasSmallFactor = trialDivision(1024);
  for (const prime of oddPrimesBelow(1024)) {
    assert.equal(hasSmallFactor(BigInt(prime) * M127), true, `${prime}`);
  }
  for (const number of [M127, M89 * M127, 1031n * M127, 1031n * 1033n]) {
    assert.equal(hasSmallFactor(number), false, `${number}`);
  }
});

Deno.test("passesFermat() accepts primes and rejects their products", () => {
  for (const prime of [65537n, M89, M127]) assert.equal(passesFermat(prime), true, `${prime}`);
  for (const number of [M89 * M127, M127 * M127, M127 + 2n, M127 * 3n]) {
    assert.equal(passesFermat(number), false, `${number}`);
  }
});

Deno.test("primes() rejects a pseudoprime that trial division and Fermat's test accept", async () => {
  assert.equal(trialDivision(1 << 16)(M257), false);
  assert.equal(passesFermat(M257), true);
  const candidates = [M257, M257, M127];
  const search = primes({
    bits: 256,
    exponent: 65537n,
    randomCandidate: () => candidates.shift()!,
  });
  assert.equal((await search.next()).value, M127);
  assert.deepEqual(candidates, []);
});

Deno.test("primes() draws a fresh candidate after every failure", async () => {
  const drawn: bigint[] = [];
  const randomCandidate = (bits: number) => {
    drawn.push(randomOdd(bits));
    return drawn.at(-1)!;
  };
  const found: bigint[] = [];
  for await (const prime of primes({ bits: 256, exponent: 65537n, randomCandidate })) {
    found.push(prime);
    if (found.length === 5) break;
  }
  assert.equal(new Set(drawn).size, drawn.length);
  assert.ok(found.every((prime) => drawn.includes(prime)));
  // One of 89 odd numbers of 256 bits is prime.
  assert.ok(drawn.length > 50, `${drawn.length} candidates for 5 primes`);
});

Deno.test("randomOdd() sets the lowest and the two highest bits and leaves the rest random", () => {
  const [bits, draws] = [64, 400];
  const ones = Array.from({ length: bits }, () => 0);
  for (let draw = 0; draw < draws; draw++) {
    [...randomOdd(bits).toString(2)].forEach((bit, index) => ones[index]! += Number(bit));
  }
  assert.deepEqual([ones[0], ones[1], ones[bits - 1]], [draws, draws, draws]);
  for (const [index, count] of ones.slice(2, -1).entries()) {
    // Six standard deviations: a fair bit fails once in 10^9 runs.
    assert.ok(Math.abs(count - draws / 2) < 60, `bit ${index + 2} is set ${count} times`);
  }
});

Deno.test("primes() yields distinct primes of full length that fit the exponent", async () => {
  const found: bigint[] = [];
  // Half of all primes are 1 modulo 3.
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

Deno.test("isProbablyPrime() agrees with the runtime's test", () => {
  const random = new Seeded(1);
  const numbers = Array.from(
    { length: 400 },
    () =>
      BigInt(random.between(2, 2 ** 30)) * BigInt(2 ** 20) + BigInt(2 * random.below(2 ** 19) + 1),
  );
  // Carmichael numbers, and strong pseudoprimes to base 2 and to bases 2, 3, 5 and 7.
  const pseudoprimes = [561n, 41041n, 2047n, 3215031751n, 3825123056546413051n];
  for (const number of [5n, 7n, 9n, 65537n, M89, M127, M89 * M127, ...pseudoprimes, ...numbers]) {
    assert.equal(isProbablyPrime(number), checkPrimeSync(number), String(number));
  }
});

Deno.test("isProbablyPrime() accepts primes whose predecessor has many factors of two", () => {
  assert.equal(isProbablyPrime((1n << 255n) - 19n), true);
  // The prime of P-224: 2^224 - 2^96 + 1.
  assert.equal(isProbablyPrime((1n << 224n) - (1n << 96n) + 1n), true);
  assert.equal(isProbablyPrime((1n << 224n) - (1n << 96n) + 3n), false);
});
