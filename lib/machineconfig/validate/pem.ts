/**
 * Rules of certificates and keys in PEM.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { decodeBlocks, LABEL } from "../../pki/pem.ts";
import { readCertificate, readCertificates } from "../../pki/certificate.ts";
import { quoted } from "../problem.ts";
import type { Cursor } from "./cursor.ts";
import type { Report } from "./report.ts";

/** Labels of the private keys that nodes read. */
const KEY_LABELS: readonly string[] = [LABEL.ed25519Key, LABEL.ecKey, LABEL.rsaKey];

/** Checks that a text has PEM blocks, and that their labels are allowed. */
function checkPem(cursor: Cursor, report: Report, labels: readonly string[] = []): boolean {
  if (!cursor.isNonEmpty || cursor.text === "") return false;
  const found = blocksOf(cursor.text);
  if (found.length === 0) {
    report.error(cursor, "no PEM block", 'start with "-----BEGIN" and end with "-----END"');
    return false;
  }
  const other = found.find(({ label }) => labels.length > 0 && !labels.includes(label));
  if (other === undefined) return true;
  report.error(cursor, `unexpected PEM block ${quoted(other.label)}`, `use ${labels.join(", ")}`);
  return false;
}

/** Checks a list of PEM texts with certificates; their content is the matter of the node. */
export function checkCertificates(list: Cursor, report: Report): void {
  for (const item of list.items) checkPem(item, report, [LABEL.certificate]);
}

/** Checks that a text has a certificate that can be parsed. */
export function checkCertificatePool(cursor: Cursor, report: Report): void {
  if (!cursor.isNonEmpty || cursor.text === "") return;
  if (isReadable(() => readCertificates(cursor.text, "the text"))) return;
  report.error(cursor, "no valid certificate in PEM");
}

/** Checks that a text is a private key of a kind that nodes read. */
export function checkPrivateKey(cursor: Cursor, report: Report): void {
  if (!checkPem(cursor, report)) return;
  const [first] = blocksOf(cursor.text);
  if (KEY_LABELS.includes(first!.label)) return;
  report.error(
    cursor,
    `unsupported key ${quoted(first!.label)}`,
    `use a PEM block ${KEY_LABELS.join(", ")}`,
  );
}

/**
 * Checks `cert` and `key` of an object.
 *
 * @param isParsed whether nodes parse both, too.
 */
export function checkPair(pair: Cursor, report: Report, { isParsed }: { isParsed: boolean }): void {
  if (!pair.isPresent) return;
  const [cert, key] = [pair.at("cert"), pair.at("key")];
  if (checkPem(cert, report, [LABEL.certificate]) && isParsed) {
    if (!isReadable(() => readCertificate(cert.text))) report.error(cert, "invalid certificate");
  }
  if (isParsed) checkPrivateKey(key, report);
  else checkPem(key, report);
}

function blocksOf(text: string): readonly { readonly label: string }[] {
  try {
    return decodeBlocks(text, "the text");
  } catch (error) {
    if (error instanceof OsctlError) return [];
    throw error;
  }
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof OsctlError) return false;
    throw error;
  }
}
