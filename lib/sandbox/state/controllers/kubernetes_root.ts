/**
 * The root secrets of Kubernetes, from the machine configuration.
 *
 * @module
 */
import { type Data, isMap, sectionOf } from "../../../machineconfig/data.ts";
import { formatIp, parseIp } from "../../../pki/ip.ts";
import { encodeBase64 } from "../../../yaml/base64.ts";
import { kubernetesData, readAuthorities, withKey } from "../../configuration/authorities.ts";
import { type Controller, desired } from "../controller.ts";
import {
  type CertificateAndKey,
  type GoUrl,
  KUBERNETES_ROOT_SECRET,
  type KubernetesRootSecrets,
} from "../definitions/secrets.ts";
import { onChangeOf } from "./config.ts";
import { strings, textOr } from "./config_values.ts";
import type { LiveNode } from "./controller_options.ts";

const ROOT_ID = "k8s";
const API_SERVER_PORT = 6443;
const KUBE_PRISM_PORT = 7445;
const SERVICE_SUBNET = "10.96.0.0/12";

/** Returns the controller of the root secrets of a control plane. */
export function kubernetesRoot({ config }: LiveNode): Controller {
  return {
    name: "secrets.RootKubernetesController",
    inputs: [],
    outputs: [{ definition: KUBERNETES_ROOT_SECRET, kind: "exclusive" }],
    refresh: onChangeOf(config),
    run: () =>
      config.value === undefined ? [] : [
        desired(
          KUBERNETES_ROOT_SECRET,
          ROOT_ID,
          toSecrets(kubernetesData(config.value.documents)),
        ),
      ],
  };
}

function toSecrets(config: Data): KubernetesRootSecrets {
  const cluster = sectionOf(config, "cluster");
  const network = sectionOf(cluster, "network");
  const subnets = strings(network["serviceSubnets"]);
  const authorities = readAuthorities(config, "cluster");
  const issuer = withKey(authorities);
  const key = textOr(sectionOf(cluster, "serviceAccount")["key"], "");
  const [tokenId = "", tokenSecret = ""] = textOr(cluster["token"], "").split(".");
  return {
    name: textOr(cluster["clusterName"], ""),
    endpoint: toGoUrl(textOr(sectionOf(cluster, "controlPlane")["endpoint"], "")),
    local_endpoint: toGoUrl(localEndpoint(config)),
    certSANs: strings(sectionOf(cluster, "apiServer")["certSANs"]),
    apiServerIPs: (subnets.length === 0 ? [SERVICE_SUBNET] : subnets).map(firstAddress),
    dnsDomain: textOr(network["dnsDomain"], "cluster.local"),
    issuingCA: issuer === undefined
      ? null
      : { crt: encodeBase64(issuer.crt), key: encodeBase64(issuer.key) },
    acceptedCAs: authorities.accepted.map((crt) => ({ crt: encodeBase64(crt) })),
    serviceAccount: key === "" ? null : { key },
    aggregatorCA: toPair(cluster["aggregatorCA"]),
    aesCBCEncryptionSecret: textOr(cluster["aescbcEncryptionSecret"], ""),
    bootstrapTokenID: tokenId,
    bootstrapTokenSecret: tokenSecret,
    secretboxEncryptionSecret: textOr(cluster["secretboxEncryptionSecret"], ""),
  };
}

function localEndpoint(config: Data): string {
  const prism = sectionOf(sectionOf(sectionOf(config, "machine"), "features"), "kubePrism");
  if (prism["enabled"] === true) {
    return `https://127.0.0.1:${portOr(prism["port"], KUBE_PRISM_PORT)}`;
  }
  const controlPlane = sectionOf(sectionOf(config, "cluster"), "controlPlane");
  return `https://localhost:${portOr(controlPlane["localAPIServerPort"], API_SERVER_PORT)}`;
}

function portOr(value: unknown, fallback: number): number {
  return typeof value === "number" && value !== 0 ? value : fallback;
}

function toGoUrl(text: string): GoUrl {
  const { protocol, host, pathname } = URL.parse(text) ?? { protocol: "", host: "", pathname: "" };
  return {
    scheme: protocol.replace(/:$/, ""),
    opaque: "",
    user: null,
    host,
    path: pathname === "/" ? "" : pathname,
    rawpath: "",
    omithost: false,
    forcequery: false,
    rawquery: "",
    fragment: "",
    rawfragment: "",
  };
}

/** Returns the first host of a subnet: the address of the API server's service. */
function firstAddress(subnet: string): string {
  const [network = ""] = subnet.split("/");
  const bytes = parseIp(network);
  if (bytes === undefined) return "";
  const address = Uint8Array.from(bytes);
  address[address.length - 1]! += 1;
  return formatIp(address);
}

function toPair(value: unknown): CertificateAndKey | null {
  if (!isMap(value as Data)) return null;
  const { crt, key } = value as Data;
  return typeof crt === "string" && typeof key === "string" ? { crt, key } : null;
}
