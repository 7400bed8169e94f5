/**
 * Certificates and keys. Only administrators see them.
 *
 * @module
 */
import { BASE64, type Fields, IP, list, message, TEXT } from "../spec_message.ts";
import { define, type Definition } from "./definition.ts";

const SECRETS = "secrets";

/** PEM texts, each in base64 once more. */
export interface CertificateAndKey {
  crt: string;
  key: string;
}

const PAIR: Fields<CertificateAndKey> = { crt: [1, BASE64], key: [2, BASE64] };

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
    acceptedCAs: [4, list(message({ crt: [1, BASE64] }))],
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
    certSANIPs: [2, list(IP)],
    certSANDNSNames: [3, list(TEXT)],
    token: [4, TEXT],
    acceptedCAs: [5, list(message({ crt: [1, BASE64] }))],
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
  message: { ips: [1, list(IP)], dnsNames: [2, list(TEXT)], fqdn: [3, TEXT] },
});
