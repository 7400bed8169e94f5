/**
 * The certificates and keys a node works with.
 *
 * @module
 */
import { parseIp } from "../../../pki/mod.ts";
import { type Controller, wanted } from "../controller.ts";
import { HOSTNAME_STATUS, NODE_ADDRESS } from "../definitions/network.ts";
import {
  API_CERTIFICATE,
  CERT_SAN,
  type CertificateAndKey,
  OS_ROOT_SECRET,
} from "../definitions/secrets.ts";
import { HOSTNAME_ID } from "./names.ts";
import { DEFAULT_ADDRESS_ID } from "./node_address.ts";
import type { ControllerParts, NodeSecrets } from "./parts.ts";

const OS_ROOT_ID = "os";
const API_ID = "api";

/** Authority, names of the server certificate, and the certificates themselves. */
export function certificateControllers({ secrets }: ControllerParts): Controller[] {
  if (secrets === undefined) return [];
  return [osRoot(secrets), certSans, apiCertificates(secrets)];
}

function osRoot({ ca, extraHosts }: NodeSecrets): Controller {
  return {
    name: "secrets.RootOSController",
    inputs: [],
    outputs: [{ definition: OS_ROOT_SECRET, kind: "exclusive" }],
    refresh: { kind: "once" },
    run: () => [
      wanted(OS_ROOT_SECRET, OS_ROOT_ID, {
        issuingCA: ca.key === undefined ? null : inBase64({ crt: ca.crt, key: ca.key }),
        acceptedCAs: [{ crt: base64(ca.crt) }],
        certSANIPs: extraHosts.filter(isIp),
        certSANDNSNames: extraHosts.filter((host) => !isIp(host)),
        // Sandbox nodes do not ask each other for certificates.
        token: "",
      }),
    ],
  };
}

const certSans: Controller = {
  name: "secrets.APICertSANsController",
  inputs: [
    { definition: OS_ROOT_SECRET, id: OS_ROOT_ID, kind: "weak" },
    { definition: HOSTNAME_STATUS, id: HOSTNAME_ID, kind: "weak" },
    { definition: NODE_ADDRESS, id: DEFAULT_ADDRESS_ID, kind: "weak" },
  ],
  outputs: [{ definition: CERT_SAN, kind: "shared" }],
  refresh: { kind: "once" },
  run: (view) => {
    const root = view.find(OS_ROOT_SECRET, OS_ROOT_ID)?.spec;
    const hostname = view.find(HOSTNAME_STATUS, HOSTNAME_ID)?.spec.hostname;
    const addresses = view.find(NODE_ADDRESS, DEFAULT_ADDRESS_ID)?.spec.addresses ?? [];
    if (root === undefined || hostname === undefined) return [];
    const ips = [...addresses.map((address) => address.replace(/\/\d+$/, "")), "127.0.0.1"];
    return [
      wanted(CERT_SAN, API_ID, {
        ips: [...new Set([...ips, ...root.certSANIPs])],
        dnsNames: [...new Set([hostname, "localhost", ...root.certSANDNSNames])],
        fqdn: hostname,
      }),
    ];
  },
};

function apiCertificates({ server, client }: NodeSecrets): Controller {
  return {
    name: "secrets.APIController",
    inputs: [
      { definition: OS_ROOT_SECRET, id: OS_ROOT_ID, kind: "weak" },
      { definition: CERT_SAN, id: API_ID, kind: "weak" },
    ],
    outputs: [{ definition: API_CERTIFICATE, kind: "exclusive" }],
    refresh: { kind: "once" },
    run: (view) => {
      const root = view.find(OS_ROOT_SECRET, OS_ROOT_ID)?.spec;
      if (root === undefined) return [];
      return [
        wanted(API_CERTIFICATE, API_ID, {
          acceptedCAs: root.acceptedCAs,
          client: client === undefined ? null : inBase64(client),
          server: inBase64(server),
        }),
      ];
    },
  };
}

function isIp(host: string): boolean {
  return parseIp(host) !== undefined;
}

function inBase64({ crt, key }: CertificateAndKey): CertificateAndKey {
  return { crt: base64(crt), key: base64(key) };
}

function base64(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}
