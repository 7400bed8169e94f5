/**
 * Certificates and keys. Only administrators see them.
 *
 * @module
 */
import { define, type Definition } from "./definition.ts";

const SECRETS = "secrets";

/** PEM texts, each in base64 once more. */
export interface CertificateAndKey {
  crt: string;
  key: string;
}

export interface ApiCertificates {
  acceptedCAs: readonly { crt: string }[];
  client: CertificateAndKey | null;
  server: CertificateAndKey;
}

export const API_CERTIFICATE: Definition<ApiCertificates> = define({
  name: "ApiCertificates.secrets",
  namespace: SECRETS,
  sensitive: true,
});

export interface OsRootSecrets {
  issuingCA: CertificateAndKey | null;
  acceptedCAs: readonly { crt: string }[];
  certSANIPs: readonly string[];
  certSANDNSNames: readonly string[];
  token: string;
}

export const OS_ROOT_SECRET: Definition<OsRootSecrets> = define({
  name: "OSRootSecrets.secrets",
  namespace: SECRETS,
  sensitive: true,
});

export interface CertSan {
  ips: readonly string[];
  dnsNames: readonly string[];
  fqdn: string;
}

export const CERT_SAN: Definition<CertSan> = define({
  name: "CertSANs.secrets",
  namespace: SECRETS,
  sensitive: true,
});
