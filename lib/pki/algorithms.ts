/**
 * Supported key and signature algorithms with their object identifiers (RFC 8410, RFC 5480,
 * RFC 5758, RFC 8017) and WebCrypto names.
 *
 * @module
 */
import {
  DerError,
  type Element,
  getContent,
  readBitString,
  readChildren,
  readObjectIdentifier,
  readSingle,
  TAG,
} from "./der_reader.ts";
import { type Der, NULL, objectIdentifier, sequence } from "./der_writer.ts";

/** A type of key. */
export type KeyKind = "ed25519" | "ecdsa" | "rsa";

/** A hash function of ECDSA and RSA signatures; Ed25519 has a built-in one. */
export type Hash = "SHA-256" | "SHA-384" | "SHA-512";

/** An elliptic curve of ECDSA keys. */
export type Curve = "P-256" | "P-384" | "P-521";

/** A key algorithm: the type of key, and the curve of an ECDSA key. */
export type KeyAlgorithm =
  | { readonly kind: "ed25519" }
  | { readonly kind: "ecdsa"; readonly curve: Curve }
  | { readonly kind: "rsa" };

/** A signature algorithm. */
export interface SignatureAlgorithm {
  readonly kind: KeyKind;
  /** Undefined for Ed25519. */
  readonly hash: Hash | undefined;
  /** Display name: `Ed25519`, `RSA with SHA-512`. */
  readonly title: string;
  readonly oid: string;
}

const ED25519 = "1.3.101.112";
const EC_KEY = "1.2.840.10045.2.1";
const RSA_KEY = "1.2.840.113549.1.1.1";

const CURVES: Readonly<Record<Curve, string>> = {
  "P-256": "1.2.840.10045.3.1.7",
  "P-384": "1.3.132.0.34",
  "P-521": "1.3.132.0.35",
};

const SIGNATURES: readonly SignatureAlgorithm[] = [
  { kind: "ed25519", hash: undefined, title: "Ed25519", oid: ED25519 },
  signature("ecdsa", "SHA-256", "1.2.840.10045.4.3.2"),
  signature("ecdsa", "SHA-384", "1.2.840.10045.4.3.3"),
  signature("ecdsa", "SHA-512", "1.2.840.10045.4.3.4"),
  signature("rsa", "SHA-256", "1.2.840.113549.1.1.11"),
  signature("rsa", "SHA-384", "1.2.840.113549.1.1.12"),
  signature("rsa", "SHA-512", "1.2.840.113549.1.1.13"),
];

function signature(kind: KeyKind, hash: Hash, oid: string): SignatureAlgorithm {
  return { kind, hash, title: `${formatKeyKind(kind)} with ${hash}`, oid };
}

/** Returns the display name of a type of key. */
export function formatKeyKind(kind: KeyKind): string {
  return { ed25519: "Ed25519", ecdsa: "ECDSA", rsa: "RSA" }[kind];
}

/**
 * Selects the signature algorithm of a key: Ed25519, ECDSA with the hash of its curve's strength, or
 * RSA with SHA-512, unless `hash` overrides it.
 */
export function selectSignatureAlgorithm(key: KeyAlgorithm, override?: Hash): SignatureAlgorithm {
  const hash = key.kind === "ed25519"
    ? undefined
    : override !== undefined
    ? override
    : key.kind === "rsa"
    ? "SHA-512"
    : ({ "P-256": "SHA-256", "P-384": "SHA-384", "P-521": "SHA-512" } as const)[key.curve];
  return SIGNATURES.find((each) => each.kind === key.kind && each.hash === hash)!;
}

/** Encodes the AlgorithmIdentifier of a signature; only RSA has NULL parameters. */
export function encodeSignatureAlgorithm({ kind, oid }: SignatureAlgorithm): Der {
  const name = objectIdentifier(oid);
  return kind === "rsa" ? sequence(name, NULL) : sequence(name);
}

/** Decodes the AlgorithmIdentifier of a signature; undefined when it is unsupported. */
export function decodeSignatureAlgorithm(
  element: Element | undefined,
): SignatureAlgorithm | undefined {
  const oid = readObjectIdentifier(readChildren(element, TAG.sequence)[0]);
  return SIGNATURES.find((each) => each.oid === oid);
}

/** Encodes the AlgorithmIdentifier of a key. */
export function encodeKeyAlgorithm(algorithm: KeyAlgorithm): Der {
  if (algorithm.kind === "ed25519") return sequence(objectIdentifier(ED25519));
  if (algorithm.kind === "rsa") return sequence(objectIdentifier(RSA_KEY), NULL);
  return sequence(objectIdentifier(EC_KEY), encodeCurve(algorithm.curve));
}

/** Encodes the object identifier of a curve. */
export function encodeCurve(curve: Curve): Der {
  return objectIdentifier(CURVES[curve]);
}

/** Decodes the object identifier of a curve; undefined when it is unsupported. */
export function decodeCurve(element: Element | undefined): Curve | undefined {
  const oid = readObjectIdentifier(element);
  return (Object.keys(CURVES) as Curve[]).find((curve) => CURVES[curve] === oid);
}

/** Decodes the AlgorithmIdentifier of a key; undefined when it is unsupported. */
export function decodeKeyAlgorithm(element: Element | undefined): KeyAlgorithm | undefined {
  const [name, parameters] = readChildren(element, TAG.sequence);
  switch (readObjectIdentifier(name)) {
    case ED25519:
      return { kind: "ed25519" };
    case RSA_KEY:
      return { kind: "rsa" };
    case EC_KEY: {
      const curve = decodeCurve(parameters);
      return curve === undefined ? undefined : { kind: "ecdsa", curve };
    }
    default:
      return undefined;
  }
}

/** Reads the key algorithm of a SubjectPublicKeyInfo; undefined when it is unsupported. */
export function readSpkiAlgorithm(spki: Element | undefined): KeyAlgorithm | undefined {
  const [algorithm, bits] = readChildren(spki, TAG.sequence);
  if (bits?.tag !== TAG.bitString) throw new DerError("unexpected content");
  return decodeKeyAlgorithm(algorithm);
}

/**
 * Returns the modulus length of an RSA SubjectPublicKeyInfo, bits.
 *
 * @throws {DerError} when it is malformed.
 */
export function readRsaBits(spki: Der): number {
  const bits = readBitString(readChildren(readSingle(spki, TAG.sequence), TAG.sequence)[1]);
  const [modulus] = readChildren(readSingle(bits, TAG.sequence), TAG.sequence);
  const digits = getContent(modulus, TAG.integer);
  const first = digits.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (digits.length - first) * 8 - (Math.clz32(digits[first]!) - 24);
}

/** Returns the WebCrypto parameters to import a key for signatures with `hash`. */
export function toImportParameters(
  algorithm: KeyAlgorithm,
  hash: Hash | undefined,
): AlgorithmIdentifier | EcKeyImportParams | RsaHashedImportParams {
  if (algorithm.kind === "ed25519") return "Ed25519";
  if (algorithm.kind === "ecdsa") return { name: "ECDSA", namedCurve: algorithm.curve };
  return { name: "RSASSA-PKCS1-v1_5", hash: hash ?? "SHA-512" };
}

/** Returns the WebCrypto parameters to sign or verify. */
export function toSigningParameters(
  { kind, hash }: SignatureAlgorithm,
): AlgorithmIdentifier | EcdsaParams {
  if (kind === "ed25519") return "Ed25519";
  if (kind === "ecdsa") return { name: "ECDSA", hash: hash! };
  return "RSASSA-PKCS1-v1_5";
}
