/**
 * Generated machine configurations of the nodes of a new cluster.
 *
 * @module
 */
import {
  DEFAULT_RELEASE,
  IMAGE_NAMESPACE,
  KUBERNETES_VERSION,
  OS_VERSION,
} from "../../distribution.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import {
  bundleOptionsFor,
  generateConfig,
  parseContract,
  parseEndpoint,
} from "../../machineconfig/generate/mod.ts";
import type { IssueContext } from "../../pki/mod.ts";
import { createBundle } from "../../pki/secrets_bundle.ts";
import type { SandboxSecrets } from "../secrets.ts";

/** The facts of a cluster that its configurations contain. */
export interface ConfigFacts {
  readonly name: string;
  /** Address of a control plane, the host of the cluster endpoint. */
  readonly endpoint: string;
  readonly secrets: SandboxSecrets;
}

/** Generates the machine configuration of each machine type. */
export async function generateNodeConfigs(
  { name, endpoint, secrets }: ConfigFacts,
  source: IssueContext,
): Promise<Record<"controlplane" | "worker", string>> {
  const contract = parseContract(OS_VERSION[DEFAULT_RELEASE], DEFAULT_RELEASE);
  // An elliptic curve in place of RSA for service accounts: generating it takes milliseconds.
  const bundleOptions = { ...bundleOptionsFor(contract), serviceAccount: "ecdsa" as const };
  const bundle = await createBundle(bundleOptions, source, { certs: { os: secrets.ca } });
  const configs = generateConfig({
    clusterName: name,
    endpoint: parseEndpoint(`https://${endpoint.includes(":") ? `[${endpoint}]` : endpoint}:6443`),
    bundle,
    contract,
    dnsDomain: "cluster.local",
    installDisk: "/dev/sda",
    installImage: `${IMAGE_NAMESPACE}/installer:${OS_VERSION[DEFAULT_RELEASE]}`,
    kubernetesVersion: KUBERNETES_VERSION[DEFAULT_RELEASE],
    additionalSans: secrets.extraHosts,
    registryMirrors: new Map(),
    persist: true,
    discovery: true,
    mesh: false,
  });
  const encode = (type: "controlplane" | "worker") =>
    encodeConfig(configs[type], { docs: false, examples: false });
  return { controlplane: encode("controlplane"), worker: encode("worker") };
}
