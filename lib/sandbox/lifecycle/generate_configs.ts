/**
 * Generated machine configurations of the nodes of a new cluster.
 *
 * @module
 */
import { API_PORT } from "../configuration/mod.ts";
import { installerImage, isNewerThanKnown } from "../../os_versions/mod.ts";
import { DEFAULT_RELEASE, OS_VERSION } from "../../distribution.ts";
import { type ConfigDocument, sectionOf } from "../../machineconfig/data.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import {
  bundleOptionsFor,
  generateConfig,
  parseContract,
  parseEndpoint,
} from "../../machineconfig/generate/mod.ts";
import { toUrlHost } from "../../pki/ip.ts";
import type { IssueContext } from "../../pki/mod.ts";
import { createBundle } from "../../pki/secrets_bundle.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import type { SandboxSecrets } from "../secrets.ts";

/** The facts of a cluster that its configurations contain. */
export interface ConfigFacts {
  readonly name: string;
  /** Address of a control plane, the host of the cluster endpoint. */
  readonly endpoint: string;
  /** Port of the Kubernetes API on the nodes. */
  readonly apiPort: number;
  /** Offset of the endpoint's port from `apiPort`, on systems with one loopback address. */
  readonly portOffset: number;
  readonly secrets: SandboxSecrets;
  /** Without `v`. */
  readonly kubernetesVersion: string;
  /** Version of the nodes; default: the default release. */
  readonly osVersion?: string | undefined;
}

/** Generates the machine configuration of each machine type. */
export async function generateNodeConfigs(
  { name, endpoint, secrets, apiPort, portOffset, kubernetesVersion, osVersion = "" }: ConfigFacts,
  source: IssueContext,
): Promise<Record<"controlplane" | "worker", string>> {
  const standard = parseContract(OS_VERSION[DEFAULT_RELEASE], DEFAULT_RELEASE);
  const own = isNewerThanKnown(osVersion) ? standard : parseContract(osVersion, DEFAULT_RELEASE);
  // Older nodes reject fields that they do not have; newer ones accept the standard form.
  const contract = own.minor < standard.minor ? own : standard;
  // An elliptic curve in place of RSA for service accounts: generating it takes milliseconds.
  const bundleOptions = { ...bundleOptionsFor(contract), serviceAccount: "ecdsa" as const };
  const bundle = await createBundle(bundleOptions, source, { certs: { os: secrets.ca } });
  const configs = generateConfig({
    clusterName: name,
    endpoint: parseEndpoint(
      `https://${toUrlHost(endpoint)}:${apiPort + portOffset}`,
    ),
    bundle,
    contract,
    dnsDomain: "cluster.local",
    installDisk: "/dev/sda",
    installImage: installerImage(OS_VERSION[DEFAULT_RELEASE]),
    kubernetesVersion,
    additionalSans: secrets.extraHosts,
    registryMirrors: new Map(),
    persist: true,
    discovery: true,
    mesh: false,
  });
  const encode = (type: "controlplane" | "worker") =>
    encodeConfig(withApiPort(configs[type], apiPort), { docs: false, examples: false });
  return { controlplane: encode("controlplane"), worker: encode("worker") };
}

/** Sets the port of the API server when it is not the standard one. */
function withApiPort(documents: readonly ConfigDocument[], port: number): ConfigDocument[] {
  return documents.map((document) => {
    if (document.type !== MAIN || port === API_PORT) return document;
    const cluster = sectionOf(document.data, "cluster");
    const controlPlane = { ...sectionOf(cluster, "controlPlane"), localAPIServerPort: port };
    return { ...document, data: { ...document.data, cluster: { ...cluster, controlPlane } } };
  });
}
