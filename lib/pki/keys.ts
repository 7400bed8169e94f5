/**
 * Generates private keys, and converts them from and to PEM.
 *
 * | label | body |
 * | --- | --- |
 * | `ED25519 PRIVATE KEY` | PKCS#8 |
 * | `EC PRIVATE KEY` | SEC1 with named curve and public key |
 * | `RSA PRIVATE KEY` | PKCS#1 |
 *
 * Parsing detects the body (PKCS#8, SEC1 or PKCS#1) regardless of the label.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  decodeCurve,
  decodeKeyAlgorithm,
  encodeCurve,
  encodeKeyAlgorithm,
  type KeyAlgorithm,
  type KeyKind,
  toImportParameters,
} from "./algorithms.ts";
import {
  DerError,
  type Element,
  explicitTag,
  getContent,
  readChildren,
  readSingle,
  TAG,
} from "./der_reader.ts";
import { type Der, explicit, octetString, sequence, smallInteger } from "./der_writer.ts";
import { decodePem, encodePem, LABEL } from "./pem.ts";
import { withKeyErrors } from "./signatures.ts";

/** A private key and its public key. */
export interface PrivateKey {
  readonly algorithm: KeyAlgorithm;
  readonly pkcs8: Der;
  /** SubjectPublicKeyInfo. */
  readonly spki: Der;
}

/** Options of an RSA key. */
export interface KeyOptions {
  /** Length of the modulus; 4096 by default. */
  readonly rsaBits?: number;
}

/**
 * Generates a key: Ed25519, ECDSA on P-256, or RSA of 4096 bits.
 *
 * @param signal Aborts the generation of an RSA key, which takes 0.5 s to several seconds.
 */
export async function generateKey(
  kind: KeyKind,
  signal?: AbortSignal,
  { rsaBits = 4096 }: KeyOptions = {},
): Promise<PrivateKey> {
  if (kind === "rsa") {
    const { generateRsa } = await import("./rsa_generation.ts");
    return { algorithm: { kind }, ...await generateRsa(rsaBits, signal) };
  }
  const algorithm: KeyAlgorithm = kind === "ecdsa" ? { kind, curve: "P-256" } : { kind };
  const pair = await crypto.subtle.generateKey(
    toImportParameters(algorithm, undefined) as EcKeyGenParams,
    true,
    ["sign", "verify"],
  ) as CryptoKeyPair;
  return {
    algorithm,
    pkcs8: new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey)),
    spki: new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey)),
  };
}

/** Encodes a key as PEM with the label of its type. */
export function encodeKey(key: PrivateKey): string {
  if (key.algorithm.kind === "ed25519") return encodePem(LABEL.ed25519Key, key.pkcs8);
  const body = getContent(readFields(key.pkcs8)[2], TAG.octetString);
  if (key.algorithm.kind === "rsa") return encodePem(LABEL.rsaKey, body);
  // PKCS#8 has the curve in its AlgorithmIdentifier; SEC1 on its own needs it in the body.
  const [version, secret] = readFields(body);
  const point = readChildren(readSingle(key.spki, TAG.sequence), TAG.sequence)[1];
  const sec1 = sequence(
    version!.whole,
    secret!.whole,
    explicit(0, encodeCurve(key.algorithm.curve)),
    explicit(1, point!.whole),
  );
  return encodePem(LABEL.ecKey, sec1);
}

/**
 * Parses a private key.
 *
 * @param source Name of the text in messages, such as a quoted path.
 * @throws {OsctlError} of kind `input` when it is not PEM, not a private key, or unsupported.
 */
export async function readKey(pem: string, source: string): Promise<PrivateKey> {
  const { label, der } = decodePem(pem, source, LABEL.pkcs8Key);
  if (label === "ENCRYPTED PRIVATE KEY") {
    throw new OsctlError("input", `${source} is encrypted with a password`, {
      hint: "decrypt it first, for example with openssl pkey",
    });
  }
  if (!label.endsWith("PRIVATE KEY")) {
    throw new OsctlError("input", `${source} contains "${label}", expected "PRIVATE KEY"`, {
      hint: "use a private key, such as one from gen key",
    });
  }
  try {
    const { algorithm, secret } = decodeBody(der);
    if (algorithm === undefined) throw unsupportedType(source);
    const pkcs8 = sequence(smallInteger(0), encodeKeyAlgorithm(algorithm), octetString(secret));
    return { algorithm, pkcs8, spki: await withKeyErrors(() => derivePublicKey(pkcs8, algorithm)) };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new OsctlError("input", `${source} is not a valid private key`, {
      hint: "use an unencrypted PKCS#8, SEC1 or PKCS#1 key",
      cause: error,
    });
  }
}

function unsupportedType(source: string): OsctlError {
  return new OsctlError("input", `${source} has an unsupported key type`, {
    hint: "use an Ed25519, ECDSA (P-256, P-384, P-521) or RSA key",
  });
}

/** Decodes PKCS#8, SEC1 or PKCS#1 into the algorithm and the octet string of PKCS#8. */
function decodeBody(body: Der): { algorithm: KeyAlgorithm | undefined; secret: Der } {
  const parts = readFields(body);
  switch (parts[1]?.tag) {
    case TAG.sequence:
      return {
        algorithm: decodeKeyAlgorithm(parts[1]),
        secret: getContent(parts[2], TAG.octetString),
      };
    case TAG.integer:
      return { algorithm: { kind: "rsa" }, secret: body };
    case TAG.octetString: {
      const parameters = parts.find(({ tag }) => tag === explicitTag(0));
      const curve = decodeCurve(readChildren(parameters, explicitTag(0))[0]);
      return { algorithm: curve && { kind: "ecdsa", curve }, secret: body };
    }
    default:
      throw new DerError("unexpected content");
  }
}

function readFields(body: Der): Element[] {
  return readChildren(readSingle(body, TAG.sequence), TAG.sequence);
}

async function derivePublicKey(pkcs8: Der, algorithm: KeyAlgorithm): Promise<Der> {
  const parameters = toImportParameters(algorithm, undefined);
  const secret = await crypto.subtle.importKey("pkcs8", pkcs8, parameters, true, ["sign"]);
  const jwk = await crypto.subtle.exportKey("jwk", secret);
  const publicJwk = Object.fromEntries(
    Object.entries(jwk).filter(([name]) => ["kty", "crv", "x", "y", "n", "e"].includes(name)),
  );
  const key = await crypto.subtle.importKey("jwk", publicJwk, parameters, true, ["verify"]);
  return new Uint8Array(await crypto.subtle.exportKey("spki", key));
}
