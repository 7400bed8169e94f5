/**
 * Settings of an existing cluster or machine, for the next configuration.
 *
 * @module
 */
import { normaliseEndpoint } from "../../client/endpoints.ts";
import type { NodeClient } from "../../client/types.ts";
import { DOMAIN, type Release } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { type Data, isList, isMap } from "../../machineconfig/data.ts";
import type { MachineSettings } from "../../machineconfig/generate/generate_machine.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import { schemaRelease } from "../../machineconfig/schema/releases.ts";
import type { ResourceReader } from "../../resource/mod.ts";

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
  release: Release,
): Promise<ClusterFacts> {
  const { machine, cluster, config } = await readConfig(reader, node, release);
  if (text(machine, "type") === "worker") {
    throw new OsctlError("node", "the endpoint is a worker, which has no cluster secrets", {
      hint: "set a control plane with --endpoints",
    });
  }
  const network = map(cluster, "network");
  return {
    name: text(cluster, "clusterName"),
    endpoint: text(map(cluster, "controlPlane"), "endpoint"),
    dnsDomain: text(network, "dnsDomain"),
    cni: isMap(network["cni"]) ? network["cni"] : undefined,
    subnets: Object.fromEntries(
      Object.entries(network).filter(([name]) => ["podSubnets", "serviceSubnets"].includes(name)),
    ),
    allowSchedulingOnControlPlanes: cluster["allowSchedulingOnControlPlanes"] === true,
    kubernetesVersion: /:v(\d[^:@]*)/.exec(text(map(machine, "kubelet"), "image"))?.[1] ?? "",
    installImage: text(map(machine, "install"), "image"),
    config,
  };
}

/** Reads the settings of a configured machine, which are the defaults of its next configuration. */
export async function readMachineSettings(
  reader: ResourceReader,
  node: string,
  release: Release,
): Promise<Partial<MachineSettings>> {
  const { machine } = await readConfig(reader, node, release);
  const [install, network] = [map(machine, "install"), map(machine, "network")];
  const interfaces = network["interfaces"];
  return {
    type: text(machine, "type") === "worker" ? "worker" : "controlplane",
    installDisk: text(install, "disk"),
    installImage: text(install, "image"),
    hostname: text(network, "hostname"),
    interfaces: isList(interfaces) ? interfaces.filter(isMap) : [],
  };
}

async function readConfig(
  reader: ResourceReader,
  node: string,
  release: Release,
): Promise<{ machine: Data; cluster: Data; config: string }> {
  const kind = { namespace: "config", type: `MachineConfigs.config.${DOMAIN}` };
  const { yaml: config } = await reader.get(node, kind, "v1alpha1");
  const { documents } = decodeMachineConfig(config, { release: schemaRelease(release) });
  const main = documents.find(({ type }) => type === MAIN)?.data ?? {};
  return { machine: map(main, "machine"), cluster: map(main, "cluster"), config };
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

function map(data: Data, name: string): Data {
  const value = data[name];
  return isMap(value) ? value : {};
}

function text(data: Data, name: string): string {
  const value = data[name];
  return typeof value === "string" ? value : "";
}
