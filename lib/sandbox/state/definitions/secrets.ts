/**
 * Resource types of certificates and keys, which only role `os:admin` may read.
 *
 * @module
 */
import {
  BASE64_BYTES,
  encodeFields,
  type Fields,
  IP,
  message,
  repeated,
  single,
  type SingleFieldEncoder,
  STRING,
} from "../encode_fields.ts";
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

/** A URL as Go's YAML encoder writes it. */
export interface GoUrl {
  scheme: string;
  opaque: string;
  user: null;
  host: string;
  path: string;
  rawpath: string;
  omithost: boolean;
  forcequery: boolean;
  rawquery: string;
  fragment: string;
  rawfragment: string;
}

/** Encodes `common.URL`. */
const URL_TEXT: SingleFieldEncoder<GoUrl> = single(
  2,
  ({ scheme, host, path }) =>
    encodeFields({ fullPath: [1, STRING] }, { fullPath: `${scheme}://${host}${path}` }),
);

export interface KubernetesRootSecrets {
  name: string;
  endpoint: GoUrl;
  local_endpoint: GoUrl;
  certSANs: readonly string[];
  apiServerIPs: readonly string[];
  dnsDomain: string;
  issuingCA: CertificateAndKey | null;
  acceptedCAs: readonly { crt: string }[];
  serviceAccount: { key: string } | null;
  aggregatorCA: CertificateAndKey | null;
  aesCBCEncryptionSecret: string;
  bootstrapTokenID: string;
  bootstrapTokenSecret: string;
  secretboxEncryptionSecret: string;
}

export const KUBERNETES_ROOT_SECRET: Definition<KubernetesRootSecrets> = define<
  KubernetesRootSecrets
>({
  name: "KubernetesRootSecrets.secrets",
  namespace: SECRETS,
  sensitive: true,
  message: {
    name: [1, STRING],
    endpoint: [2, URL_TEXT],
    local_endpoint: [3, URL_TEXT],
    certSANs: [4, repeated(STRING)],
    dnsDomain: [6, STRING],
    issuingCA: [7, message(PAIR)],
    serviceAccount: [8, message({ key: [1, BASE64_BYTES] })],
    aggregatorCA: [9, message(PAIR)],
    aesCBCEncryptionSecret: [10, STRING],
    bootstrapTokenID: [11, STRING],
    bootstrapTokenSecret: [12, STRING],
    secretboxEncryptionSecret: [13, STRING],
    apiServerIPs: [14, repeated(IP)],
    acceptedCAs: [15, repeated(message({ crt: [1, BASE64_BYTES] }))],
  },
});
