/**
 * A declared cluster: a cluster file whose references are resolved.
 *
 * @module
 */
import type { ConfigDocument, Data } from "../machineconfig/data.ts";
import type { Contract, Endpoint } from "../machineconfig/generate/mod.ts";
import type { Patch } from "../machineconfig/patch/mod.ts";
import type { ConfigRelease } from "../machineconfig/schema/types.ts";

/** A patch and where it was declared. */
export interface DeclaredPatch {
  /** `cluster.yaml:12`, or the path of its file. */
  readonly origin: string;
  readonly patch: Patch;
}

/** Strategy of a rolling change of a group. */
export interface UpdateStrategy {
  /** A number of workers or a percentage, such as `25%`. */
  readonly maxUnavailable: string;
  readonly canary: number;
  /** `name`, or `zone:<label>`. */
  readonly order: string;
  readonly drain: boolean;
}

/** Identity of a machine in maintenance mode; empty values are not checked. */
export interface MachineIdentity {
  /** UUID of SMBIOS. */
  readonly uuid: string;
  /** MAC address of one of its network interfaces. */
  readonly mac: string;
  /** Base64 SHA-256 of the public key of its certificate in maintenance mode. */
  readonly fingerprint: string;
}

/** A machine of a declared cluster, with the settings of its group and cluster. */
export interface DeclaredNode {
  readonly name: string;
  /** Addresses of its node API; none is known before its first boot. */
  readonly addresses: readonly string[];
  readonly identity: MachineIdentity;
  readonly role: "controlplane" | "worker";
  /** `controlPlane`, or the name of its group of workers. */
  readonly group: string;
  /** Version to run, with `v`. */
  readonly osVersion: string;
  /** Reference of the installer image. */
  readonly installImage: string;
  /** Schematic of the image, if the image factory makes it. */
  readonly schematic: string | undefined;
  /** Path of the disk; empty with a selector. */
  readonly disk: string;
  readonly diskSelector: Data | undefined;
  readonly labels: Readonly<Record<string, string>>;
  /** `value:effect` by key. */
  readonly taints: Readonly<Record<string, string>>;
  /** Patches of the cluster, the group and the node, in this order. */
  readonly patches: readonly DeclaredPatch[];
  readonly locked: boolean;
  readonly remove: boolean;
  /** Where it is declared: `cluster.yaml:20`. */
  readonly origin: string;
}

/** A cluster as its file declares it. */
export interface DeclaredCluster {
  /** Path of the file as the user wrote it. */
  readonly path: string;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly contract: Contract;
  /** Without `v`. */
  readonly kubernetesVersion: string;
  /** Path of the secrets file, from the working directory. */
  readonly secrets: string;
  readonly network: ClusterNetworks;
  readonly vip: { readonly address: string; readonly interface: string } | undefined;
  readonly allowSchedulingOnControlPlanes: boolean;
  readonly certSans: readonly string[];
  /** Whether configurations set the names of the nodes. */
  readonly setHostnames: boolean;
  readonly discovery: boolean;
  readonly gates: readonly string[];
  /** Control planes first, then workers by group, in the order of the file. */
  readonly nodes: readonly DeclaredNode[];
  /** By group; `controlPlane` is one of them. */
  readonly updates: ReadonlyMap<string, UpdateStrategy>;
  /** The release by whose schema patches are read: the newest node's. */
  readonly release: ConfigRelease;
  /**
   * Adapts the documents of a node to a local machine, after all patches; absent for the declared
   * machines.
   */
  readonly adapt?: (documents: readonly ConfigDocument[]) => readonly ConfigDocument[];
}

/** Networks of pods and services; undefined for the default of the nodes. */
export interface ClusterNetworks {
  readonly podSubnets: readonly string[] | undefined;
  readonly serviceSubnets: readonly string[] | undefined;
  readonly dnsDomain: string;
  readonly cni: Data | undefined;
}
