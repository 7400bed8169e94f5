/**
 * Shared types of local clusters: records, requests and the provisioner interface.
 *
 * @module
 */
import type { System } from "../platform/system.ts";

/** The provisioners of the interface. */
export type ProvisionerName = "sandbox" | "docker" | "qemu";

/** A node of a local cluster. */
export interface ClusterNode {
  readonly name: string;
  /** `unconfigured`: in maintenance mode until a configuration is applied. */
  readonly type: "controlplane" | "worker" | "unconfigured";
  readonly address: string;
  readonly port: number;
  /** Whether it negotiates HTTP/2 by ALPN (sandbox only); by `osVersion` when absent. */
  readonly alpn?: boolean;
}

/** The record of a local cluster, stored in its state folder. */
export interface ClusterRecord {
  readonly name: string;
  readonly provisioner: ProvisionerName;
  /** `creating` until every node listens; still `creating` after a crash during creation. */
  readonly phase: "creating" | "ready";
  readonly network: { readonly name: string; readonly cidr: string; readonly mtu: number };
  readonly nodes: readonly ClusterNode[];
  /** Version of new nodes (sandbox only); that of the interface release when absent. */
  readonly osVersion?: string;
  /** Port of the Kubernetes API; 6443 when absent. */
  readonly apiPort?: number;
  /** CA certificate of nodes and clients, PEM. */
  readonly ca: string;
  /** The added context: file, name, and the previously current context. */
  readonly osconfig?: {
    readonly path: string;
    readonly context: string;
    readonly previous: string;
  };
  /** The added kubeconfig entries: file, names, CA certificate (base64), previous context. */
  readonly kubeconfig?: {
    readonly path: string;
    readonly names: Readonly<Record<"clusters" | "users" | "contexts", readonly string[]>>;
    readonly ca: string;
    readonly previous: string;
  };
}

/** The status of a cluster. */
export interface ClusterStatus {
  readonly record: ClusterRecord;
  /** Whether the process that serves its nodes is running. */
  readonly running: boolean;
}

/** Parameters of a new cluster. */
export interface CreateRequest {
  readonly name: string;
  /** Parent of the clusters' state folders. */
  readonly stateFolder: string;
  readonly controlPlanes: number;
  readonly workers: number;
  /** Number of nodes without configuration. */
  readonly unconfigured: number;
  /** Whether configured nodes negotiate HTTP/2 by ALPN; by `osVersion` when undefined. */
  readonly alpn: boolean | undefined;
  /** Version of sandbox nodes; undefined for that of the interface release. */
  readonly osVersion: string | undefined;
  /** Network in CIDR notation; undefined for a free one. */
  readonly cidr: string | undefined;
  /** Whether nodes are named `machine-<uuid>`. */
  readonly uuidNames: boolean;
  /** Port of the Kubernetes API. */
  readonly apiPort: number;
  /** Endpoint of the client configuration, `host` or `host:port`; default the control planes. */
  readonly endpoint: string | undefined;
}

/** A new cluster's record and admin credentials, PEM. */
export interface CreatedCluster {
  readonly record: ClusterRecord;
  readonly endpoints: readonly string[];
  /** Nodes of the new context: the control planes. */
  readonly nodes: readonly string[];
  readonly crt: string;
  readonly key: string;
}

/** The system dependencies of a provisioner. */
export type ProvisionerSystem = Pick<
  System,
  "clock" | "random" | "spawn" | "env" | "home" | "signal"
>;

/** Creates and destroys clusters. */
export interface Provisioner {
  /**
   * Creates the cluster and resolves when its nodes listen. Removes everything when it fails or is
   * canceled.
   *
   * @param report called with each line of progress.
   */
  create(
    request: CreateRequest,
    report: (text: string) => Promise<void>,
  ): Promise<CreatedCluster>;
  /**
   * Returns the status of a cluster.
   *
   * @throws {OsctlError} of kind `input` when the cluster does not exist or is incomplete.
   */
  status(stateFolder: string, name: string): Promise<ClusterStatus>;
  /**
   * Stops the nodes and removes all state; with `force` also of an incomplete cluster. Returns the
   * record if it is readable.
   */
  destroy(stateFolder: string, name: string, force: boolean): Promise<ClusterRecord | undefined>;
  /** Yields the logs of the nodes, for a failure report. */
  logs(stateFolder: string, name: string): AsyncIterable<string>;
}
