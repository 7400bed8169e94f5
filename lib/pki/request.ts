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

/** A parsed request with a verified signature. */
export interface CertificateRequest extends Required<Hosts> {
  /** Name in messages. */
  readonly name: string;
  readonly organizations: readonly string[];
  readonly keyAlgorithm: KeyAlgorithm;
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** DER encodings of subject name and SubjectPublicKeyInfo. */
  readonly subject: Der;
  readonly spki: Der;
}

/**
 * Creates a request for a key, signed with it. Returns PEM.
 *
 * @throws {OsctlError} of kind `input` when a host is invalid.
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
 * Parses a request and verifies its signature.
 *
 * @param source Name of the text in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` when it is not a request, uses an unsupported algorithm, or
 * has an invalid signature.
 */
export async function readRequest(pem: string, source: string): Promise<CertificateRequest> {
  const der = decodeLabelled(pem, LABEL.request, source);
  try {
    return await decodeRequest(der, source);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new OsctlError("input", `${source} is not a valid certificate request`, {
      hint: "create it again with gen csr",
      cause: error,
    });
  }
}

async function decodeRequest(der: Der, source: string): Promise<CertificateRequest> {
  const [body, algorithm, value] = readChildren(readSingle(der, TAG.sequence), TAG.sequence);
  const [, subject, spki, ...optional] = readChildren(body, TAG.sequence);
  const signatureAlgorithm = decodeSignatureAlgorithm(algorithm);
  const keyAlgorithm = readSpkiAlgorithm(spki);
  if (signatureAlgorithm === undefined || keyAlgorithm === undefined) {
    throw new OsctlError("input", `${source} uses an unsupported key or signature algorithm`, {
      hint: "use an Ed25519, ECDSA (P-256, P-384, P-521) or RSA key and SHA-2",
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
    throw new OsctlError("input", `${source} has an invalid signature`, {
      hint: "create the request again with gen csr",
    });
  }
  return {
    name: source,
    ...readHosts(optional.find(({ tag }) => tag === explicitTag(0))),
    organizations: readOrganizations(subject),
    keyAlgorithm,
    signatureAlgorithm,
    subject: subject!.whole,
    spki: spki!.whole,
  };
}

function readHosts(attributes: Element | undefined): Required<Hosts> {
  if (attributes === undefined) return { dnsNames: [], ips: [] };
  for (const attribute of readChildren(attributes, explicitTag(0))) {
    const [type, values] = readChildren(attribute, TAG.sequence);
    if (readObjectIdentifier(type) !== EXTENSION_REQUEST) continue;
    const names = decodeExtensions(readChildren(values, TAG.set)[0]).get(EXTENSION.subjectAltName);
    if (names !== undefined) return decodeHosts(readSingle(names, TAG.sequence));
  }
  return { dnsNames: [], ips: [] };
}
