/**
 * RSA keys. The search for primes is luck, so two searches race on two cores: WebCrypto's and that
 * of `node:crypto`.
 *
 * @module
 */
import type { Der } from "./der_writer.ts";

interface RsaKey {
  readonly pkcs8: Der;
  readonly spki: Der;
}

/** Makes an RSA key with the public exponent 65537. */
export async function generateRsa(bits: number): Promise<RsaKey> {
  return await Promise.race([byWebCrypto(bits), byNode(bits)]);
}

async function byWebCrypto(bits: number): Promise<RsaKey> {
  const pair = await crypto.subtle.generateKey(
    {
      name: "RSASSA-PKCS1-v1_5",
      hash: "SHA-512",
      modulusLength: bits,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ["sign", "verify"],
  );
  return {
    pkcs8: new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey)),
    spki: new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey)),
  };
}

async function byNode(bits: number): Promise<RsaKey> {
  const { generateKeyPair } = await import("node:crypto");
  const options = {
    modulusLength: bits,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  } as const;
  return await new Promise((resolve, reject) => {
    generateKeyPair("rsa", options, (error, spki, pkcs8) => {
      if (error) reject(error);
      else resolve({ pkcs8: new Uint8Array(pkcs8), spki: new Uint8Array(spki) });
    });
  });
}
