/**
 * PEM texts (RFC 7468) and their labels.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** The labels the program writes. An Ed25519 key's label is the node software's own convention. */
export const LABEL = {
  certificate: "CERTIFICATE",
  request: "CERTIFICATE REQUEST",
  ed25519Key: "ED25519 PRIVATE KEY",
  ecKey: "EC PRIVATE KEY",
  rsaKey: "RSA PRIVATE KEY",
  pkcs8Key: "PRIVATE KEY",
} as const;

/** One block of a PEM text. */
export interface PemBlock {
  readonly label: string;
  readonly der: Uint8Array<ArrayBuffer>;
}

const BLOCK = /-----BEGIN ([^\r\n]+?)-----\r?\n([A-Za-z0-9+/=\s]+?)-----END \1-----/;

/** The text of one block: 64 characters a line, a newline at the end. */
export function encodePem(label: string, der: Uint8Array): string {
  const lines = der.toBase64().replaceAll(/.{1,64}/g, "$&\n");
  return `-----BEGIN ${label}-----\n${lines}-----END ${label}-----\n`;
}

/**
 * The first block of a PEM text, whatever surrounds it.
 *
 * @param source What the text is, as it begins a sentence: a quoted path, for example.
 * @param wanted The label of what is wanted, for the error; the caller compares it.
 * @throws {OsctlError} of kind `input` when there is no block.
 */
export function decodePem(
  pem: string,
  source: string,
  wanted: string = LABEL.certificate,
): PemBlock {
  return decodeBlock(BLOCK.exec(pem), source, wanted);
}

/**
 * Every block of a PEM text, in order.
 *
 * @param source What the text is, as it begins a sentence: a quoted path, for example.
 * @throws {OsctlError} of kind `input` when there is no block.
 */
export function decodeBlocks(pem: string, source: string): PemBlock[] {
  const matches = [...pem.matchAll(new RegExp(BLOCK, "g"))];
  if (matches.length === 0) return [decodePem(pem, source)];
  return matches.map((match) => decodeBlock(match, source, LABEL.certificate));
}

function decodeBlock(match: RegExpExecArray | null, source: string, wanted: string): PemBlock {
  const [, label, body] = match ?? [];
  if (label === undefined || body === undefined) {
    throw new OsctlError("input", `${source} is not PEM`, {
      hint: `give a file that begins with a line like -----BEGIN ${wanted}-----`,
    });
  }
  try {
    return { label, der: Uint8Array.fromBase64(body) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OsctlError("input", `${source} is not PEM: its base64 is broken`, {
      hint: "copy the file again from where it came",
      cause: error,
    });
  }
}

/**
 * The first block's content, which must carry the label.
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
    throw new OsctlError("input", `${source} holds "${block.label}", not "${label}"`, {
      hint: `give the file that begins with -----BEGIN ${label}-----`,
    });
  }
  return block.der;
}

/**
 * A private key's PEM under the label TLS and crypto libraries know: they refuse
 * `ED25519 PRIVATE KEY`, whose body is PKCS#8 like that of a plain `PRIVATE KEY`. Other labels stay.
 */
export function toPkcs8Label(pem: string): string {
  return pem.replaceAll(
    /(-----(?:BEGIN|END) )ED25519 PRIVATE KEY-----/g,
    `$1${LABEL.pkcs8Key}-----`,
  );
}
