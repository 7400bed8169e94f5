/**
 * The `machine` section of generated configurations.
 *
 * @module
 */
import { IMAGE_NAMESPACE } from "../../distribution.ts";
import type { Data } from "../data.ts";
import { withKey, withoutKey } from "./certificates.ts";
import { type Contract, hasFeature } from "./contract.ts";
import type { GenerateInput } from "./generate_input.ts";

/** Machine types. */
export type MachineType = "init" | "controlplane" | "worker";

/** Listen port of KubePrism. */
export const API_SERVER_PROXY_PORT = 7445;

export const LOAD_BALANCER_LABEL = "node.kubernetes.io/exclude-from-external-load-balancers";

/** Former Kubernetes registry, replaced around version 1.2, and its mirrors. */
const OLD_REGISTRY = "k8s.gcr.io";
const OLD_REGISTRY_MIRRORS = ["https://registry.k8s.io", "https://k8s.gcr.io"];

/** Returns the section of a machine type. */
export function machineSection(type: MachineType, input: GenerateInput): Data {
  const { bundle, contract } = input;
  const { os } = bundle.certs;
  const identity = {
    type,
    token: bundle.trustdInfo.token,
    ca: type === "worker" ? withoutKey(os) : withKey(os),
    certSANs: [...input.additionalSans],
  };
  if (hasFeature("separateDocuments", contract)) {
    return { ...identity, ...registries(type, input), features: features(input) };
  }
  const labelled = type !== "worker" && hasFeature("excludeFromLoadBalancers", contract);
  return {
    ...identity,
    kubelet: kubelet(input),
    ...(hasFeature("meshDocument", contract)
      ? {}
      : { network: input.mesh ? { kubespan: { enabled: true } } : {} }),
    install: {
      disk: input.installDisk,
      image: input.installImage,
      ...(input.legacy ? { bootloader: true } : {}),
      wipe: false,
      ...(hasFeature("grubUkiCmdline", contract) ? { grubUseUKICmdline: true } : {}),
    },
    ...registries(type, input),
    features: features(input),
    ...(labelled ? { nodeLabels: { [LOAD_BALANCER_LABEL]: "" } } : {}),
  };
}

function kubelet({ contract, kubernetesVersion }: GenerateInput): Data {
  return {
    ...image(`${IMAGE_NAMESPACE}/kubelet`, kubernetesVersion),
    ...(hasFeature("seccompProfile", contract)
      ? { defaultRuntimeSeccompProfileEnabled: true }
      : {}),
    ...(hasFeature("manifestsDirectoryOff", contract) ? { disableManifestsDirectory: true } : {}),
  };
}

/** Returns the image of a Kubernetes version, or nothing for the node's default. */
export function image(repository: string, kubernetesVersion: string): Data {
  return kubernetesVersion === "" ? {} : { image: `${repository}:v${kubernetesVersion}` };
}

/** Returns mirrors; with mirrors as documents, an empty section of workers as talosctl does. */
function registries(type: MachineType, { contract, registryMirrors }: GenerateInput): Data {
  if (hasFeature("networkDocuments", contract)) return type === "worker" ? { registries: {} } : {};
  const mirrors = new Map(registryMirrors);
  if (hasFeature("alternateImageRegistry", contract) && !mirrors.has(OLD_REGISTRY)) {
    mirrors.set(OLD_REGISTRY, OLD_REGISTRY_MIRRORS);
  }
  if (mirrors.size === 0) return { registries: {} };
  const byHost = [...mirrors].map(([host, endpoints]) => [host, { endpoints }] as const);
  return { registries: { mirrors: Object.fromEntries(byHost) } };
}

function features({ contract }: GenerateInput): Data {
  return {
    ...(hasFeature("rbac", contract) ? { rbac: true } : {}),
    ...(hasFeature("stableHostname", contract) ? { stableHostname: true } : {}),
    ...(hasFeature("extKeyUsageCheck", contract) ? { apidCheckExtKeyUsage: true } : {}),
    ...(hasFeature("diskQuota", contract) ? { diskQuotaSupport: true } : {}),
    ...(hasFeature("separateDocuments", contract) ? {} : hosted(contract)),
  };
}

/** Returns the features that run a server on the machine. */
function hosted(contract: Contract): Data {
  return {
    ...(hasFeature("apiServerProxy", contract)
      ? { kubePrism: { enabled: true, port: API_SERVER_PROXY_PORT } }
      : {}),
    ...(hasFeature("hostDns", contract)
      ? {
        hostDNS: {
          enabled: true,
          ...(hasFeature("hostDnsForPods", contract) ? { forwardKubeDNSToHost: true } : {}),
        },
      }
      : {}),
  };
}
