/**
 * A secrets bundle generated once per test file, because RSA keys are slow to generate.
 *
 * @module
 */
import { createBundle, type SecretsBundle } from "../../lib/pki/mod.ts";
import { SOURCE } from "../lib/pki/openssl.ts";

let bundle: Promise<SecretsBundle> | undefined;

/** Returns a bundle for nodes of any version, with both encryption secrets. */
export function testBundle(): Promise<SecretsBundle> {
  return bundle ??= generateBundle();
}

async function generateBundle(): Promise<SecretsBundle> {
  const bundle = await createBundle({
    authorities: { kind: "ecdsa", hash: "SHA-256" },
    aggregator: true,
    serviceAccount: "ecdsa",
    encryption: "secretbox",
  }, SOURCE);
  const { secrets } = bundle;
  const aescbcEncryptionSecret = SOURCE.random.bytes(32).toBase64();
  return { ...bundle, secrets: { ...secrets, aescbcEncryptionSecret } };
}
