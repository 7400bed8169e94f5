/**
 * The certificates and keys of a node.
 *
 * @module
 */
import { parseIp } from "../../../pki/mod.ts";
import { encodeBase64 } from "../../../yaml/base64.ts";
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
import type { LiveValue } from "../../live_value.ts";
import { onChangeOf } from "./config.ts";
import type { ControllerOptions, NodeSecrets } from "./controller_options.ts";
import { kubernetesRoot } from "./kubernetes_root.ts";

type LiveSecrets = LiveValue<NodeSecrets | undefined>;

const OS_ROOT_ID = "os";
const API_ID = "api";

/** Returns the controllers of the root secrets, the certificate SANs and the API certificates. */
export function certificateControllers(
  { node, secrets, live }: ControllerOptions,
): Controller[] {
  if (secrets === undefined) return [];
  const kubernetes = node.type === "controlplane" ? [kubernetesRoot(live)] : [];
  return [osRoot(secrets), ...kubernetes, certSans, apiCertificates(secrets)];
}

function osRoot(secrets: LiveSecrets): Controller {
  return {
    name: "secrets.RootOSController",
    inputs: [],
    outputs: [{ definition: OS_ROOT_SECRET, kind: "exclusive" }],
    refresh: onChangeOf(secrets),
    run: () => {
      if (secrets.value === undefined) return [];
      const { issuingCa, acceptedCas, extraHosts } = secrets.value;
      return [
        desired(OS_ROOT_SECRET, OS_ROOT_ID, {
          issuingCA: issuingCa === undefined ? null : inBase64(issuingCa),
          acceptedCAs: acceptedCas.map((crt) => ({ crt: encodeBase64(crt) })),
          certSANIPs: extraHosts.filter(isIp),
          certSANDNSNames: extraHosts.filter((host) => !isIp(host)),
          // Sandbox nodes run no trustd, which would check the token.
          token: "",
        }),
      ];
    },
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

function apiCertificates(secrets: LiveSecrets): Controller {
  return {
    name: "secrets.APIController",
    inputs: [
      { definition: OS_ROOT_SECRET, id: OS_ROOT_ID, kind: "weak" },
      { definition: CERT_SAN, id: API_ID, kind: "weak" },
    ],
    outputs: [{ definition: API_CERTIFICATE, kind: "exclusive" }],
    refresh: onChangeOf(secrets),
    run: () => {
      if (secrets.value === undefined) return [];
      const { apiAcceptedCas, client, server } = secrets.value;
      return [
        desired(API_CERTIFICATE, API_ID, {
          acceptedCAs: apiAcceptedCas.map((crt) => ({ crt: encodeBase64(crt) })),
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
  return { crt: encodeBase64(crt), key: encodeBase64(key) };
}
