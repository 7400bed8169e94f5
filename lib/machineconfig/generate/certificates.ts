/**
 * Certificates and keys in configurations and bundles: base64-encoded PEM.
 *
 * @module
 */
import type { PemPair } from "../../pki/issue.ts";
import { REDACTED } from "../../pki/redacted.ts";
import { encodeBase64 } from "../../yaml/base64.ts";
import type { Data } from "../data.ts";

/** Encodes PEM as base64; the placeholder of a redacted key is unchanged. */
export function encoded(pem: string): string {
  return pem === REDACTED ? pem : encodeBase64(pem);
}

/** Returns a CA with its key. */
export function withKey({ crt, key }: PemPair): Data {
  return { crt: encoded(crt), key: encoded(key) };
}

/** Returns a CA with an empty key, for machines that must not sign. */
export function withoutKey({ crt }: PemPair): Data {
  return { crt: encoded(crt), key: "" };
}
