/**
 * RSA keys. The search for primes is luck, so two searches race on two cores.
 *
 * @module
 */
import type { Der } from "./der_writer.ts";

/** A new key's encoded halves. */
export interface RsaKey {
  readonly pkcs8: Der;
  /** SubjectPublicKeyInfo. */
  readonly spki: Der;
}

/**
 * Makes an RSA key with the public exponent 65537. The search that loses cannot be stopped: it ends
 * on its own some time after.
 */
export async function generateRsa(bits: number): Promise<RsaKey> {
  const { privateKey, publicKey } = await Promise.race([search(bits), search(bits)]);
  return {
    pkcs8: new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey)),
    spki: new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)),
  };
}

async function search(bits: number): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(
    {
      name: "RSASSA-PKCS1-v1_5",
      hash: "SHA-512",
      modulusLength: bits,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ["sign", "verify"],
  );
}
