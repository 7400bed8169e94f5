/**
 * Settings of an existing cluster or machine, for the next configuration.
 *
 * @module
 */
import { normaliseEndpoint } from "../../client/endpoints.ts";
import type { NodeClient } from "../../client/types.ts";
import { DOMAIN } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import {
  type ConfigDocument,
  type Data,
  isList,
  isMap,
  sectionOf,
} from "../../machineconfig/data.ts";
import { fromLinkDocuments } from "../../machineconfig/generate/link_documents.ts";
import type { MachineSettings } from "../../machineconfig/generate/generate_machine.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import { NEWEST } from "../../machineconfig/schema/releases.ts";
import type { ResourceReader } from "../../resource/mod.ts";

/** Taint of control planes that run no workloads. */
const CONTROL_PLANE_TAINT = "node-role.kubernetes.io/control-plane";

/** Settings that all machines of a cluster share. */
export interface ClusterFacts {
  readonly name: string;
  /** URL of the Kubernetes API. */
  readonly endpoint: string;
  readonly dnsDomain: string;
  /** The `cni` object; undefined for the default. */
  readonly cni: Data | undefined;
  /** `podSubnets` and `serviceSubnets`, if set. */
  readonly subnets: Data;
  readonly allowSchedulingOnControlPlanes: boolean;
  /** Without `v`; empty for the default of the nodes. */
  readonly kubernetesVersion: string;
  readonly installImage: string;
  /** Configuration of a control plane. */
  readonly config: string;
}

/**
 * Reads the configuration of a control plane.
 *
 * @throws {OsctlError} the node's error; of kind `node` for a worker.
 */
export async function readClusterFacts(
  reader: ResourceReader,
  node: string,
): Promise<ClusterFacts> {
  const { machine, cluster, documents, config } = await readConfig(reader, node);
  if (text(machine, "type") === "worker") {
    throw new OsctlError("node", "the endpoint is a worker, which has no cluster secrets", {
      hint: "set a control plane with --endpoints",
    });
  }
  const own = documents("KubeNetworkConfig");
  const network = own ?? sectionOf(cluster, "network");
  const clusterDocument = documents("KubeClusterConfig") ?? {};
  const kubelet = documents("KubeletConfig") ?? sectionOf(machine, "kubelet");
  return {
    name: text(clusterDocument, "clusterName") || text(cluster, "clusterName"),
    endpoint: text(clusterDocument, "endpoint") ||
      text(sectionOf(cluster, "controlPlane"), "endpoint"),
    dnsDomain: text(network, "dnsDomain"),
    cni: own === undefined ? readCni(network) : {
      name: documents("KubeFlannelCNIConfig") === undefined ? "none" : "flannel",
    },
    subnets: Object.fromEntries(
      Object.entries(network).filter(([name]) => ["podSubnets", "serviceSubnets"].includes(name)),
    ),
    allowSchedulingOnControlPlanes: isSchedulable(cluster, documents("KubeNodeConfig")),
    kubernetesVersion: /:v(\d[^:@]*)/.exec(text(kubelet, "image"))?.[1] ?? "",
    installImage: readInstall(machine, documents).image,
    config,
  };
}

function readCni(network: Data): Data | undefined {
  return isMap(network["cni"]) ? network["cni"] : undefined;
}

/** A control plane of v1.14 without the taint runs workloads. */
function isSchedulable(cluster: Data, node: Data | undefined): boolean {
  if (node === undefined) return cluster["allowSchedulingOnControlPlanes"] === true;
  return !Object.hasOwn(sectionOf(node, "taints"), CONTROL_PLANE_TAINT);
}

/** Returns the data of the document of a kind. */
type Documents = (kind: string) => Data | undefined;

/** Returns disk and image of the installation; a disk selector other than a path has no disk. */
function readInstall(machine: Data, documents: Documents): { disk: string; image: string } {
  const unattended = documents("UnattendedInstallConfig");
  const install = sectionOf(machine, "install");
  if (unattended === undefined) {
    return { disk: text(install, "disk"), image: text(install, "image") };
  }
  const match = text(sectionOf(sectionOf(unattended, "provisioning"), "diskSelector"), "match");
  const disk = /^disk\.dev_path == "(\/dev\/[\w/-]+)"$/.exec(match.trim())?.[1] ?? "";
  return { disk, image: text(sectionOf(unattended, "installer"), "image") };
}

/** Reads the settings of a configured machine, which are the defaults of its next configuration. */
export async function readMachineSettings(
  reader: ResourceReader,
  node: string,
): Promise<Partial<MachineSettings>> {
  const { machine, documents, all } = await readConfig(reader, node);
  const network = sectionOf(machine, "network");
  const interfaces = network["interfaces"];
  const install = readInstall(machine, documents);
  return {
    type: text(machine, "type") === "worker" ? "worker" : "controlplane",
    installDisk: install.disk,
    installImage: install.image,
    hostname: text(documents("HostnameConfig") ?? {}, "hostname") || text(network, "hostname"),
    interfaces: [
      ...isList(interfaces) ? interfaces.filter(isMap) : [],
      ...fromLinkDocuments(all),
    ],
  };
}

/** A configuration: sections of its main document, and the other documents. */
interface ReadConfig {
  readonly machine: Data;
  readonly cluster: Data;
  readonly documents: Documents;
  readonly all: readonly ConfigDocument[];
  readonly config: string;
}

async function readConfig(reader: ResourceReader, node: string): Promise<ReadConfig> {
  const kind = { namespace: "config", type: `MachineConfigs.config.${DOMAIN}` };
  const { yaml: config } = await reader.get(node, kind, "v1alpha1");
  // A node may be newer than the interface.
  const { documents: all } = decodeMachineConfig(config, { release: NEWEST });
  const main = all.find(({ type }) => type === MAIN)?.data ?? {};
  const documents = (kind: string) => all.find(({ type }) => type.kind === kind)?.data;
  return {
    machine: sectionOf(main, "machine"),
    cluster: sectionOf(main, "cluster"),
    documents,
    all,
    config,
  };
}

/** Returns the host of an endpoint, which is the name of a control plane as a node. */
export function hostOf(endpoint: string): string {
  const authority = normaliseEndpoint(endpoint, "input");
  return authority.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}

/** Calls `read` with each control plane in turn until one succeeds; throws the first error. */
export async function tryEach<T>(
  clients: readonly { client: NodeClient; node: string }[],
  read: (client: NodeClient, node: string) => Promise<T>,
): Promise<T> {
  const errors: unknown[] = [];
  for (const { client, node } of clients) {
    try {
      return await read(client, node);
    } catch (error) {
      if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
      errors.push(error);
    }
  }
  throw errors[0];
}

function text(data: Data, name: string): string {
  const value = data[name];
  return typeof value === "string" ? value : "";
}
