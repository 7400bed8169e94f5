/**
 * Questions about a machine and its cluster.
 *
 * @module
 */
import { KUBERNETES_VERSION, OS_VERSION, type Release } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import type { Data } from "../../machineconfig/data.ts";
import type { MachineSettings } from "../../machineconfig/generate/generate_machine.ts";
import { isKubernetesVersion, parseEndpoint } from "../../machineconfig/generate/mod.ts";
import { defaultKubernetesVersion, installerImage } from "../../os_versions/mod.ts";
import { toUrlHost } from "../../pki/ip.ts";
import type { Prompts } from "../context.ts";
import { askChoice, optional } from "./ask_choice.ts";
import { askInterfaces } from "./ask_interfaces.ts";
import type { ClusterFacts } from "../../procedures/configure_node/cluster_facts.ts";
import type { MachineFacts } from "../../procedures/configure_node/machine_facts.ts";

/** Subject of the questions. */
export interface Subject {
  readonly node: string;
  readonly release: Release;
  /** Version of the node; empty when unknown. */
  readonly version: string;
  readonly machine: MachineFacts;
  /** The cluster to join; undefined for a new one. */
  readonly cluster: ClusterFacts | undefined;
  /** Whether the configuration is installed on the disk, which erases it. */
  readonly isNew: boolean;
}

/** Default name of a new cluster. */
const CLUSTER_NAME = "os-default";

/** Default domain of a new cluster. */
const DNS_DOMAIN = "cluster.local";

/** A host name (RFC 1123). */
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/**
 * Asks about a machine: disk, cluster, host name and network. The settings of an existing cluster
 * are not prompted for.
 *
 * @param previous Defaults: the settings of a configured machine, or the answers to repeat.
 */
export async function askMachine(
  prompts: Prompts,
  subject: Subject,
  previous?: Partial<MachineSettings>,
): Promise<MachineSettings> {
  const { release, version, machine, cluster } = subject;
  const type = cluster === undefined ? "controlplane" : await askChoice(
    prompts,
    "Machine type",
    [["worker", "worker"], ["controlplane", "control plane"]] as const,
    previous?.type,
  );
  const installDisk = await askDisk(prompts, subject, previous?.installDisk);
  const installImage = await prompts.text("Installer image", {
    initial: previous?.installImage || cluster?.installImage ||
      installerImage(version || OS_VERSION[release]),
    validate: required,
  });
  const settings = cluster === undefined
    ? await askCluster(prompts, subject, previous)
    : existingSettings(cluster);
  const hostname = await prompts.text("Host name (empty: assigned by the network)", {
    initial: previous?.hostname ?? "",
    validate: optional((text) => HOST_NAME.test(text), "use letters, digits, hyphens and dots"),
  });
  const interfaces = await askInterfaces(prompts, machine.links, previous?.interfaces ?? []);
  return { ...settings, type, installDisk, installImage, hostname, interfaces };
}

async function askDisk(
  prompts: Prompts,
  { machine: { disks }, isNew }: Subject,
  previous: string | undefined,
): Promise<string> {
  const question = isNew ? "Install disk, which will be erased" : "Install disk";
  if (disks.length > 0) {
    const choices = disks.map(({ device, description }) =>
      [device, `${device}  ${description}`] as const
    );
    return await askChoice(prompts, question, choices, previous);
  }
  return await prompts.text(`${question} (the node lists none)`, {
    initial: previous || "/dev/sda",
    validate: (text) => text.startsWith("/dev/") ? undefined : "use a path such as /dev/sda",
  });
}

/** Settings of a cluster. */
type ClusterSettings = Omit<
  MachineSettings,
  "type" | "installDisk" | "installImage" | "hostname" | "interfaces"
>;

function existingSettings({ name, cni, ...facts }: ClusterFacts): ClusterSettings {
  return {
    clusterName: name,
    endpoint: facts.endpoint,
    kubernetesVersion: facts.kubernetesVersion,
    dnsDomain: facts.dnsDomain || DNS_DOMAIN,
    ...(cni === undefined ? {} : { cni }),
    allowSchedulingOnControlPlanes: facts.allowSchedulingOnControlPlanes,
  };
}

async function askCluster(
  prompts: Prompts,
  { node, release, version }: Subject,
  previous: Partial<MachineSettings> | undefined,
): Promise<ClusterSettings> {
  const clusterName = await prompts.text("Cluster name", {
    initial: previous?.clusterName ?? CLUSTER_NAME,
    validate: required,
  });
  const host = toUrlHost(node);
  const endpoint = await prompts.text("Endpoint of the Kubernetes API", {
    initial: previous?.endpoint ?? `https://${host}:6443`,
    validate: findEndpointError,
  });
  const kubernetesVersion = await prompts.text("Kubernetes version", {
    initial: previous?.kubernetesVersion ??
      defaultKubernetesVersion(version, KUBERNETES_VERSION[release]),
    validate: (text) => isKubernetesVersion(text) ? undefined : "use a version such as 1.31.1",
  });
  const dnsDomain = await prompts.text("DNS domain of the cluster", {
    initial: previous?.dnsDomain ?? DNS_DOMAIN,
    validate: (text) => HOST_NAME.test(text) ? undefined : "use a domain such as cluster.local",
  });
  const cni = await askChoice(
    prompts,
    "Container network (CNI)",
    [["flannel", "flannel"], ["none", "none: install one yourself"]] as const,
    previous?.cni?.["name"] as "flannel" | "none" | undefined,
  );
  const allowSchedulingOnControlPlanes = await askChoice(
    prompts,
    "Schedule workloads on control plane nodes",
    [[false, "no"], [true, "yes"]] as const,
    previous?.allowSchedulingOnControlPlanes,
  );
  const cniData: Data = { name: cni };
  return {
    clusterName,
    endpoint,
    kubernetesVersion,
    dnsDomain,
    allowSchedulingOnControlPlanes,
    cni: cniData,
  };
}

function required(text: string): string | undefined {
  return text === "" ? "a value is required" : undefined;
}

function findEndpointError(text: string): string | undefined {
  try {
    parseEndpoint(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    return error.hint ?? error.message;
  }
}
