/**
 * Verifies the signature of a certificate.
 *
 * @module
 */
import type { Certificate } from "./certificate.ts";
import { DerError, readBitString, readChildren, readSingle, TAG } from "./der_reader.ts";
import { verify } from "./signatures.ts";

/**
 * Reports whether the key of `issuer` verifies the signature of `certificate`. Ignores validity
 * periods.
 */
export async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const { signatureAlgorithm } = certificate;
  const { keyAlgorithm } = issuer;
  if (signatureAlgorithm === undefined || keyAlgorithm === undefined) return false;
  try {
    const [body, , value] = readChildren(readSingle(certificate.der, TAG.sequence), TAG.sequence);
    const { spki } = issuer;
    return await verify(body!.whole, readBitString(value), spki, keyAlgorithm, signatureAlgorithm);
  } catch (error) {
    // Malformed signature or issuer key.
    if (error instanceof DerError) return false;
    throw error;
  }
}
