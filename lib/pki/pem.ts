/**
 * PEM encoding (RFC 7468) and its labels.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** Labels of written files. `ED25519 PRIVATE KEY` is a convention of Talos. */
export const LABEL = {
  certificate: "CERTIFICATE",
  request: "CERTIFICATE REQUEST",
  ed25519Key: "ED25519 PRIVATE KEY",
  ecKey: "EC PRIVATE KEY",
  rsaKey: "RSA PRIVATE KEY",
  pkcs8Key: "PRIVATE KEY",
} as const;

/** A block of a PEM text. */
export interface PemBlock {
  readonly label: string;
  readonly der: Uint8Array<ArrayBuffer>;
}

const BLOCK = /-----BEGIN ([^\r\n]+?)-----\r?\n([A-Za-z0-9+/=\s]+?)-----END \1-----/;

/** Encodes a block with 64 characters per line. */
export function encodePem(label: string, der: Uint8Array): string {
  const lines = der.toBase64().replaceAll(/.{1,64}/g, "$&\n");
  return `-----BEGIN ${label}-----\n${lines}-----END ${label}-----\n`;
}

/**
 * Decodes the first block of a PEM text; ignores text around it.
 *
 * @param source Name of the text in messages, such as a quoted path.
 * @param expected The expected label, for the error only; the caller checks it.
 * @throws {OsctlError} of kind `input` when there is none.
 */
export function decodePem(
  pem: string,
  source: string,
  expected: string = LABEL.certificate,
): PemBlock {
  return decodeBlock(BLOCK.exec(pem), source, expected);
}

/**
 * Decodes all blocks of a PEM text.
 *
 * @param source Name of the text in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` when there is none.
 */
export function decodeBlocks(pem: string, source: string): PemBlock[] {
  const matches = [...pem.matchAll(new RegExp(BLOCK, "g"))];
  if (matches.length === 0) return [decodePem(pem, source)];
  return matches.map((match) => decodeBlock(match, source, LABEL.certificate));
}

function decodeBlock(match: RegExpExecArray | null, source: string, expected: string): PemBlock {
  const [, label, body] = match ?? [];
  if (label === undefined || body === undefined) {
    throw new OsctlError("input", `${source} is not PEM`, {
      hint: `use a file that begins with a line like -----BEGIN ${expected}-----`,
    });
  }
  try {
    return { label, der: Uint8Array.fromBase64(body) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OsctlError("input", `${source} is not PEM: invalid base64`, {
      hint: "copy the file again from its source",
      cause: error,
    });
  }
}

/**
 * Decodes the first block, which must have the label.
 *
 * @throws {OsctlError} of kind `input` when there is no block or it has another label.
 */
export function decodeLabelled(
  pem: string,
  label: string,
  source: string,
): Uint8Array<ArrayBuffer> {
  const block = decodePem(pem, source, label);
  if (block.label !== label) {
    throw new OsctlError("input", `${source} contains "${block.label}", expected "${label}"`, {
      hint: `use the file that begins with -----BEGIN ${label}-----`,
    });
  }
  return block.der;
}

/**
 * Replaces the label `ED25519 PRIVATE KEY`, which TLS and crypto libraries reject, by `PRIVATE KEY`;
 * the body of both is PKCS#8. Returns keys with other labels unchanged.
 */
export function toPkcs8Label(pem: string): string {
  return pem.replaceAll(
    /(-----(?:BEGIN|END) )ED25519 PRIVATE KEY-----/g,
    `$1${LABEL.pkcs8Key}-----`,
  );
}
