/**
 * Certificates and keys as configurations and bundles have them: the PEM text in base64.
 *
 * @module
 */
import type { PemPair } from "../../pki/issue.ts";
import { REDACTED } from "../../pki/secrets_bundle.ts";
import type { Data } from "../data.ts";

/** The base64 of a PEM text; what stands for a key that was taken out stays as it is. */
export function encoded(pem: string): string {
  return pem === REDACTED ? pem : new TextEncoder().encode(pem).toBase64();
}

/** An authority with its key. */
export function withKey({ crt, key }: PemPair): Data {
  return { crt: encoded(crt), key: encoded(key) };
}

/** An authority for machines that may not sign: its key is there and empty. */
export function withoutKey({ crt }: PemPair): Data {
  return { crt: encoded(crt), key: "" };
}
