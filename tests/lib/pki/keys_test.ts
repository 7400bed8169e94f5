import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { OsctlError } from "../../../lib/errors.ts";
import {
  decodePem,
  encodeKey,
  encodePem,
  generateKey,
  readKey,
  toPkcs8Label,
} from "../../../lib/pki/mod.ts";
import { openssl } from "./openssl.ts";
import { testWith } from "../../helpers/programs.ts";

const test = testWith("openssl");

const LABELS = { ed25519: "ED25519 PRIVATE KEY", ecdsa: "EC PRIVATE KEY" } as const;

for (const kind of ["ed25519", "ecdsa"] as const) {
  test(`an ${kind} key reads back as it was written, and openssl agrees`, async () => {
    const key = await generateKey(kind);
    const pem = encodeKey(key);
    assert.equal(decodePem(pem, "it").label, LABELS[kind]);
    const again = await readKey(pem, "it");
    assert.deepEqual([again.algorithm, again.spki], [key.algorithm, key.spki]);
    assert.equal(encodeKey(again), pem);

    const { code, output } = await openssl(["pkey", "-in", "@key", "-pubout"], { key: pem });
    assert.equal(code, 0, output);
    assert.equal(output, encodePem("PUBLIC KEY", key.spki));
  });
}

test("an encoded EC key contains its curve and public key", async () => {
  const pem = encodeKey(await generateKey("ecdsa"));
  const { output } = await openssl(["asn1parse", "-in", "@key"], { key: pem });
  const [, version, secret, curve, name, point, bits] = output.split("\n");
  assert.match(version!, /INTEGER +:01$/);
  assert.match(secret!, /l= +32 prim: OCTET STRING/);
  assert.match(curve!, /cont \[ 0 \]/);
  assert.match(name!, /OBJECT +:prime256v1$/);
  assert.match(point!, /cont \[ 1 \]/);
  assert.match(bits!, /l= +66 prim: BIT STRING/);
});

test("keys of openssl are parsed from PKCS#8, SEC1 and PKCS#1, regardless of the label", async () => {
  const made = [
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
    generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey,
    generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
    generateKeyPairSync("ed25519").privateKey,
  ];
  for (const key of made) {
    const type = key.asymmetricKeyType!;
    const forms = type === "ed25519"
      ? ["pkcs8"] as const
      : [type === "rsa" ? "pkcs1" : "sec1", "pkcs8"] as const;
    const expected = createPublicKey(key).export({ type: "spki", format: "der" });
    for (const form of forms) {
      const pem = String(key.export({ type: form, format: "pem" }));
      const relabelled = encodePem("EC PRIVATE KEY", decodePem(pem, "it").der);
      for (const text of [pem, relabelled]) {
        const { spki } = await readKey(text, "it");
        assert.equal(spki.toHex(), new Uint8Array(expected).toHex(), `${type} ${form}`);
      }
    }
  }
});

Deno.test("an RSA key is encoded as PKCS#1", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = String(privateKey.export({ type: "pkcs1", format: "pem" }));
  assert.equal(encodeKey(await readKey(pem, "it")), pem);
});

Deno.test("a PKCS#8 key with a public key is parsed", async () => {
  const { pkcs8, spki } = await generateKey("ed25519");
  const version2 = new Uint8Array([
    0x30,
    0x51,
    0x02,
    0x01,
    0x01,
    ...pkcs8.subarray(5),
    0x81,
    0x21,
    0x00,
    ...spki.subarray(-32),
  ]);
  const pem = encodePem("PRIVATE KEY", version2);
  assert.equal(createPrivateKey(toPkcs8Label(pem)).asymmetricKeyType, "ed25519");
  assert.deepEqual((await readKey(pem, "it")).spki, spki);
});

Deno.test("an invalid private key is an error with its reason", async () => {
  const { pkcs8, spki } = await generateKey("ed25519");
  const { privateKey: x25519 } = generateKeyPairSync("x25519");
  const cut = new Uint8Array([0x30, 0x03, 0x02, 0x01, 0x00]);
  const cases: [string, string][] = [
    ["hello", "it is not PEM"],
    [encodePem("PUBLIC KEY", spki), 'it contains "PUBLIC KEY", expected "PRIVATE KEY"'],
    [encodePem("ENCRYPTED PRIVATE KEY", pkcs8), "it is encrypted with a password"],
    [encodePem("PRIVATE KEY", spki), "it is not a valid private key"],
    [encodePem("PRIVATE KEY", cut), "it is not a valid private key"],
    [encodePem("PRIVATE KEY", pkcs8.subarray(0, 40)), "it is not a valid private key"],
    [encodePem("PRIVATE KEY", new Uint8Array(0)), "it is not PEM"],
    [String(x25519.export({ type: "pkcs8", format: "pem" })), "it has an unsupported key type"],
  ];
  for (const [text, message] of cases) {
    await assert.rejects(readKey(text, "it"), (error) => {
      assert.ok(error instanceof OsctlError, String(error));
      assert.equal(error.kind, "input");
      assert.equal(error.message, message);
      assert.ok(error.hint);
      return true;
    });
  }
});

Deno.test("a key with one changed byte is parsed or rejected", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const rsa = await readKey(String(privateKey.export({ type: "pkcs1", format: "pem" })), "it");
  for (const key of [await generateKey("ed25519"), await generateKey("ecdsa"), rsa]) {
    const { label, der } = decodePem(encodeKey(key), "it");
    for (let index = 0; index < der.length; index++) {
      const changed = der.slice();
      changed[index]! ^= 0x81;
      try {
        await readKey(encodePem(label, changed), "it");
      } catch (error) {
        assert.ok(error instanceof OsctlError, `${label} byte ${index}: ${error}`);
      }
    }
  }
});
