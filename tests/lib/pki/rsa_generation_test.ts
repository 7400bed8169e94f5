import assert from "node:assert/strict";
import { setImmediate } from "node:timers";
import { encodePem } from "../../../lib/pki/mod.ts";
import { generateRsa } from "../../../lib/pki/rsa_generation.ts";
import { openssl } from "./second_opinion.ts";

for (const bits of [1024, 1040, 2048]) {
  Deno.test(`openssl finds nothing wrong with an RSA key of ${bits} bits`, async () => {
    const { pkcs8, spki } = await generateRsa(bits);
    const key = encodePem("PRIVATE KEY", pkcs8);
    const { code, output } = await openssl(["rsa", "-in", "@key", "-check", "-text"], { key });
    assert.equal(code, 0, output);
    assert.match(output, /RSA key ok/);
    assert.match(output, new RegExp(`^Private-Key: \\(${bits} bit, 2 primes\\)`));
    assert.match(output, /publicExponent: 65537 /);
    const half = await openssl(["pkey", "-in", "@key", "-pubout"], { key });
    assert.equal(half.output, encodePem("PUBLIC KEY", spki));
  });
}

Deno.test("two RSA keys have nothing in common", async () => {
  const [one, two] = [await generateRsa(1024), await generateRsa(1024)];
  assert.notEqual(one.spki.toHex(), two.spki.toHex());
});

Deno.test("the search for an RSA key ends when it is cancelled, before and while it runs", async () => {
  const reason = new Error("stop");
  await assert.rejects(generateRsa(4096, AbortSignal.abort(reason)), reason);

  const controller = new AbortController();
  const search = generateRsa(4096, controller.signal);
  setImmediate(() => controller.abort(reason));
  await assert.rejects(search, reason);
});
