/**
 * The machine configuration of one machine, with the settings that nodes accept in
 * `GenerateConfiguration`.
 *
 * @module
 */
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import { type ConfigDocument, type Data, mergeData } from "../data.ts";
import { MAIN } from "../schema/documents.ts";
import { type Contract, hasFeature } from "./contract.ts";
import { createDocument } from "./create_document.ts";
import { parseEndpoint } from "./endpoint.ts";
import { generateConfig } from "./generate_config.ts";
import { toLinkDocuments } from "./link_documents.ts";
import type { MachineType } from "./machine_section.ts";

/** Settings of a machine and its cluster. */
export interface MachineSettings {
  readonly type: MachineType;
  readonly clusterName: string;
  /** URL of the Kubernetes API. */
  readonly endpoint: string;
  /** Without `v`. */
  readonly kubernetesVersion: string;
  readonly dnsDomain: string;
  /** The `cni` object; the node's default when absent. */
  readonly cni?: Data;
  readonly allowSchedulingOnControlPlanes: boolean;
  readonly installDisk: string;
  readonly installImage: string;
  /** Empty: assigned by the network. */
  readonly hostname: string;
  /** `podSubnets` and `serviceSubnets`, if set. */
  readonly subnets?: Data;
  /** Objects of `machine.network.interfaces`. */
  readonly interfaces: readonly Data[];
  /** Additional SANs of the machine and API server certificates. */
  readonly additionalSans?: readonly string[];
  /** Whether nodes find each other by the discovery service; they do by default. */
  readonly discovery?: boolean;
}

/** Secrets and version that a configuration is generated with. */
export interface MachineOrigin {
  readonly bundle: SecretsBundle;
  readonly contract: Contract;
}

/**
 * Generates the configuration of a machine.
 *
 * @throws {OsctlError} of kind `usage` for an invalid endpoint.
 */
export function generateMachine(
  settings: MachineSettings,
  { bundle, contract }: MachineOrigin,
): readonly ConfigDocument[] {
  const { type } = settings;
  const documents = generateConfig({
    clusterName: settings.clusterName,
    endpoint: parseEndpoint(settings.endpoint),
    bundle,
    contract,
    dnsDomain: settings.dnsDomain,
    installDisk: settings.installDisk,
    installImage: settings.installImage,
    kubernetesVersion: settings.kubernetesVersion,
    additionalSans: settings.additionalSans ?? [],
    registryMirrors: new Map(),
    persist: true,
    discovery: settings.discovery ?? true,
    mesh: false,
  })[type];
  const network = hasFeature("networkDocuments", contract)
    ? applyNetwork(documents, settings)
    : mergeMain(documents, { machine: { network: networkSection(settings) } });
  return hasFeature("separateDocuments", contract)
    ? applyCluster(network, settings)
    : mergeMain(network, { cluster: clusterSection(settings) });
}

function mergeMain(documents: readonly ConfigDocument[], more: Data): readonly ConfigDocument[] {
  return documents.map((document) =>
    document.type === MAIN ? { ...document, data: mergeData(document.data, more) } : document
  );
}

function networkSection({ hostname, interfaces }: MachineSettings): Data {
  return {
    ...(hostname === "" ? {} : { hostname }),
    ...(interfaces.length === 0 ? {} : { interfaces }),
  };
}

function clusterSection(
  { type, cni, subnets = {}, allowSchedulingOnControlPlanes }: MachineSettings,
): Data {
  const network = { ...cni === undefined ? {} : { cni }, ...subnets };
  return {
    ...(Object.keys(network).length === 0 ? {} : { network }),
    ...(allowSchedulingOnControlPlanes && type !== "worker"
      ? { allowSchedulingOnControlPlanes }
      : {}),
  };
}

/** Sets hostname and interfaces in documents of v1.12 and newer. */
function applyNetwork(
  documents: readonly ConfigDocument[],
  { hostname, interfaces }: MachineSettings,
): readonly ConfigDocument[] {
  const named = documents.map((document) =>
    document.type.kind === "HostnameConfig" && hostname !== ""
      ? { ...document, data: { hostname } }
      : document
  );
  const links = toLinkDocuments(interfaces);
  if (links !== undefined) return [...named, ...links];
  return mergeMain(named, { machine: { network: { interfaces } } });
}

/** Sets the cluster's network and scheduling in documents of v1.14 and newer. */
function applyCluster(
  documents: readonly ConfigDocument[],
  { cni, subnets = {}, allowSchedulingOnControlPlanes }: MachineSettings,
): readonly ConfigDocument[] {
  const isFlannel = cni === undefined || cni["name"] === "flannel";
  const urls = Array.isArray(cni?.["urls"]) ? cni["urls"].map(String) : [];
  return [
    ...documents
      .filter(({ type: { kind } }) => isFlannel || kind !== "KubeFlannelCNIConfig")
      .map((document): ConfigDocument => {
        const { type: { kind }, data } = document;
        if (kind === "KubeNetworkConfig") return { ...document, data: { ...data, ...subnets } };
        if (kind !== "KubeNodeConfig" || !allowSchedulingOnControlPlanes) return document;
        const { taints: _, ...rest } = data;
        return { ...document, data: rest };
      }),
    ...urls.map((url, index) =>
      createDocument("KubeExternalManifestConfig", { name: `cni-${index + 1}`, url })
    ),
  ];
}
