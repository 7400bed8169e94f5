/**
 * Writes certificates: version 3, a serial number of 16 random bytes, valid from now on without
 * backdating.
 *
 * @module
 */
import { encodeSignatureAlgorithm, type SignatureAlgorithm } from "./algorithms.ts";
import { readBitString, readChildren, readSingle, TAG } from "./der_reader.ts";
import {
  bitString,
  type Der,
  explicit,
  integer,
  sequence,
  smallInteger,
  time,
} from "./der_writer.ts";
import { encodePem, LABEL } from "./pem.ts";
import { sign, type Signer } from "./signatures.ts";

/** Where the time and serial numbers come from. Keys always come from WebCrypto. */
export interface Source {
  /** Milliseconds since the epoch. */
  readonly clock: { now(): number };
  readonly random: { bytes(length: number): Uint8Array };
  /** Ends the search for an RSA key; what it was aborted with is thrown. */
  readonly signal?: AbortSignal;
}

/** SHA-1 of the public key bits (RFC 5280, section 4.2.1.2, method 1). */
export async function computeKeyId(spki: Der): Promise<Uint8Array> {
  const bits = readBitString(readChildren(readSingle(spki, TAG.sequence), TAG.sequence)[1]);
  return new Uint8Array(await crypto.subtle.digest("SHA-1", bits));
}

/** A certificate before it is signed; encoded parts. */
export interface Template {
  readonly subject: Der;
  readonly issuer: Der;
  /** SubjectPublicKeyInfo of the key it is for. */
  readonly spki: Der;
  /** Validity in milliseconds from now. */
  readonly ttl: number;
  readonly extensions: readonly Der[];
}

/** What signs, and how. */
export interface Signing {
  readonly key: Signer;
  readonly signature: SignatureAlgorithm;
}

/** The signed certificate as PEM. */
export async function writeCertificate(
  template: Template,
  { key, signature }: Signing,
  source: Source,
): Promise<string> {
  const now = source.clock.now();
  const algorithm = encodeSignatureAlgorithm(signature);
  const body = sequence(
    explicit(0, smallInteger(2)),
    integer(source.random.bytes(16)),
    algorithm,
    template.issuer,
    sequence(time(now), time(now + template.ttl)),
    template.subject,
    template.spki,
    explicit(3, sequence(...template.extensions)),
  );
  const value = await sign(body, key, signature);
  return encodePem(LABEL.certificate, sequence(body, algorithm, bitString(value)));
}
