/**
 * Private keys as nodes read them: they go by the label, not by what is inside.
 *
 * @module
 */
import { readChildren, readSingle, TAG } from "./der_reader.ts";
import { encodeKey, type PrivateKey, readKey } from "./keys.ts";
import { decodePem, type PemBlock } from "./pem.ts";

/** A key, and its PEM text in the form and under the label that nodes expect of its kind. */
export interface LabelledKey {
  readonly key: PrivateKey;
  readonly pem: string;
}

/**
 * Reads a private key. One in another form or under another label, such as the `PRIVATE KEY` of
 * openssl, is written anew, which loses nothing; the text of others stays as it is.
 *
 * @param source What the text is, as it begins a sentence: a quoted path, for example.
 * @throws {OsctlError} of kind `input` when it is no unencrypted key of a known kind.
 */
export async function readLabelledKey(pem: string, source: string): Promise<LabelledKey> {
  const key = await readKey(pem, source);
  const expected = encodeKey(key);
  const [given, wanted] = [decodePem(pem, source), decodePem(expected, source)];
  const fits = given.label === wanted.label && formOf(given) === formOf(wanted);
  return { key, pem: fits ? pem : expected };
}

/** What stands after the version: it tells PKCS#8, SEC1 and PKCS#1 from each other. */
function formOf({ der }: PemBlock): number | undefined {
  return readChildren(readSingle(der, TAG.sequence), TAG.sequence)[1]?.tag;
}
