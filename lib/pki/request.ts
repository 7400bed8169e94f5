/**
 * Certificate signing requests (PKCS#10, RFC 2986).
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  decodeSignatureAlgorithm,
  encodeSignatureAlgorithm,
  type KeyAlgorithm,
  readSpkiAlgorithm,
  selectSignatureAlgorithm,
  type SignatureAlgorithm,
} from "./algorithms.ts";
import {
  DerError,
  type Element,
  explicitTag,
  readBitString,
  readChildren,
  readObjectIdentifier,
  readSingle,
  TAG,
} from "./der_reader.ts";
import {
  bitString,
  type Der,
  explicit,
  objectIdentifier,
  sequence,
  setOf,
  smallInteger,
} from "./der_writer.ts";
import { decodeExtensions, EXTENSION, subjectAltName } from "./extensions.ts";
import type { PrivateKey } from "./keys.ts";
import {
  decodeHosts,
  encodeHosts,
  encodeName,
  type Hosts,
  readOrganizations,
  type Subject,
} from "./names.ts";
import { decodeLabelled, encodePem, LABEL } from "./pem.ts";
import { sign, verify } from "./signatures.ts";

const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";

/** What a request asks for; its signature was verified. */
export interface CertificateRequest extends Required<Hosts> {
  /** What it is called in messages. */
  readonly name: string;
  readonly organizations: readonly string[];
  readonly keyAlgorithm: KeyAlgorithm;
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** Encoded parts: the subject name and SubjectPublicKeyInfo. */
  readonly subject: Der;
  readonly spki: Der;
}

/**
 * Makes a request, signed with the key it is for. Gives it as PEM.
 *
 * @throws {OsctlError} of kind `input` when a host is no host.
 */
export async function createRequest(key: PrivateKey, options: Subject & Hosts): Promise<string> {
  const subject = encodeName(options);
  const names = encodeHosts(options);
  const attributes = names === undefined ? [] : [sequence(
    objectIdentifier(EXTENSION_REQUEST),
    setOf(sequence(subjectAltName(names, subject.length === sequence().length))),
  )];
  const body = sequence(smallInteger(0), subject, key.spki, explicit(0, ...attributes));
  const algorithm = selectSignatureAlgorithm(key.algorithm);
  const value = await sign(body, key, algorithm);
  const request = sequence(body, encodeSignatureAlgorithm(algorithm), bitString(value));
  return encodePem(LABEL.request, request);
}

/**
 * Reads a request and verifies that it was signed with the key it is for.
 *
 * @param source What the text is, as it begins a sentence: a quoted path, for example.
 * @throws {OsctlError} of kind `input` when it is no request, uses an unknown algorithm, or its
 * signature is wrong.
 */
export async function readRequest(pem: string, source: string): Promise<CertificateRequest> {
  const der = decodeLabelled(pem, LABEL.request, source);
  try {
    return await dissect(der, source);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new OsctlError("input", `${source} is no readable certificate request`, {
      hint: "make it again with gen csr",
      cause: error,
    });
  }
}

async function dissect(der: Der, source: string): Promise<CertificateRequest> {
  const [body, algorithm, value] = readChildren(readSingle(der, TAG.sequence), TAG.sequence);
  const [, subject, spki, ...optional] = readChildren(body, TAG.sequence);
  const signatureAlgorithm = decodeSignatureAlgorithm(algorithm);
  const keyAlgorithm = readSpkiAlgorithm(spki);
  if (signatureAlgorithm === undefined || keyAlgorithm === undefined) {
    throw new OsctlError("input", `${source} uses an unknown kind of key or signature`, {
      hint: "request with an Ed25519, ECDSA (P-256, P-384, P-521) or RSA key and SHA-2",
    });
  }
  const valid = await verify(
    body!.whole,
    readBitString(value),
    spki!.whole,
    keyAlgorithm,
    signatureAlgorithm,
  );
  if (!valid) {
    throw new OsctlError("input", `the signature of ${source} is wrong`, {
      hint: "make the request again with gen csr",
    });
  }
  return {
    name: source,
    ...hostsOf(optional.find(({ tag }) => tag === explicitTag(0))),
    organizations: readOrganizations(subject),
    keyAlgorithm,
    signatureAlgorithm,
    subject: subject!.whole,
    spki: spki!.whole,
  };
}

function hostsOf(attributes: Element | undefined): Required<Hosts> {
  if (attributes === undefined) return { dnsNames: [], ips: [] };
  for (const attribute of readChildren(attributes, explicitTag(0))) {
    const [type, values] = readChildren(attribute, TAG.sequence);
    if (readObjectIdentifier(type) !== EXTENSION_REQUEST) continue;
    const names = decodeExtensions(readChildren(values, TAG.set)[0]).get(EXTENSION.subjectAltName);
    if (names !== undefined) return decodeHosts(readSingle(names, TAG.sequence));
  }
  return { dnsNames: [], ips: [] };
}
