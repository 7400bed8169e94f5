/**
 * Shared types of local clusters: records, requests and the provisioner interface.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import type { Data } from "../machineconfig/data.ts";
import type { Contract } from "../machineconfig/generate/contract.ts";
import type { System } from "../platform/system.ts";
import type { CreateFlags } from "./create_flags.ts";

/** The provisioners of the interface. */
export type ProvisionerName = "sandbox" | "docker" | "qemu";

/** Type of a node; `unconfigured`: in maintenance mode until a configuration is applied. */
export type NodeType = "init" | "controlplane" | "worker" | "unconfigured";

/**
 * Differences between the machines that a cluster file declares and the local ones. The local
 * machines have the names of the declared nodes.
 */
export interface LocalAdaptation {
  /** URL of the Kubernetes API inside the cluster. */
  readonly endpoint: string;
  /** Path of the installation disk; empty for nodes that are not installed. */
  readonly disk: string;
  /** Additional names and addresses of the node and API server certificates. */
  readonly sans: readonly string[];
  /** Fields that the provisioner needs in the main document of all configurations. */
  readonly settings: Data;
}

/** A node of a local cluster. */
export interface ClusterNode {
  readonly name: string;
  readonly type: NodeType;
  /** The first address. */
  readonly address: string;
  /** Port of the node API. */
  readonly port: number;
  /** Whether it negotiates HTTP/2 by ALPN (sandbox only); by `osVersion` when absent. */
  readonly alpn?: boolean;
  /** Version that it boots first (sandbox only); the cluster's when absent. */
  readonly osVersion?: string;
  /** All addresses, one per family; `[address]` when absent. */
  readonly addresses?: readonly string[];
  /** Limits and sizes; absent when the provisioner has none. Memory and disk in bytes. */
  readonly nanoCpus?: number;
  readonly memory?: number;
  readonly disk?: number;
}

/** The network of a local cluster. */
export interface ClusterNetwork {
  readonly name: string;
  /** The first network in CIDR notation. */
  readonly cidr: string;
  /** All networks, one per family; `[cidr]` when absent. */
  readonly cidrs?: readonly string[];
  /** One address per network; absent or empty without a gateway. */
  readonly gateways?: readonly string[];
  readonly mtu: number;
}

/** The record of a local cluster, stored in its state folder. */
export interface ClusterRecord {
  readonly name: string;
  readonly provisioner: ProvisionerName;
  /** `creating` until every node listens; still `creating` after a crash during creation. */
  readonly phase: "creating" | "ready";
  readonly network: ClusterNetwork;
  readonly nodes: readonly ClusterNode[];
  /** Milliseconds since the Unix epoch; absent in records of older versions. */
  readonly createdAt?: number;
  /** Version of new nodes (sandbox only); from the interface release when absent. */
  readonly osVersion?: string;
  /** Kubernetes version of new nodes (sandbox only), without `v`; from the release when absent. */
  readonly kubernetesVersion?: string;
  /** Port of the Kubernetes API; 6443 when absent. */
  readonly apiPort?: number;
  /**
   * URL of the Kubernetes API for this machine; derived from the first control plane when absent.
   */
  readonly kubernetesEndpoint?: string;
  /** Adaptation of the nodes of a cluster file to local machines; absent without a file. */
  readonly declared?: LocalAdaptation;
  /** Address of the engine, as in `DOCKER_HOST` (docker only). */
  readonly engine?: string;
  /** CA certificate of nodes and clients, PEM; empty when unknown. */
  readonly ca: string;
  /** The added context: file, name, and the previously current context. */
  readonly osconfig?: {
    readonly path: string;
    readonly context: string;
    readonly previous: string;
    /** SHA-256 of the context as it was added. */
    readonly digest?: string;
    /** Whether it may be added under another name, or not at all, after a crash. */
    readonly pending?: boolean;
  };
  /** The added kubeconfig entries: file, names, CA certificate (base64), previous context. */
  readonly kubeconfig?: {
    readonly path: string;
    readonly names: Readonly<Record<"clusters" | "users" | "contexts", readonly string[]>>;
    readonly ca: string;
    readonly previous: string;
    /** SHA-256 of the entries as they were added. */
    readonly digest?: string;
    /** Whether they may be added under other names, or not at all, after a crash. */
    readonly pending?: boolean;
  };
}

/** State of a node: `down` when it refuses connections, `stopped` with its cluster. */
export type NodeState = "running" | "down" | "stopped" | "paused";

/** The status of a cluster. */
export interface ClusterStatus {
  readonly record: ClusterRecord;
  /** Whether its nodes run: the process that serves them, or any container or virtual machine. */
  readonly running: boolean;
  /** States by name of node, of provisioners that know them; probed when undefined. */
  readonly states?: ReadonlyMap<string, NodeState>;
}

/**
 * State of a cluster: `stopped` when no node runs, `incomplete` after a failed creation,
 * `unreadable` when its state files are corrupt, `unreachable` when its provisioner does not
 * respond or its state belongs to another user.
 */
export type ClusterPhase = "running" | "stopped" | "incomplete" | "unreadable" | "unreachable";

/** A local cluster of a list. */
export interface ListedCluster {
  readonly name: string;
  /** Undefined when its state belongs to another user. */
  readonly provisioner?: ProvisionerName;
  readonly state: ClusterPhase;
  /** Undefined when it is unreadable. */
  readonly record: ClusterRecord | undefined;
}

/** Writes a line of progress. */
export type Report = (text: string) => Promise<void>;

/** A request for a new cluster: the flags of `create`, which a provisioner reads itself. */
export interface CreateRequest {
  readonly flags: CreateFlags;
  /** camelCase keys of the flags on the command line. */
  readonly given: ReadonlySet<string>;
  readonly release: Release;
  /** Parent of the clusters' state folders, resolved. */
  readonly stateFolder: string;
  /** The machines of a cluster file, instead of the numbers of the flags. */
  readonly declared?: DeclaredMachines;
}

/** The machines of a cluster file. */
export interface DeclaredMachines {
  /** Contract of the configurations. */
  readonly contract: Contract;
  /** Names, roles and versions; control planes first. */
  readonly nodes: readonly DeclaredMachine[];
  /** Issues credentials of an administrator. */
  createClient(
    target: Pick<ClusterClient, "endpoints" | "nodes">,
  ): Promise<ClusterClient & { readonly ca: string }>;
  /** Renders the configurations for planned machines, `nodes` in the same order. */
  createConfigs(
    machines: readonly Pick<PlannedNode, "name" | "addresses">[],
    adaptation: LocalAdaptation,
  ): Promise<MachineConfigs>;
}

/** A machine of a cluster file. */
export interface DeclaredMachine {
  readonly name: string;
  readonly type: "controlplane" | "worker";
  readonly osVersion: string;
}

/** Names, addresses and sizes of machines: the same for every provisioner of machines. */
export interface ClusterPlan {
  readonly name: string;
  readonly network: Required<ClusterNetwork>;
  /** Virtual IP of the control planes; undefined without `--use-vip`. */
  readonly vip: string | undefined;
  /** Port of the Kubernetes API. */
  readonly apiPort: number;
  /** Control planes, then workers. */
  readonly nodes: readonly PlannedNode[];
}

/** A planned machine. */
export interface PlannedNode {
  readonly name: string;
  readonly uuid: string;
  readonly type: Exclude<NodeType, "unconfigured">;
  /** One address per network. */
  readonly addresses: readonly string[];
  readonly nanoCpus: number;
  /** Bytes. */
  readonly memory: number;
}

/** Settings with which the shared steps configure the machines of a provisioner. */
export interface MachineSettings {
  readonly plan: ClusterPlan;
  /** Endpoints of the client configuration, `host` or `host:port`. */
  readonly endpoints: readonly string[];
  /** Additional subject alternative names of node and API server certificates. */
  readonly additionalSans: readonly string[];
  /** URL of the Kubernetes API inside the cluster. */
  readonly clusterEndpoint: string;
  /** URL of the Kubernetes API for this machine. */
  readonly kubernetesEndpoint: string;
  /** Image whose tag is the version of the configurations without `--os-version`. */
  readonly versionImage: string;
  /** Mode of the nodes that configurations are validated for. */
  readonly mode: "container" | "metal";
  /** Path of the installation disk; empty for nodes that are not installed. */
  readonly installDisk: string;
  /** The network interface of the nodes, an object of `machine.network.interfaces`. */
  readonly networkInterface: Data;
  /**
   * Returns fields to merge into the main document of every machine, before patches.
   *
   * @param contract version that the configuration is generated for.
   */
  config(contract: Contract): Data;
}

/** The machine configurations of a new cluster. */
export interface MachineConfigs {
  /** Whether nodes start with their configuration; false with `--skip-injecting-config`. */
  readonly isInjected: boolean;
  /**
   * Returns the configuration of a node by name; with the documentation of each field by default.
   * A control plane's may wait for a key, so the other nodes can start before.
   */
  textOf(node: string, options?: { readonly comments: boolean }): Promise<string>;
}

/** A cluster that was checked and is ready to be created. */
export interface PreparedCluster {
  /** Undefined when the provisioner generates secrets and configurations itself (sandbox). */
  readonly machines: MachineSettings | undefined;
  /**
   * Checks that the cluster can be created; creates nothing. Reports warnings.
   *
   * @throws {OsctlError} with all problems.
   */
  preflight(report: Report): Promise<void>;
  /**
   * Creates the cluster and resolves when its nodes have started. When it fails or is canceled, it
   * removes everything it created, unless `--keep` is set.
   *
   * @param configs undefined for a provisioner without `machines`.
   */
  create(configs: MachineConfigs | undefined, report: Report): Promise<CreatedNodes>;
}

/** Created nodes, and the client of a provisioner that generates secrets itself. */
export interface CreatedNodes {
  readonly record: ClusterRecord;
  readonly client?: ClusterClient;
}

/** Endpoints, nodes and credentials (PEM) of the new context. */
export interface ClusterClient {
  readonly endpoints: readonly string[];
  /** Nodes of the new context: the control planes. */
  readonly nodes: readonly string[];
  readonly crt: string;
  readonly key: string;
}

/** A new cluster's record and admin credentials, PEM. */
export interface CreatedCluster extends ClusterClient {
  readonly record: ClusterRecord;
}

/** The system dependencies of a provisioner. */
export type ProvisionerSystem = Pick<
  System,
  "clock" | "random" | "spawn" | "env" | "home" | "cwd" | "signal" | "stderr" | "terminal" | "fetch"
>;

/** Options of {@linkcode Provisioner.destroy}. */
export interface DestroyOptions {
  /** Also remove an incomplete cluster, and state of which a part cannot be removed. */
  readonly force: boolean;
  /** Called with each removed object. */
  readonly report: Report;
  /**
   * Removes what the record names outside of the provisioner: context and kubeconfig. Called when
   * the nodes are removed, before the record is, so that a repeated removal completes a killed one.
   */
  cleanUp(record: ClusterRecord): Promise<void>;
  /** Cancels the removal; not the signal of the system, which may be aborted during a roll-back. */
  readonly signal: AbortSignal;
}

/** Creates, lists and destroys clusters. */
export interface Provisioner {
  readonly name: ProvisionerName;
  /**
   * Plans a new cluster and checks the flags; contacts no daemon and creates nothing.
   *
   * @throws {OsctlError} of kind `usage` for invalid flags.
   */
  prepare(request: CreateRequest): Promise<PreparedCluster>;
  /**
   * Returns the status of a cluster.
   *
   * @throws {OsctlError} of kind `input` when the cluster does not exist or is incomplete.
   */
  status(stateFolder: string, name: string): Promise<ClusterStatus>;
  /** Lists the clusters, by name. Empty when the provisioner is not usable on this machine. */
  list(stateFolder: string): Promise<ListedCluster[]>;
  /** Waits while another program starts the nodes. */
  awaitStart?(stateFolder: string, name: string): Promise<void>;
  /** Starts the nodes of a stopped cluster; no effect on running ones. */
  start(stateFolder: string, name: string, report: Report): Promise<ClusterRecord>;
  /** Stops the nodes and retains their state. */
  stop(stateFolder: string, name: string, report: Report): Promise<ClusterRecord>;
  /**
   * Stops the nodes and removes all state. Returns the record if it is readable.
   *
   * @throws {OsctlError} of kind `input` when the cluster does not exist, or its state is invalid
   *   without `force`.
   */
  destroy(
    stateFolder: string,
    name: string,
    options: DestroyOptions,
  ): Promise<ClusterRecord | undefined>;
  /** Yields the logs of the nodes, for a crash dump. */
  logs(stateFolder: string, name: string): AsyncIterable<string>;
}

/** Reports whether a node runs the control plane. */
export function isControlPlane({ type }: { readonly type: NodeType }): boolean {
  return type === "controlplane" || type === "init";
}
