import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import {
  type BundleOptions,
  createBundle,
  createCa,
  encodeKey,
  generateKey,
  readCertificate,
  readKey,
} from "../../../lib/pki/mod.ts";
import { openssl, SOURCE } from "./openssl.ts";
import { testWith } from "../../helpers/programs.ts";

const opensslTest = testWith("openssl");

const EC: BundleOptions = {
  authorities: { kind: "ecdsa", hash: "SHA-256" },
  aggregator: true,
  serviceAccount: "ecdsa",
  encryption: "secretbox",
};

const TOKEN = /^[0-9a-z]{6}\.[0-9a-z]{16}$/;

Deno.test("a new bundle has secrets of 32 bytes and two different tokens", async () => {
  const { cluster, secrets, trustdInfo } = await createBundle(EC, SOURCE);
  assert.match(cluster.id, /^[\w-]{43}=$/);
  assert.equal(Uint8Array.fromBase64(cluster.secret).length, 32);
  assert.equal(Uint8Array.fromBase64(secrets.secretboxEncryptionSecret ?? "").length, 32);
  assert.equal(secrets.aescbcEncryptionSecret, undefined);
  assert.match(secrets.bootstrapToken, TOKEN);
  assert.match(trustdInfo.token, TOKEN);
  assert.notEqual(secrets.bootstrapToken, trustdInfo.token);
});

Deno.test("a bundle for old nodes has an AES-CBC key", async () => {
  const { secrets } = await createBundle({ ...EC, encryption: "aescbc" }, SOURCE);
  assert.equal(Uint8Array.fromBase64(secrets.aescbcEncryptionSecret ?? "").length, 32);
  assert.equal(secrets.secretboxEncryptionSecret, undefined);
});

Deno.test("a bundle's authorities have the organizations of Talos", async () => {
  const { certs } = await createBundle(EC, SOURCE);
  const names = [certs.etcd, certs.k8s, certs.k8sAggregator!, certs.os].map(({ crt }) =>
    new X509Certificate(crt).subject
  );
  assert.deepEqual(names, ["O=etcd", "O=kubernetes", undefined, "O=talos"]);
  const kinds = await Promise.all(
    Object.values(certs).map(async ({ key }) => (await readKey(key, "it")).algorithm.kind),
  );
  assert.deepEqual(kinds, ["ecdsa", "ecdsa", "ecdsa", "ecdsa", "ed25519"]);
});

opensslTest("openssl verifies a bundle's authorities and their algorithms", async () => {
  for (const [hash, title] of [["SHA-256", "SHA256"], ["SHA-512", "SHA512"]] as const) {
    const { certs } = await createBundle({ ...EC, authorities: { kind: "ecdsa", hash } }, SOURCE);
    for (const pair of [certs.etcd, certs.k8s, certs.k8sAggregator!]) {
      const { output } = await openssl(["x509", "-in", "@a.crt", "-noout", "-text"], {
        "a.crt": pair.crt,
      });
      assert.match(output, new RegExp(`Signature Algorithm: ecdsa-with-${title}`));
      assert.match(output, /NIST CURVE: P-256/);
      const { code } = await openssl(
        ["verify", "-attime", String(SOURCE.clock.now() / 1000), "-CAfile", "@a.crt", "@a.crt"],
        { "a.crt": pair.crt },
      );
      assert.equal(code, 0);
    }
  }
});

Deno.test("all certificates of a bundle have the same validity period of ten years", async () => {
  let now = SOURCE.clock.now();
  const clock = { now: () => now += 3_600_000 };
  const { certs } = await createBundle(EC, { ...SOURCE, clock });
  const times = [certs.etcd, certs.k8s, certs.k8sAggregator!, certs.os].map(({ crt }) => {
    const { notBefore, notAfter } = readCertificate(crt);
    return `${notBefore} ${notAfter - notBefore}`;
  });
  assert.deepEqual(new Set(times).size, 1);
  assert.match(times[0]!, / 315360000000$/);
});

Deno.test("a bundle for the oldest nodes has neither aggregation nor a service account", async () => {
  const recipe: BundleOptions = { ...EC, aggregator: false, serviceAccount: undefined };
  const { certs } = await createBundle(recipe, SOURCE);
  assert.deepEqual(Object.keys(certs), ["etcd", "k8s", "os"]);
});

Deno.test("a bundle reuses given secrets and generates the rest", async () => {
  const k8s = await createCa({ organization: "mine", kind: "ecdsa" }, SOURCE);
  const key = encodeKey(await generateKey("ecdsa"));
  const bundle = await createBundle(EC, SOURCE, {
    bootstrapToken: "abcdef.0123456789abcdef",
    certs: { k8s, k8sServiceAccount: { key } },
  });
  assert.equal(bundle.secrets.bootstrapToken, "abcdef.0123456789abcdef");
  assert.deepEqual(bundle.certs.k8s, k8s);
  assert.deepEqual(bundle.certs.k8sServiceAccount, { key });
  assert.equal(new X509Certificate(bundle.certs.etcd.crt).subject, "O=etcd");
});

Deno.test("tokens have 36 characters without modulo bias", async () => {
  // Bytes from 252 are skipped; smaller ones are taken modulo 36.
  const bytes = [252, 253, 254, 255, 0, 35, 36, 251];
  const random = {
    bytes: (length: number) => Uint8Array.from({ length }, (_, index) => bytes[index % 8]!),
  };
  const given = { ...SOURCE, random };
  const { trustdInfo } = await createBundle(EC, given);
  assert.equal(trustdInfo.token, "0z0z0z.0z0z0z0z0z0z0z0z");
});

Deno.test("the signal aborts the search for an RSA key", async () => {
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  await assert.rejects(
    createBundle({ ...EC, serviceAccount: "rsa" }, { ...SOURCE, signal }),
    reason,
  );
});
