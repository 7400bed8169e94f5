/**
 * Signs X.509 v3 certificates, with a serial number of 16 random bytes and a validity period that
 * starts now.
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

/** Clock, serial numbers and cancellation for issuing certificates. Keys come from WebCrypto. */
export interface IssueContext {
  /** Milliseconds since the Unix epoch. */
  readonly clock: { now(): number };
  readonly random: { bytes(length: number): Uint8Array };
  /** Aborts the search for an RSA key. */
  readonly signal?: AbortSignal;
}

/** Computes a key identifier: SHA-1 of the public key bits (RFC 5280, 4.2.1.2, method 1). */
export async function computeKeyId(spki: Der): Promise<Uint8Array> {
  const bits = readBitString(readChildren(readSingle(spki, TAG.sequence), TAG.sequence)[1]);
  return new Uint8Array(await crypto.subtle.digest("SHA-1", bits));
}

/** DER-encoded fields of a certificate to sign. */
export interface Template {
  readonly subject: Der;
  readonly issuer: Der;
  /** SubjectPublicKeyInfo of the certified key. */
  readonly spki: Der;
  /** Validity in milliseconds from now. */
  readonly ttl: number;
  readonly extensions: readonly Der[];
}

/** The signing key and its algorithm. */
export interface Signing {
  readonly key: Signer;
  readonly signature: SignatureAlgorithm;
}

/** Signs a certificate and returns it as PEM. */
export async function writeCertificate(
  template: Template,
  { key, signature }: Signing,
  context: IssueContext,
): Promise<string> {
  const now = context.clock.now();
  const algorithm = encodeSignatureAlgorithm(signature);
  const body = sequence(
    explicit(0, smallInteger(2)),
    integer(context.random.bytes(16)),
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
