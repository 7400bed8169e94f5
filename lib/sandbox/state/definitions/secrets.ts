/**
 * Resource types of certificates and keys, which only role `os:admin` may read.
 *
 * @module
 */
import { BASE64_BYTES, type Fields, IP, message, repeated, STRING } from "../encode_fields.ts";
import { define, type Definition } from "./definition.ts";

const SECRETS = "secrets";

/** A certificate and key, base64-encoded PEM. */
export interface CertificateAndKey {
  crt: string;
  key: string;
}

const PAIR: Fields<CertificateAndKey> = { crt: [1, BASE64_BYTES], key: [2, BASE64_BYTES] };

export interface ApiCertificates {
  acceptedCAs: readonly { crt: string }[];
  client: CertificateAndKey | null;
  server: CertificateAndKey;
}

export const API_CERTIFICATE: Definition<ApiCertificates> = define<ApiCertificates>({
  name: "ApiCertificates.secrets",
  namespace: SECRETS,
  sensitive: true,
  message: {
    client: [2, message(PAIR)],
    server: [3, message(PAIR)],
    acceptedCAs: [4, repeated(message({ crt: [1, BASE64_BYTES] }))],
  },
});

export interface OsRootSecrets {
  issuingCA: CertificateAndKey | null;
  acceptedCAs: readonly { crt: string }[];
  certSANIPs: readonly string[];
  certSANDNSNames: readonly string[];
  token: string;
}

export const OS_ROOT_SECRET: Definition<OsRootSecrets> = define<OsRootSecrets>({
  name: "OSRootSecrets.secrets",
  namespace: SECRETS,
  sensitive: true,
  message: {
    issuingCA: [1, message(PAIR)],
    certSANIPs: [2, repeated(IP)],
    certSANDNSNames: [3, repeated(STRING)],
    token: [4, STRING],
    acceptedCAs: [5, repeated(message({ crt: [1, BASE64_BYTES] }))],
  },
});

export interface CertSan {
  ips: readonly string[];
  dnsNames: readonly string[];
  fqdn: string;
}

export const CERT_SAN: Definition<CertSan> = define<CertSan>({
  name: "CertSANs.secrets",
  namespace: SECRETS,
  sensitive: true,
  message: { ips: [1, repeated(IP)], dnsNames: [2, repeated(STRING)], fqdn: [3, STRING] },
});
