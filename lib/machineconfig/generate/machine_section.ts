/**
 * The `machine` section of generated configurations.
 *
 * @module
 */
import { IMAGE_NAMESPACE } from "../../distribution.ts";
import type { Data } from "../data.ts";
import { withKey, withoutKey } from "./certificates.ts";
import { isOn } from "./contract.ts";
import type { GenerateInput } from "./input.ts";

/** What a machine is. */
export type MachineType = "init" | "controlplane" | "worker";

/** Where the API servers are reached on every machine. */
const API_SERVER_PROXY_PORT = 7445;

const LOAD_BALANCER_LABEL = "node.kubernetes.io/exclude-from-external-load-balancers";

/** The registry that was given up in the days of version 1.2, and where its images are found. */
const OLD_REGISTRY = "k8s.gcr.io";
const OLD_REGISTRY_MIRRORS = ["https://registry.k8s.io", "https://k8s.gcr.io"];

/** The section of a machine of that type. */
export function machineSection(type: MachineType, input: GenerateInput): Data {
  const { bundle, contract } = input;
  const { os } = bundle.certs;
  const labelled = type !== "worker" && isOn("excludeFromLoadBalancers", contract);
  return {
    type,
    token: bundle.trustdInfo.token,
    ca: type === "worker" ? withoutKey(os) : withKey(os),
    certSANs: [...input.additionalSans],
    kubelet: kubelet(input),
    network: input.mesh ? { kubespan: { enabled: true } } : {},
    install: {
      disk: input.installDisk,
      image: input.installImage,
      ...(input.legacy ? { bootloader: true } : {}),
      wipe: false,
    },
    registries: registries(input),
    features: features(input),
    ...(labelled ? { nodeLabels: { [LOAD_BALANCER_LABEL]: "" } } : {}),
  };
}

function kubelet({ contract, kubernetesVersion }: GenerateInput): Data {
  return {
    ...image(`${IMAGE_NAMESPACE}/kubelet`, kubernetesVersion),
    ...(isOn("seccompProfile", contract) ? { defaultRuntimeSeccompProfileEnabled: true } : {}),
    ...(isOn("manifestsDirectoryOff", contract) ? { disableManifestsDirectory: true } : {}),
  };
}

/** An image of a version of Kubernetes, unless the machine's system shall choose. */
export function image(repository: string, kubernetesVersion: string): Data {
  return kubernetesVersion === "" ? {} : { image: `${repository}:v${kubernetesVersion}` };
}

function registries({ contract, registryMirrors }: GenerateInput): Data {
  const mirrors = new Map(registryMirrors);
  if (isOn("alternateImageRegistry", contract) && !mirrors.has(OLD_REGISTRY)) {
    mirrors.set(OLD_REGISTRY, OLD_REGISTRY_MIRRORS);
  }
  if (mirrors.size === 0) return {};
  const byHost = [...mirrors].map(([host, endpoints]) => [host, { endpoints }] as const);
  return { mirrors: Object.fromEntries(byHost) };
}

function features({ contract }: GenerateInput): Data {
  return {
    ...(isOn("rbac", contract) ? { rbac: true } : {}),
    ...(isOn("stableHostname", contract) ? { stableHostname: true } : {}),
    ...(isOn("extKeyUsageCheck", contract) ? { apidCheckExtKeyUsage: true } : {}),
    ...(isOn("diskQuota", contract) ? { diskQuotaSupport: true } : {}),
    ...(isOn("apiServerProxy", contract)
      ? { kubePrism: { enabled: true, port: API_SERVER_PROXY_PORT } }
      : {}),
    ...(isOn("hostDns", contract)
      ? {
        hostDNS: {
          enabled: true,
          ...(isOn("hostDnsForPods", contract) ? { forwardKubeDNSToHost: true } : {}),
        },
      }
      : {}),
  };
}
