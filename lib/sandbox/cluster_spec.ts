/**
 * The parts of a cluster to start.
 *
 * @module
 */
import type { Clock, Random } from "../platform/system.ts";
import type { ContainerScript } from "./kubernetes/container_scripts.ts";
import type { ProcessRunner } from "./kubernetes/processes/pod_processes.ts";
import type { PeerOwner } from "./peer.ts";
import type { SandboxSecrets } from "./secrets.ts";
import type { PowerSwitch } from "./lifecycle/boot.ts";
import type { Binding, NodeFacts } from "./types.ts";

/** A node to start. */
export interface NodeSpec {
  readonly name: string;
  /** Machine type; in maintenance mode the intended one. */
  readonly type: "controlplane" | "worker";
  /** Whether the node has a configuration; false for maintenance mode. */
  readonly configured: boolean;
  /** Machine configuration of the first boot, for a node of another cluster; not `configured`. */
  readonly config?: string;
  readonly address: string;
  readonly port: number;
  /** Version of the first boot; default: the cluster's. */
  readonly osVersion?: string;
  /**
   * Whether the configured node negotiates HTTP/2 by ALPN, as Talos nodes from v1.8.2 on; default
   * by `osVersion`, true without it. Maintenance mode always does.
   */
  readonly alpn?: boolean;
  readonly platform?: NodeFacts["platform"];
  readonly listenAddress?: string;
}

/** A cluster to start. */
export interface ClusterSpec {
  readonly name: string;
  readonly nodes: readonly NodeSpec[];
  readonly secrets: SandboxSecrets;
  /** Version of new nodes, which decides their methods, roles and fields. */
  readonly osVersion?: string;
  /** Kubernetes version of generated configurations, without `v`; default: from the release. */
  readonly kubernetesVersion?: string;
  /** Parent of the nodes' folders. */
  readonly nodesFolder: string;
  /** Parent of the folders with configuration and META values of nodes; default `nodesFolder`. */
  readonly stateFolder?: string;
  /** Port of the Kubernetes API; default 6443. */
  readonly apiPort?: number;
}

/** Options of `startCluster`. */
export interface ClusterOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Additional bindings, which override built-in ones of the same method. */
  readonly bindings?: readonly Binding[];
  /** Returns the user id of a connection's peer; default from the kernel's socket table. */
  readonly peerOwner?: PeerOwner;
  /** Time until the containers of a Kubernetes pod are ready, milliseconds; default 1000. */
  readonly podReadyMs?: number;
  /** Time that the kubelet takes to restart, milliseconds; default 1000. */
  readonly kubeletRestartMs?: number;
  /** Time without an etcd leader before an election, milliseconds; default 1000. */
  readonly etcdElectionMs?: number;
  /**
   * Time without an etcd leader after which Kubernetes API requests fail, milliseconds; default
   * 7000.
   */
  readonly etcdTimeoutMs?: number;
  /** Time to pull a Kubernetes image, milliseconds; default 300. */
  readonly imagePullMs?: number;
  /** Scripts of containers in Kubernetes pods; by default for conformance runs. */
  readonly containerScripts?: readonly ContainerScript[];
  /** Runs pods of this program's own image as processes; none run without it. */
  readonly podRunner?: ProcessRunner;
  /** Whether nodes resolve each other's names; default true. */
  readonly resolvesNames?: boolean;
  /** Whether each node of the cluster runs in a separate process; this one has a single node. */
  readonly hasPeers?: boolean;
  /** Power switch of a node on a dedicated machine; it ends reboots and shutdowns. */
  readonly power?: PowerSwitch;
  /** Called with internal errors. */
  readonly report?: (error: unknown, where: string) => void;
}
