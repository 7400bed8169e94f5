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
 * The extensions stand in this order. An authority's name is its organization only.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { formatKeyKind, type Hash, type KeyKind, selectSignatureAlgorithm } from "./algorithms.ts";
import { type Authority, readAuthority } from "./authority.ts";
import { computeKeyId, type Source, writeCertificate } from "./certificate_writer.ts";
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

/** A certificate and its private key as PEM texts. */
export interface PemPair {
  readonly crt: string;
  readonly key: string;
}

/** What a new certificate authority shall be. */
export interface CaOptions extends Hosts {
  /** Left out, subject and issuer are empty. */
  readonly organization?: string;
  /** Ed25519 when left out; `rsa` has 4096 bits, `ecdsa` is on P-256. */
  readonly kind?: KeyKind;
  /** What an ECDSA or RSA key signs with; that of the kind when left out. */
  readonly hash?: Hash;
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

/**
 * Makes a self-signed certificate authority.
 *
 * @throws {OsctlError} of kind `input` when a host is no host; what the source's signal was aborted
 * with, which ends the search for an RSA key.
 */
export async function createCa(options: CaOptions, source: Source): Promise<PemPair> {
  const key = await generateKey(options.kind ?? "ed25519", source.signal);
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
 *
 * @throws {OsctlError} of kind `input` when the authority cannot sign with that algorithm.
 */
export async function signRequest(
  authority: Authority,
  request: CertificateRequest,
  { ttl }: SignOptions,
  source: Source,
): Promise<string> {
  const { key, certificate } = authority;
  const [ours, theirs] = [key.algorithm.kind, request.signatureAlgorithm.kind].map(formatKeyKind);
  if (ours !== theirs) {
    const message = `${authority.name} has an ${ours} key, ${request.name} an ${theirs} key`;
    throw new OsctlError("input", `${message}, and both must be of one kind`, {
      hint: `make the request with an ${ours} key, or use an authority with an ${theirs} key`,
    });
  }
  return await writeCertificate(
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
  const key = await generateKey(authority.key.algorithm.kind, source.signal);
  const crt = await writeCertificate(
    {
      subject,
      issuer: authority.certificate.subject,
      spki: key.spki,
      ttl,
      extensions: leafExtensions(usage, subject, hosts, authority),
    },
    { key: authority.key, signature: selectSignatureAlgorithm(authority.key.algorithm) },
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
