/**
 * Rules of Kubernetes documents of v1.14, and of the versions of Kubernetes images.
 *
 * @module
 */
import { kubernetesRange, supportsKubernetes } from "../../os_versions/mod.ts";
import { quoted } from "../problem.ts";
import { checkEndpoint } from "./addresses.ts";
import type { Cursor } from "./cursor.ts";
import { checkKubeletSettings, checkKubernetesNode, checkObjectName } from "./kubelet.ts";
import { checkCertificates, checkPair, checkPrivateKey } from "./pem.ts";
import type { Report } from "./report.ts";
import { checkKubernetesNetwork } from "./subnets.ts";

type Rules = (document: Cursor, report: Report) => void;

/** Arguments of the API server that documents set. */
const API_SERVER_ARGUMENTS: readonly (readonly [prefix: string, kind: string])[] = [
  ["anonymous-auth", "KubeAuthenticationConfig"],
  ["authentication-config", "KubeAuthenticationConfig"],
  ["oidc-", "KubeAuthenticationConfig"],
  ["authorization-config", "KubeAuthorizerConfig"],
  ["authorization-mode", "KubeAuthorizerConfig"],
  ["authorization-webhook-", "KubeAuthorizerConfig"],
];

/** Rules by document kind. */
export const KUBERNETES_RULES: Readonly<Record<string, Rules>> = {
  KubeAPIServerCAConfig(document, report) {
    checkPair(document.at("issuingCA"), report, { isParsed: true });
    checkCertificates(document.at("acceptedCAs"), report);
  },
  KubeAPIServerConfig(document, report) {
    checkKubernetesImage(document.at("image"), report);
    checkResources(document, report);
    for (const [name, cursor] of document.at("extraArgs").entries) {
      const denied = API_SERVER_ARGUMENTS.find(([prefix]) => name.startsWith(prefix));
      if (denied === undefined) continue;
      report.errorAtKey(cursor, `the argument ${quoted(name)} is not allowed`, `use ${denied[1]}`);
    }
  },
  KubeAggregatorCAConfig(document, report) {
    checkPair(document.at("issuingCA"), report, { isParsed: true });
    checkCertificates(document.at("acceptedCAs"), report);
  },
  KubeAuthorizerConfig(document, report) {
    const [type, webhook] = [document.at("type"), document.at("webhook")];
    report.checkAllowed(type, ["Node", "RBAC", "Webhook"]);
    const hasWebhook = webhook.entries.length > 0;
    if (type.text === "Webhook" && !hasWebhook) {
      report.error(webhook, '"webhook" is required for type Webhook');
    }
    if (type.text !== "Webhook" && hasWebhook) {
      report.warning(webhook, '"webhook" is ignored unless the type is Webhook');
    }
  },
  KubeClusterConfig(document, report) {
    const endpoint = document.at("endpoint");
    if (endpoint.isNonEmpty) checkEndpoint(endpoint, report);
  },
  KubeControllerManagerConfig: checkComponent,
  KubeExternalManifestConfig(document, report) {
    checkObjectName(document.at("name"), report);
  },
  KubeFlannelCNIConfig: checkResources,
  KubeInlineManifestConfig(document, report) {
    checkObjectName(document.at("name"), report);
  },
  KubeNetworkConfig: checkKubernetesNetwork,
  KubeNodeConfig: checkKubernetesNode,
  KubePrismConfig(document, report) {
    const port = document.at("port");
    if (port.number < 0 || port.number > 0xffff) {
      report.error(port, `invalid port ${port.number}`, "use a port from 1 to 65535");
    }
  },
  KubeProxyConfig(document, report) {
    if (!checkComponent(document, report)) return;
    const mode = document.at("mode");
    if (!report.checkAllowed(mode, ["iptables", "ipvs", "nftables"])) return;
    if (mode.text !== "" && mode.text !== "nftables") {
      report.warning(mode, `mode ${mode.text} is not recommended`, "use nftables");
    }
    if (document.at("extraArgs").entries.length > 0) {
      report.warning(document.at("extraArgs"), "arguments may have no effect", 'use "config"');
    }
  },
  KubeSchedulerConfig: checkComponent,
  KubeServiceAccountConfig(document, report) {
    checkPrivateKey(document.atPath("issuer", "privateKey"), report);
  },
  KubeStaticPodConfig(document, report) {
    checkObjectName(document.at("name"), report);
  },
  KubeletConfig(document, report) {
    checkKubernetesImage(document.at("image"), report);
    checkKubeletSettings(document.at("config"), report);
  },
};

/** Checks a component that can be disabled; returns whether it is enabled. */
function checkComponent(document: Cursor, report: Report): boolean {
  if (document.at("enabled").isFalse) return false;
  const image = document.at("image");
  if (image.isNonEmpty) checkKubernetesImage(image, report);
  else report.error(image, '"image" is required');
  checkResources(document, report);
  return true;
}

function checkResources(document: Cursor, report: Report): void {
  for (const which of ["requests", "limits"]) {
    for (const [name, cursor] of document.atPath("resources", which).entries) {
      if (name === "cpu" || name === "memory") continue;
      report.errorAtKey(cursor, `unknown resource ${quoted(name)}`, "use cpu and memory only");
    }
  }
}

/** Images of the main document whose versions nodes check, by path. */
const MAIN_IMAGES = ["apiServer", "controllerManager", "scheduler"];

/** Checks the Kubernetes images of the main document. */
export function checkKubernetesImages(main: Cursor, report: Report): void {
  checkKubernetesImage(main.atPath("machine", "kubelet", "image"), report);
  if (main.atPath("machine", "type").text === "worker") return;
  for (const component of MAIN_IMAGES) {
    checkKubernetesImage(main.atPath("cluster", component, "image"), report);
  }
}

/** Checks the tag of an image, for nodes of a known release: v1.11 is the first one that checks. */
function checkKubernetesImage(image: Cursor, report: Report): void {
  const { node } = report;
  const range = node === undefined ? undefined : kubernetesRange(node);
  if (range === undefined || !report.knows({ since: "v1.11" }) || !image.isNonEmpty) return;
  const version = /:v([^@]*)(?:@[^:]*:\w+)?$/.exec(image.text)?.[1];
  const { oldest, newest } = range;
  const hint = `use v${oldest} to v${newest}`;
  if (version === undefined) {
    report.error(image, `${quoted(image.text)} has no version of Kubernetes`, hint);
  } else if (!supportsKubernetes(range, version)) {
    report.error(image, `nodes of ${node} do not support Kubernetes v${version}`, hint);
  }
}
