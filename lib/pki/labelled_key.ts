/**
 * Private keys with the PEM label and form that nodes require: nodes select the parser by the label.
 *
 * @module
 */
import { readChildren, readSingle, TAG } from "./der_reader.ts";
import { encodeKey, type PrivateKey, readKey } from "./keys.ts";
import { decodePem, type PemBlock } from "./pem.ts";

/** A key and its PEM text with the label and form that nodes require for its type. */
export interface LabelledKey {
  readonly key: PrivateKey;
  readonly pem: string;
}

/**
 * Parses a private key. Re-encodes one in another form or with another label, such as the
 * `PRIVATE KEY` of openssl; keeps the text otherwise.
 *
 * @param source Name of the text in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` when it is not an unencrypted key of a supported type.
 */
export async function readLabelledKey(pem: string, source: string): Promise<LabelledKey> {
  const key = await readKey(pem, source);
  const expected = encodeKey(key);
  const [actual, required] = [decodePem(pem, source), decodePem(expected, source)];
  const matches = actual.label === required.label && readFormTag(actual) === readFormTag(required);
  return { key, pem: matches ? pem : expected };
}

/** Reads the tag after the version, which differs between PKCS#8, SEC1 and PKCS#1. */
function readFormTag({ der }: PemBlock): number | undefined {
  return readChildren(readSingle(der, TAG.sequence), TAG.sequence)[1]?.tag;
}
