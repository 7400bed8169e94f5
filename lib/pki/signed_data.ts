/**
 * PKCS#7 SignedData (RFC 2315, section 9) with one signer, an RSA key, SHA-256 and detached
 * content.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { encodeKeyAlgorithm, selectSignatureAlgorithm } from "./algorithms.ts";
import { type Certificate, parseCertificate } from "./certificate.ts";
import {
  DerError,
  type Element,
  explicitTag,
  getContent,
  readAll,
  readChildren,
  readObjectIdentifier,
  readSingle,
  TAG,
} from "./der_reader.ts";
import {
  type Der,
  der,
  explicit,
  NULL,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  smallInteger,
  time,
} from "./der_writer.ts";
import type { PrivateKey } from "./keys.ts";
import { sign, verify } from "./signatures.ts";

const OID = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingTime: "1.2.840.113549.1.9.5",
  sha256: "2.16.840.1.101.3.4.2.1",
} as const;

/** The signature of RSA keys over SHA-256 digests. */
const SIGNATURE = selectSignatureAlgorithm({ kind: "rsa" }, "SHA-256");

/** Signer, and time of signing. */
export interface DetachedSigner {
  readonly certificate: Certificate;
  /** The RSA key of the certificate. */
  readonly key: PrivateKey;
  /** Milliseconds since the Unix epoch. */
  readonly signingTime: number;
}

/** Signs content and returns SignedData without its ContentInfo, as UEFI requires. */
export async function signDetached(content: Der, signer: DetachedSigner): Promise<Der> {
  const { certificate, key, signingTime } = signer;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const attributes = setOf(
    attribute(OID.contentType, objectIdentifier(OID.data)),
    attribute(OID.signingTime, time(signingTime)),
    attribute(OID.messageDigest, octetString(digest)),
  );
  const digestAlgorithm = sequence(objectIdentifier(OID.sha256), NULL);
  const serial = der(TAG.integer, Uint8Array.fromHex(certificate.serial));
  const signerInfo = sequence(
    smallInteger(1),
    sequence(certificate.issuer, serial),
    digestAlgorithm,
    withTag(attributes, explicitTag(0)),
    encodeKeyAlgorithm({ kind: "rsa" }),
    octetString(await sign(attributes, key, SIGNATURE)),
  );
  return sequence(
    smallInteger(1),
    setOf(digestAlgorithm),
    sequence(objectIdentifier(OID.data)),
    explicit(0, certificate.der),
    setOf(signerInfo),
  );
}

function attribute(type: string, value: Der): Der {
  return sequence(objectIdentifier(type), setOf(value));
}

/** Returns an element with another tag: attributes are signed as SET, but encoded as `[0]`. */
function withTag(element: Der, tag: number): Der {
  const copy = element.slice();
  copy[0] = tag;
  return copy;
}

/** Parsed SignedData. */
export interface SignedData {
  /** The certificate of the signer; undefined when it is not included. */
  readonly certificate: Certificate | undefined;
  /** The signed attributes as SET; undefined when the content itself is signed. */
  readonly attributes: Der | undefined;
  /** The digest of the content in the attributes. */
  readonly messageDigest: Der | undefined;
  readonly digestAlgorithm: string;
  readonly signature: Der;
}

/**
 * Parses SignedData with or without its ContentInfo.
 *
 * @param source Name of the bytes in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` when it is malformed or does not have exactly one signer.
 */
export function readSignedData(bytes: Der, source: string): SignedData {
  try {
    return decodeSignedData(bytes, source);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new OsctlError("input", `${source} is not valid PKCS#7 SignedData of one signer`, {
      hint: "copy it again from its source",
      cause: error,
    });
  }
}

function decodeSignedData(bytes: Der, source: string): SignedData {
  const fields = readFields(bytes);
  const [, , , ...rest] = fields;
  const signers = readChildren(rest.at(-1), TAG.set);
  if (signers.length !== 1) throw new DerError("expected one signer");
  const info = readChildren(signers[0], TAG.sequence);
  const [, issuerAndSerial, digestAlgorithm] = info;
  const [issuer, serial] = readChildren(issuerAndSerial, TAG.sequence);
  const list = rest.find(({ tag }) => tag === explicitTag(0));
  const certificates = list === undefined
    ? []
    : readAll(list.content).map(({ whole }) =>
      parseCertificate(whole, `a certificate of ${source}`)
    );
  const number = getContent(serial, TAG.integer).toHex();
  const attributes = info[3]?.tag === explicitTag(0) ? info[3] : undefined;
  const signature = info.find(({ tag }) => tag === TAG.octetString);
  return {
    certificate: certificates.find((each) =>
      each.serial === number && each.issuer.toHex() === issuer?.whole.toHex()
    ),
    attributes: attributes === undefined ? undefined : withTag(attributes.whole, TAG.set),
    messageDigest: attributes === undefined ? undefined : readMessageDigest(attributes),
    digestAlgorithm: readObjectIdentifier(readChildren(digestAlgorithm, TAG.sequence)[0]),
    signature: getContent(signature, TAG.octetString),
  };
}

function readFields(bytes: Der): Element[] {
  const fields = readChildren(readSingle(bytes, TAG.sequence), TAG.sequence);
  if (fields[0]?.tag !== TAG.objectIdentifier) return fields;
  if (readObjectIdentifier(fields[0]) !== OID.signedData) throw new DerError("not SignedData");
  return readChildren(readChildren(fields[1], explicitTag(0))[0], TAG.sequence);
}

function readMessageDigest(attributes: Element): Der {
  for (const each of readAll(attributes.content)) {
    const [type, values] = readChildren(each, TAG.sequence);
    if (readObjectIdentifier(type) !== OID.messageDigest) continue;
    return getContent(readChildren(values, TAG.set)[0], TAG.octetString);
  }
  throw new DerError("no message digest");
}

/**
 * Reports whether the content was signed with the key of the included certificate. Does not verify
 * the certificate. False for algorithms other than RSA with SHA-256, and for a malformed key.
 */
export async function verifySignedData(signed: SignedData, content: Der): Promise<boolean> {
  const { certificate, attributes, messageDigest, digestAlgorithm, signature } = signed;
  if (certificate?.keyAlgorithm?.kind !== "rsa" || digestAlgorithm !== OID.sha256) return false;
  if (messageDigest !== undefined) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
    if (digest.toHex() !== messageDigest.toHex()) return false;
  }
  const { spki, keyAlgorithm } = certificate;
  try {
    return await verify(attributes ?? content, signature, spki, keyAlgorithm, SIGNATURE);
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}
