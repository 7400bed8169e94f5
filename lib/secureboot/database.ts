/**
 * Generates the variables that enrol a certificate for UEFI Secure Boot, with the names that
 * systemd-boot expects.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  type Certificate,
  parseCertificate,
  type PrivateKey,
  readCertificates,
  readKey,
  readRsaBits,
  requireMatchingKey,
} from "../pki/mod.ts";
import { signVariable, type VariableName } from "./authenticated_variable.ts";
import { formatUuid, GUID_BYTES } from "./guid.ts";
import { concat, encodeCertificateLists, type Signature } from "./signature_list.ts";

/** Lengths of RSA keys that UEFI firmware verifies. */
const RSA_BITS: readonly number[] = [2048, 3072, 4096];

/** UUID of the X.500 namespace (RFC 9562, section 6.6). */
const X500_NAMESPACE = Uint8Array.fromHex("6ba7b8149dad11d180b400c04fd430c8");

/** An input file. */
export interface InputFile {
  /** Its name in messages, such as a quoted path. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Inputs of {@linkcode generateDatabase}. */
export interface DatabaseInputs {
  /** The certificate to enrol; PEM or DER. */
  readonly enrolled: InputFile;
  /** The certificate that signs the variables; PEM or DER. */
  readonly certificate: InputFile;
  /** The private key of the signing certificate, PEM. */
  readonly key: InputFile;
  /** Add the certificates of Microsoft to `KEK` and `db`. */
  readonly wellKnown: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/**
 * Returns the files `db.auth`, `KEK.auth` and `PK.auth` in this order.
 *
 * @throws {OsctlError} of kind `input` when a file is invalid, a certificate is not valid now, a key
 * is not RSA of a supported length, or the key does not match the signing certificate.
 */
export async function generateDatabase(
  inputs: DatabaseInputs,
): Promise<Map<`${VariableName}.auth`, Uint8Array<ArrayBuffer>>> {
  const { now } = inputs;
  const signer = { ...await readSigner(inputs), now };
  const enrolled = readRsaCertificate(inputs.enrolled, now);
  const own = { owner: await computeOwner(inputs.enrolled.bytes), data: enrolled.der };
  const { db, kek } = inputs.wellKnown ? await loadWellKnown() : { db: [], kek: [] };
  const sign = (name: VariableName, certificates: readonly Entry[]) =>
    signVariable(name, encodeCertificateLists(certificates), signer);
  return new Map([
    ["db.auth", await sign("db", [own, ...db])],
    ["KEK.auth", await sign("KEK", [own, ...kek])],
    ["PK.auth", await sign("PK", [own])],
  ]);
}

type Entry = Pick<Signature, "owner" | "data">;

async function readSigner(
  { certificate: file, key: keyFile, now }: DatabaseInputs,
): Promise<{ certificate: Certificate; key: PrivateKey }> {
  const certificate = readRsaCertificate(file, now);
  const key = await readKey(new TextDecoder().decode(keyFile.bytes), keyFile.name);
  requireMatchingKey(certificate, key, { crt: file.name, key: keyFile.name });
  return { certificate, key };
}

function readRsaCertificate({ name, bytes }: InputFile, now: number): Certificate {
  const certificate = readSingleCertificate(bytes, name);
  const bits = certificate.keyAlgorithm?.kind === "rsa" ? readRsaBits(certificate.spki) : undefined;
  if (bits === undefined || !RSA_BITS.includes(bits)) {
    const actual = bits === undefined ? "no RSA key" : `a ${bits}-bit RSA key`;
    throw new OsctlError("input", `${name} has ${actual}, which UEFI firmware does not support`, {
      hint: "use an RSA key of 2048, 3072 or 4096 bits, such as one from gen secureboot uki",
    });
  }
  const { notBefore, notAfter } = certificate;
  if (now >= notBefore && now <= notAfter) return certificate;
  const reason = now > notAfter
    ? `expired on ${formatDate(notAfter)}`
    : `is not valid before ${formatDate(notBefore)}`;
  throw new OsctlError("input", `${name} ${reason}`, {
    hint: "use a valid certificate, such as one from gen secureboot uki, and check the clock",
  });
}

function formatDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Parses PEM, or DER, which starts with a SEQUENCE. */
function readSingleCertificate(bytes: Uint8Array<ArrayBuffer>, name: string): Certificate {
  if (bytes[0] === 0x30) return parseCertificate(bytes, name);
  const certificates = readCertificates(new TextDecoder().decode(bytes), name);
  if (certificates.length === 1) return certificates[0]!;
  throw new OsctlError("input", `${name} has ${certificates.length} certificates, expected one`, {
    hint: "use a file with a single certificate",
  });
}

/**
 * Computes the owner of the enrolled certificate: a UUID of version 4 from the SHA-256 digest of
 * namespace and file.
 */
async function computeOwner(file: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", concat([X500_NAMESPACE, file]));
  const uuid = new Uint8Array(digest).subarray(0, GUID_BYTES);
  uuid[6] = uuid[6]! & 0x0f | 0x40;
  uuid[8] = uuid[8]! & 0x3f | 0x80;
  return formatUuid(uuid);
}

async function loadWellKnown(): Promise<Record<"db" | "kek", Entry[]>> {
  const { DB_CERTIFICATES, KEK_CERTIFICATES, MICROSOFT_OWNER } = await import(
    "./well_known_certificates.ts"
  );
  const [db, kek] = [DB_CERTIFICATES, KEK_CERTIFICATES].map((certificates) =>
    certificates.map((each) => ({ owner: MICROSOFT_OWNER, data: Uint8Array.fromBase64(each) }))
  );
  return { db: db!, kek: kek! };
}
