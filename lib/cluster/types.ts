/**
 * Local clusters as the commands see them, whatever provides them.
 *
 * @module
 */
import type { System } from "../platform/system.ts";

/** The provisioners of the interface. */
export type ProvisionerName = "sandbox" | "docker" | "qemu";

/** One node of a local cluster. */
export interface ClusterNode {
  readonly name: string;
  /** `unconfigured`: in maintenance mode until it is given a configuration. */
  readonly type: "controlplane" | "worker" | "unconfigured";
  readonly address: string;
  readonly port: number;
  /** Whether it negotiates HTTP/2 by ALPN (sandbox only); true when absent. */
  readonly alpn?: boolean;
}

/** What is known of a local cluster; kept in its state folder. */
export interface ClusterRecord {
  readonly name: string;
  readonly provisioner: ProvisionerName;
  /** `creating` until every node listens; what stays so was left half-made by a crash. */
  readonly phase: "creating" | "ready";
  readonly network: { readonly name: string; readonly cidr: string; readonly mtu: number };
  readonly nodes: readonly ClusterNode[];
  /** Certificate of the authority its nodes and clients have theirs from, PEM text. */
  readonly ca: string;
  /** Where its context was added, once it was, and which one was current before. */
  readonly osconfig?: {
    readonly path: string;
    readonly context: string;
    readonly previous: string;
  };
}

/** A cluster and whether it lives. */
export interface ClusterStatus {
  readonly record: ClusterRecord;
  /** Whether the process that serves its nodes is there. */
  readonly running: boolean;
}

/** What a new cluster shall be. */
export interface CreateRequest {
  readonly name: string;
  /** Folder that holds one folder a cluster. */
  readonly stateFolder: string;
  readonly controlPlanes: number;
  readonly workers: number;
  /** Nodes without a configuration. */
  readonly unconfigured: number;
  /** Whether configured nodes negotiate HTTP/2 by ALPN. */
  readonly alpn: boolean;
  /** The network; a free one when undefined. */
  readonly cidr: string | undefined;
  /** Name nodes `machine-<uuid>`. */
  readonly uuidNames: boolean;
  /** The only endpoint to write into the client configuration, as `host` or `host:port`. */
  readonly endpoint: string | undefined;
}

/** A new cluster's record and the credentials of its administrator, PEM texts. */
export interface CreatedCluster {
  readonly record: ClusterRecord;
  readonly endpoints: readonly string[];
  readonly crt: string;
  readonly key: string;
}

/** The parts of the machine a provisioner uses. */
export type Surroundings = Pick<
  System,
  "clock" | "random" | "spawn" | "env" | "home" | "signal"
>;

/** Makes and removes the nodes of a cluster. */
export interface Provisioner {
  /**
   * Makes the cluster; its nodes listen when this resolves. Leaves nothing behind when it fails or
   * is cancelled.
   *
   * @param say Told what happens, a line at a time, once the request was found to be possible.
   */
  create(
    request: CreateRequest,
    say: (text: string) => Promise<void>,
  ): Promise<CreatedCluster>;
  /** @throws {OsctlError} of kind `input` when there is no such cluster or only a part of one. */
  status(stateFolder: string, name: string): Promise<ClusterStatus>;
  /**
   * Stops the nodes and removes all state. With `force`, also what a crash left half-made. Gives
   * the record, when there was a readable one.
   */
  destroy(stateFolder: string, name: string, force: boolean): Promise<ClusterRecord | undefined>;
  /** What the nodes said, for a failure report. */
  logs(stateFolder: string, name: string): AsyncIterable<string>;
}
