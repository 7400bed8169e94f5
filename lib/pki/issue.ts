/**
 * Issues certificates from the two templates of the node software.
 *
 * | | authority | leaf |
 * | --- | --- | --- |
 * | key usage (critical) | digitalSignature, keyCertSign | digitalSignature |
 * | extended key usage | serverAuth, clientAuth | what it is for |
 * | basic constraints (critical) | authority, no path length | – |
 * | key identifier | its own, SHA-1 of the public key bits | the issuer's |
 * | alternative names | if there are any | if there are any |
 *
 * The extensions stand in this order. Serial numbers are 16 random bytes, names are organizations
 * only, notBefore is now, without backdating.
 *
 * @module
 */
import {
  encodeSignatureAlgorithm,
  type KeyKind,
  type SignatureAlgorithm,
  signatureOf,
} from "./algorithms.ts";
import { type Authority, readAuthority } from "./authority.ts";
import { bytesOfBits, inside, readWhole, TAG } from "./der_reader.ts";
import {
  bitString,
  type Der,
  explicit,
  integer,
  sequence,
  smallInteger,
  time,
} from "./der_writer.ts";
import {
  authorityConstraints,
  authorityKeyId,
  type ExtKeyUsage,
  extKeyUsage,
  keyUsage,
  subjectAltName,
  subjectKeyId,
} from "./extensions.ts";
import { encodeKey, generateKey, type PrivateKey } from "./keys.ts";
import { encodeHosts, encodeName, type Hosts, type Subject } from "./names.ts";
import { encodePem, LABEL } from "./pem.ts";
import type { CertificateRequest } from "./request.ts";
import { sign } from "./signatures.ts";

/** A certificate and its private key as PEM texts. */
export interface PemPair {
  readonly crt: string;
  readonly key: string;
}

/** Where the time and serial numbers come from. Keys always come from WebCrypto. */
export interface Source {
  /** Milliseconds since the epoch. */
  readonly clock: { now(): number };
  readonly random: { bytes(length: number): Uint8Array };
}

/** What a new certificate authority shall be. */
export interface CaOptions extends Hosts {
  /** Left out, subject and issuer are empty. */
  readonly organization?: string;
  /** Ed25519 when left out; `rsa` has 4096 bits, `ecdsa` is on P-256. */
  readonly kind?: KeyKind;
  /** Validity in milliseconds; ten years (87600 hours) when left out. */
  readonly ttl?: number;
}

/** What a server certificate shall be. */
export interface ServerOptions extends Hosts, Subject {
  /** Validity in milliseconds; one year (8760 hours) when left out. */
  readonly ttl?: number;
}

/** What a client certificate shall be. */
export interface ClientOptions {
  /** Become the subject's organizations. */
  readonly roles: readonly string[];
  /** Validity in milliseconds. */
  readonly ttl: number;
}

/** What a requested certificate shall be, beyond what the request says. */
export interface SignOptions {
  /** Validity in milliseconds. */
  readonly ttl: number;
}

const HOUR = 3_600_000;

/** Makes a self-signed certificate authority. */
export async function createCa(options: CaOptions, source: Source): Promise<PemPair> {
  const key = await generateKey(options.kind ?? "ed25519");
  const { organization } = options;
  const name = encodeName(organization === undefined ? {} : { organizations: [organization] });
  const crt = await build(
    {
      subject: name,
      issuer: name,
      spki: key.spki,
      ttl: options.ttl ?? 87600 * HOUR,
      extensions: [
        keyUsage(["digitalSignature", "keyCertSign"]),
        extKeyUsage(["serverAuth", "clientAuth"]),
        authorityConstraints(),
        subjectKeyId(await keyId(key.spki)),
        ...hostExtension(options, name),
      ],
    },
    { key, signature: signatureOf(key.algorithm) },
    source,
  );
  return { crt, key: encodeKey(key) };
}

/**
 * Makes a key of the authority's kind and a certificate for a server.
 *
 * @throws {OsctlError} of kind `input` when the authority is unusable or a host is no host.
 */
export async function issueServerCertificate(
  ca: PemPair,
  options: ServerOptions,
  source: Source,
): Promise<PemPair> {
  return await issuePair(ca, encodeName(options), options, {
    usage: "serverAuth",
    ttl: options.ttl ?? 8760 * HOUR,
  }, source);
}

/**
 * Makes a key of the authority's kind and a certificate for a client with the roles.
 *
 * @throws {OsctlError} of kind `input` when the authority is unusable.
 */
export async function issueClientCertificate(
  ca: PemPair,
  { roles, ttl }: ClientOptions,
  source: Source,
): Promise<PemPair> {
  const subject = encodeName({ organizations: roles });
  return await issuePair(ca, subject, {}, { usage: "clientAuth", ttl }, source);
}

/**
 * Signs a verified request as a client certificate. Subject, DNS names, addresses and signature
 * algorithm are taken over from it. Gives the certificate as PEM.
 */
export async function signRequest(
  authority: Authority,
  request: CertificateRequest,
  { ttl }: SignOptions,
  source: Source,
): Promise<string> {
  const { key, certificate } = authority;
  return await build(
    {
      subject: request.subject,
      issuer: certificate.subject,
      spki: request.spki,
      ttl,
      extensions: leafExtensions("clientAuth", request.subject, request, authority),
    },
    { key, signature: request.signatureAlgorithm },
    source,
  );
}

async function issuePair(
  ca: PemPair,
  subject: Der,
  hosts: Hosts,
  { usage, ttl }: { usage: ExtKeyUsage; ttl: number },
  source: Source,
): Promise<PemPair> {
  const authority = await readAuthority(ca);
  const key = await generateKey(authority.key.algorithm.kind);
  const crt = await build(
    {
      subject,
      issuer: authority.certificate.subject,
      spki: key.spki,
      ttl,
      extensions: leafExtensions(usage, subject, hosts, authority),
    },
    { key: authority.key, signature: signatureOf(authority.key.algorithm) },
    source,
  );
  return { crt, key: encodeKey(key) };
}

function leafExtensions(
  usage: ExtKeyUsage,
  subject: Der,
  hosts: Hosts,
  { certificate }: Authority,
): Der[] {
  return [
    keyUsage(["digitalSignature"]),
    extKeyUsage([usage]),
    ...certificate.subjectKeyId === undefined ? [] : [authorityKeyId(certificate.subjectKeyId)],
    ...hostExtension(hosts, subject),
  ];
}

function hostExtension(hosts: Hosts, subject: Der): Der[] {
  const names = encodeHosts(hosts);
  const anonymous = subject.length === sequence().length;
  return names === undefined ? [] : [subjectAltName(names, anonymous)];
}

/** SHA-1 of the public key bits (RFC 5280, section 4.2.1.2, method 1). */
async function keyId(spki: Der): Promise<Uint8Array> {
  const bits = bytesOfBits(inside(readWhole(spki, TAG.sequence), TAG.sequence)[1]);
  return new Uint8Array(await crypto.subtle.digest("SHA-1", bits));
}

interface Template {
  subject: Der;
  issuer: Der;
  spki: Der;
  ttl: number;
  extensions: readonly Der[];
}

async function build(
  template: Template,
  signer: { key: PrivateKey; signature: SignatureAlgorithm },
  source: Source,
): Promise<string> {
  const now = source.clock.now();
  const algorithm = encodeSignatureAlgorithm(signer.signature);
  const body = sequence(
    explicit(0, smallInteger(2)),
    integer(source.random.bytes(16)),
    algorithm,
    template.issuer,
    sequence(time(now), time(now + template.ttl)),
    template.subject,
    template.spki,
    explicit(3, sequence(...template.extensions)),
  );
  const value = await sign(body, signer.key, signer.signature);
  return encodePem(LABEL.certificate, sequence(body, algorithm, bitString(value)));
}
