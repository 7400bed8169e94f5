/**
 * Issues certificates with the extensions of Talos.
 *
 * | | authority | leaf |
 * | --- | --- | --- |
 * | key usage (critical) | digitalSignature, keyCertSign | digitalSignature |
 * | extended key usage | serverAuth, clientAuth | serverAuth or clientAuth |
 * | basic constraints (critical) | CA, no path length | – |
 * | key identifier | subject: SHA-1 of the public key bits | authority: the issuer's |
 * | subject alternative names | if any | if any |
 *
 * The extensions are encoded in this order. The subject of an authority is its organization only.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { formatKeyKind, type Hash, type KeyKind, selectSignatureAlgorithm } from "./algorithms.ts";
import { type Authority, readAuthority } from "./authority.ts";
import { computeKeyId, type IssueContext, writeCertificate } from "./certificate_writer.ts";
import { type Der, sequence } from "./der_writer.ts";
import {
  authorityConstraints,
  authorityKeyId,
  type ExtKeyUsage,
  extKeyUsage,
  keyUsage,
  subjectAltName,
  subjectKeyId,
} from "./extensions.ts";
import { encodeKey, generateKey } from "./keys.ts";
import { encodeHosts, encodeName, type Hosts, type Subject } from "./names.ts";
import type { CertificateRequest } from "./request.ts";

/** A certificate and its private key in PEM. */
export interface PemPair {
  readonly crt: string;
  readonly key: string;
}

/** Options of {@linkcode createCa}. */
export interface CaOptions extends Hosts {
  /** Without it, subject and issuer are empty. */
  readonly organization?: string;
  /** Ed25519 by default; `rsa` has 4096 bits, `ecdsa` uses P-256. */
  readonly kind?: KeyKind;
  /** Signature hash of an ECDSA or RSA key; see {@linkcode selectSignatureAlgorithm} for defaults. */
  readonly hash?: Hash;
  /** Validity period in milliseconds; 87600 hours (ten years) by default. */
  readonly ttl?: number;
}

/** Options of {@linkcode issueServerCertificate}. */
export interface ServerOptions extends Hosts, Subject {
  /** Validity period in milliseconds; 8760 hours (one year) by default. */
  readonly ttl?: number;
}

/** Options of {@linkcode issueClientCertificate}. */
export interface ClientOptions {
  /** Encoded as the subject's organizations. */
  readonly roles: readonly string[];
  readonly commonName?: string;
  /** Validity period in milliseconds. */
  readonly ttl: number;
}

/** Options of {@linkcode signRequest}. */
export interface SignOptions {
  /** Default `clientAuth`. */
  readonly usage?: ExtKeyUsage;
  /** Validity period in milliseconds. */
  readonly ttl: number;
}

const HOUR = 3_600_000;

/**
 * Creates a self-signed certificate authority.
 *
 * @throws {OsctlError} of kind `input` when a host is invalid; the abort reason of the signal.
 */
export async function createCa(options: CaOptions, context: IssueContext): Promise<PemPair> {
  const key = await generateKey(options.kind ?? "ed25519", context.signal);
  const { organization } = options;
  const name = encodeName(organization === undefined ? {} : { organizations: [organization] });
  const crt = await writeCertificate(
    {
      subject: name,
      issuer: name,
      spki: key.spki,
      ttl: options.ttl ?? 87600 * HOUR,
      extensions: [
        keyUsage(["digitalSignature", "keyCertSign"]),
        extKeyUsage(["serverAuth", "clientAuth"]),
        authorityConstraints(),
        subjectKeyId(await computeKeyId(key.spki)),
        ...hostExtension(options, name),
      ],
    },
    { key, signature: selectSignatureAlgorithm(key.algorithm, options.hash) },
    context,
  );
  return { crt, key: encodeKey(key) };
}

/**
 * Issues a server certificate with a new key of the authority's type.
 *
 * @throws {OsctlError} of kind `input` when the authority or a host is invalid.
 */
export async function issueServerCertificate(
  ca: PemPair,
  options: ServerOptions,
  context: IssueContext,
): Promise<PemPair> {
  return await issuePair(ca, encodeName(options), options, {
    usage: "serverAuth",
    ttl: options.ttl ?? 8760 * HOUR,
  }, context);
}

/**
 * Issues a client certificate for the roles, with a new key of the authority's type.
 *
 * @throws {OsctlError} of kind `input` when the authority is invalid.
 */
export async function issueClientCertificate(
  ca: PemPair,
  { roles, ttl, commonName }: ClientOptions,
  context: IssueContext,
): Promise<PemPair> {
  const subject = encodeName({
    organizations: roles,
    ...(commonName === undefined ? {} : { commonName }),
  });
  return await issuePair(ca, subject, {}, { usage: "clientAuth", ttl }, context);
}

/**
 * Issues the certificate of a verified request: with its subject, DNS names, addresses and
 * signature algorithm. Returns PEM.
 *
 * @throws {OsctlError} of kind `input` when the authority cannot sign with that algorithm.
 */
export async function signRequest(
  authority: Authority,
  request: CertificateRequest,
  { ttl, usage = "clientAuth" }: SignOptions,
  context: IssueContext,
): Promise<string> {
  const { key, certificate } = authority;
  const [ours, theirs] = [key.algorithm.kind, request.signatureAlgorithm.kind].map(formatKeyKind);
  if (ours !== theirs) {
    const types = `${authority.name} has an ${ours} key, ${request.name} an ${theirs} key`;
    throw new OsctlError("input", `key types differ: ${types}`, {
      hint: `create the request with an ${ours} key, or use a CA with an ${theirs} key`,
    });
  }
  return await writeCertificate(
    {
      subject: request.subject,
      issuer: certificate.subject,
      spki: request.spki,
      ttl,
      extensions: leafExtensions(usage, request.subject, request, authority),
    },
    { key, signature: request.signatureAlgorithm },
    context,
  );
}

async function issuePair(
  ca: PemPair,
  subject: Der,
  hosts: Hosts,
  { usage, ttl }: { usage: ExtKeyUsage; ttl: number },
  context: IssueContext,
): Promise<PemPair> {
  const authority = await readAuthority(ca);
  const key = await generateKey(authority.key.algorithm.kind, context.signal);
  const crt = await writeCertificate(
    {
      subject,
      issuer: authority.certificate.subject,
      spki: key.spki,
      ttl,
      extensions: leafExtensions(usage, subject, hosts, authority),
    },
    { key: authority.key, signature: selectSignatureAlgorithm(authority.key.algorithm) },
    context,
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
