/**
 * Signs and verifies. Converts ECDSA signatures between the concatenated integers of WebCrypto
 * (IEEE P1363) and the DER sequence of X.509.
 *
 * @module
 */
import {
  type KeyAlgorithm,
  type SignatureAlgorithm,
  toImportParameters,
  toSigningParameters,
} from "./algorithms.ts";
import { DerError, getContent, readChildren, readSingle, TAG } from "./der_reader.ts";
import { type Der, integer, sequence } from "./der_writer.ts";

const FIELD_BYTES = { "P-256": 32, "P-384": 48, "P-521": 66 } as const;

/** A signing key. */
export interface Signer {
  readonly algorithm: KeyAlgorithm;
  readonly pkcs8: Der;
}

/**
 * Runs an operation with an untrusted key. Converts WebCrypto errors about the key, which Deno
 * throws at its first use and in several classes, to a {@linkcode DerError}.
 */
export async function withKeyErrors<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const aboutKey = error instanceof DOMException || error instanceof TypeError;
    if (!aboutKey) throw error;
    throw new DerError("invalid key", { cause: error });
  }
}

/**
 * Signs `data` and returns an X.509 signature value. Key and signature must be of the same type.
 */
export async function sign(data: Der, signer: Signer, signature: SignatureAlgorithm): Promise<Der> {
  const parameters = toImportParameters(signer.algorithm, signature.hash);
  const key = await crypto.subtle.importKey("pkcs8", signer.pkcs8, parameters, false, ["sign"]);
  const raw = new Uint8Array(await crypto.subtle.sign(toSigningParameters(signature), key, data));
  if (signer.algorithm.kind !== "ecdsa") return raw;
  return sequence(integer(raw.subarray(0, raw.length / 2)), integer(raw.subarray(raw.length / 2)));
}

/**
 * Reports whether `value` is a signature of `data` by the key `spki`, a SubjectPublicKeyInfo.
 *
 * @throws {DerError} when the key, or an ECDSA signature, is malformed.
 */
export async function verify(
  data: Der,
  value: Der,
  spki: Der,
  algorithm: KeyAlgorithm,
  signature: SignatureAlgorithm,
): Promise<boolean> {
  if (algorithm.kind !== signature.kind) return false;
  const parameters = toImportParameters(algorithm, signature.hash);
  const raw = algorithm.kind === "ecdsa" ? toP1363(value, FIELD_BYTES[algorithm.curve]) : value;
  if (raw === undefined) return false;
  return await withKeyErrors(async () => {
    const key = await crypto.subtle.importKey("spki", spki, parameters, false, ["verify"]);
    return await crypto.subtle.verify(toSigningParameters(signature), key, raw, data);
  });
}

/** Converts an ECDSA signature from DER to IEEE P1363; undefined when an integer is too long. */
function toP1363(value: Der, width: number): Der | undefined {
  const raw = new Uint8Array(2 * width);
  const numbers = readChildren(readSingle(value, TAG.sequence), TAG.sequence);
  for (const [index, number] of [numbers[0], numbers[1]].entries()) {
    const content = getContent(number, TAG.integer);
    const digits = content.subarray(content.findIndex((byte) => byte !== 0));
    if (digits.length > width) return undefined;
    raw.set(digits, (index + 1) * width - digits.length);
  }
  return raw;
}
