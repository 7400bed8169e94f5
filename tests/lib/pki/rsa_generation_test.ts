import assert from "node:assert/strict";
import { encodePem } from "../../../lib/pki/mod.ts";
import { generateRsa } from "../../../lib/pki/rsa_generation.ts";
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

Deno.test("generateRsa() throws the reason of a signal aborted before or during the generation", async () => {
  const reason = new Error("stop");
  await assert.rejects(generateRsa(4096, AbortSignal.abort(reason)), reason);

  const controller = new AbortController();
  // Takes about half a minute.
  const generation = generateRsa(8192, controller.signal);
  setTimeout(() => controller.abort(reason), 100);
  const start = performance.now();
  await assert.rejects(generation, reason);
  assert.ok(performance.now() - start < 5000, "the generation ends with the signal");
});

Deno.test("an error of a worker fails the generation", async () => {
  await assert.rejects(generateRsa(0), /^Error: RSA key generation failed: /);
});

Deno.test("a process ends while a cancelled generation still runs", async () => {
  const module = new URL("../../../lib/pki/rsa_generation.ts", import.meta.url);
  const script = `
    import { generateRsa } from "${module}";
    await generateRsa(16384, AbortSignal.timeout(100)).catch(({ name }) => console.log(name));`;
  const start = performance.now();
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", script],
    signal: AbortSignal.timeout(60_000),
  }).output();
  assert.equal(code, 0);
  assert.equal(new TextDecoder().decode(stdout), "TimeoutError\n");
  assert.ok(performance.now() - start < 30_000);
});
