import assert from "node:assert/strict";
import {
  decodePem,
  encodeKey,
  encodePem,
  generateKey,
  readLabelledKey,
} from "../../../lib/pki/mod.ts";
import { openssl } from "./openssl.ts";
import { testWith } from "../../helpers/programs.ts";

const opensslTest = testWith("openssl");

async function made(...args: string[]): Promise<string> {
  const { code, output } = await openssl(args, {});
  assert.equal(code, 0, output);
  return output.slice(output.indexOf("-----BEGIN"));
}

Deno.test("a key with the label of its type is unchanged, text around it included", async () => {
  for (const kind of ["ed25519", "ecdsa"] as const) {
    const pem = `made by hand\n${encodeKey(await generateKey(kind))}`;
    assert.equal((await readLabelledKey(pem, "it")).pem, pem);
  }
});

opensslTest("keys of openssl get the label and form that nodes require", async () => {
  const ways: [string, string[]][] = [
    ["RSA PRIVATE KEY", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]],
    ["EC PRIVATE KEY", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]],
    ["ED25519 PRIVATE KEY", ["-algorithm", "ED25519"]],
  ];
  for (const [label, args] of ways) {
    const pem = await made("genpkey", "-quiet", ...args);
    assert.equal(decodePem(pem, "it").label, "PRIVATE KEY");
    const labelled = await readLabelledKey(pem, "it");
    assert.equal(decodePem(labelled.pem, "it").label, label);
    const [before, after] = await Promise.all(
      [pem, labelled.pem].map((text) => openssl(["pkey", "-in", "@k", "-pubout"], { k: text })),
    );
    assert.match(after!.output, /BEGIN PUBLIC KEY/);
    assert.equal(after!.output, before!.output);
  }
});

Deno.test("a key in another form than its label is re-encoded", async () => {
  const pem = encodeKey(await generateKey("ecdsa"));
  const pkcs8 = (await readLabelledKey(pem, "it")).key.pkcs8;
  const { pem: repaired } = await readLabelledKey(encodePem("EC PRIVATE KEY", pkcs8), "it");
  assert.equal(repaired, pem);
});

opensslTest("an encrypted or invalid key is rejected", async () => {
  await assert.rejects(readLabelledKey("hello", '"sa.key"'), { message: '"sa.key" is not PEM' });
  const locked = await made(
    ...["genpkey", "-quiet", "-algorithm", "ED25519", "-aes256", "-pass", "pass:x"],
  );
  await assert.rejects(readLabelledKey(locked, '"sa.key"'), {
    message: '"sa.key" is encrypted with a password',
  });
});
