import assert from "node:assert/strict";
import { checkPrimeSync } from "node:crypto";
import { setImmediate } from "node:timers";
import { encodePem } from "../../../lib/pki/mod.ts";
import { composeKey, generateRsa } from "../../../lib/pki/rsa_generation.ts";
import { openssl } from "./openssl.ts";
import { testWith } from "../../helpers/programs.ts";

const opensslTest = testWith("openssl");

for (const bits of [1024, 1040, 2048]) {
  opensslTest(`openssl accepts an RSA key of ${bits} bits`, async () => {
    const { pkcs8, spki } = await generateRsa(bits);
    const key = encodePem("PRIVATE KEY", pkcs8);
    const { code, output } = await openssl(["rsa", "-in", "@key", "-check", "-text"], { key });
    assert.equal(code, 0, output);
    assert.match(output, /RSA key ok/);
    assert.match(output, new RegExp(`^Private-Key: \\(${bits} bit, 2 primes\\)`));
    assert.match(output, /publicExponent: 65537 /);
    const publicKey = await openssl(["pkey", "-in", "@key", "-pubout"], { key });
    assert.equal(publicKey.output, encodePem("PUBLIC KEY", spki));
  });
}

Deno.test("generateRsa() returns a new key at each call", async () => {
  const [one, two] = [await generateRsa(1024), await generateRsa(1024)];
  assert.notEqual(one.spki.toHex(), two.spki.toHex());
});

Deno.test("generateRsa() throws the reason of a signal aborted before or during the search", async () => {
  const reason = new Error("stop");
  await assert.rejects(generateRsa(4096, { signal: AbortSignal.abort(reason) }), reason);

  const controller = new AbortController();
  const search = generateRsa(4096, { signal: controller.signal });
  setImmediate(() => controller.abort(reason));
  await assert.rejects(search, reason);
});

/** A prime of 1024 bits: 2^1024 - 105, the largest one. */
const LARGEST = (1n << 1024n) - 105n;

Deno.test("composeKey() rejects primes closer than 2^924 at 1024 bits", () => {
  assert.ok(checkPrimeSync(LARGEST));
  let near = LARGEST - (1n << 924n);
  while (!checkPrimeSync(near) || near % 65537n === 1n) near += 2n;
  assert.equal(composeKey(LARGEST, near), undefined);
  let far = LARGEST - (1n << 924n) - 2n;
  while (!checkPrimeSync(far) || far % 65537n === 1n) far -= 2n;
  assert.notEqual(composeKey(LARGEST, far), undefined);
  assert.deepEqual(composeKey(far, LARGEST), composeKey(LARGEST, far));
});

Deno.test("composeKey() rejects a private exponent of at most half the length of the modulus", () => {
  // A large common factor of p - 1 and q - 1 makes the modulus of the exponent short.
  const outcomes = { rejected: 0, accepted: 0 };
  for (let common = 1n << 252n; outcomes.rejected === 0 || outcomes.accepted === 0; common += 2n) {
    const [q, p] = [8n, 9n, 10n, 11n, 12n, 13n, 14n, 15n]
      .map((factor) => common * factor + 1n).filter((number) => checkPrimeSync(number));
    if (q === undefined || p === undefined) continue;
    const isRejected = composeKey(p, q) === undefined;
    assert.equal(isRejected, exponentOf(p, q, common) <= 1n << 256n, `${p} and ${q}`);
    outcomes[isRejected ? "rejected" : "accepted"]++;
  }
});

/** Returns `(1 + k * lcm) / 65537` for the smallest k that divides, by trying each. */
function exponentOf(p: bigint, q: bigint, common: bigint): bigint {
  let [a, b] = [(p - 1n) / common, (q - 1n) / common];
  while (b !== 0n) [a, b] = [b, a % b];
  const multiple = (p - 1n) / common / a * (q - 1n);
  let k = 1n;
  while ((1n + k * multiple) % 65537n !== 0n) k++;
  return (1n + k * multiple) / 65537n;
}
