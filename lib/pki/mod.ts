/**
 * Keys, certificates, certificate requests and PEM.
 *
 * @module
 */
export {
  type KeyAlgorithm,
  type KeyKind,
  readRsaBits,
  type SignatureAlgorithm,
} from "./algorithms.ts";
export {
  type Authority,
  type AuthorityNames,
  readAuthority,
  requireMatchingKey,
} from "./authority.ts";
export {
  type Certificate,
  computeSpkiFingerprint,
  type Fingerprint,
  parseCertificate,
  readCertificate,
  readCertificates,
} from "./certificate.ts";
export { isIssuedBy } from "./is_issued_by.ts";
export { parseIp, parseRequiredIp } from "./ip.ts";
export {
  type CaOptions,
  type ClientOptions,
  createCa,
  issueClientCertificate,
  issueServerCertificate,
  type PemPair,
  type ServerOptions,
  signRequest,
} from "./issue.ts";
export { encodeKey, generateKey, type PrivateKey, readKey } from "./keys.ts";
export { type LabelledKey, readLabelledKey } from "./labelled_key.ts";
export { formatName, type Hosts, readCommonName, type Subject } from "./names.ts";
export { decodePem, encodePem, LABEL, type PemBlock, toPkcs8Label } from "./pem.ts";
export { type CertificateRequest, createRequest, readRequest } from "./request.ts";
export type { ExtKeyUsage, KeyUsage } from "./extensions.ts";
export { readSignedData, signDetached, type SignedData, verifySignedData } from "./signed_data.ts";
export { isRole, parseRoles, type Role, ROLES } from "./roles.ts";
export {
  type BundleOptions,
  createBundle,
  type ExistingSecrets,
  type SecretsBundle,
} from "./secrets_bundle.ts";
export type { IssueContext } from "./certificate_writer.ts";
export { REDACTED } from "./redacted.ts";
