/**
 * The certificates and keys of a node.
 *
 * @module
 */
import { parseIp } from "../../../pki/mod.ts";
import { type Controller, desired } from "../controller.ts";
import { HOSTNAME_STATUS, NODE_ADDRESS } from "../definitions/network.ts";
import {
  API_CERTIFICATE,
  CERT_SAN,
  type CertificateAndKey,
  OS_ROOT_SECRET,
} from "../definitions/secrets.ts";
import { HOSTNAME_ID } from "./names.ts";
import { DEFAULT_ADDRESS_ID } from "./node_address.ts";
import type { ControllerOptions, NodeSecrets } from "./controller_options.ts";

const OS_ROOT_ID = "os";
const API_ID = "api";

/** Returns the controllers of the root secret, the certificate SANs and the API certificates. */
export function certificateControllers({ secrets }: ControllerOptions): Controller[] {
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
      desired(OS_ROOT_SECRET, OS_ROOT_ID, {
        issuingCA: ca.key === undefined ? null : inBase64({ crt: ca.crt, key: ca.key }),
        acceptedCAs: [{ crt: base64(ca.crt) }],
        certSANIPs: extraHosts.filter(isIp),
        certSANDNSNames: extraHosts.filter((host) => !isIp(host)),
        // Sandbox nodes run no trustd, which would check the token.
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
      desired(CERT_SAN, API_ID, {
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
        desired(API_CERTIFICATE, API_ID, {
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
