/**
 * Options of the controllers of a node.
 *
 * @module
 */
import type { ConfigDocument } from "../../../machineconfig/data.ts";
import type { NodeFacts } from "../../types.ts";
import type { KubernetesNode } from "../../kubernetes_nodes.ts";
import type { LiveValue } from "../../live_value.ts";
import type { ServiceRegistry } from "../../machine/mod.ts";
import type { MachineStage } from "../definitions/runtime.ts";

/** A node of the cluster. */
export interface Peer {
  readonly node: NodeFacts;
  /** Derived from the cluster's seed; stable for the cluster's lifetime. */
  readonly nodeId: string;
  /** Version of the operating system. */
  readonly version: string;
}

/** Identity of a cluster. */
export interface ClusterIdentity {
  readonly id: string;
  /** All configured nodes, including this one. */
  readonly peers: readonly Peer[];
  /** Calls `listener` after a change of `peers` until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Certificates and keys of a node, PEM. */
export interface NodeSecrets {
  /** Authority of node and client certificates; undefined on workers. */
  readonly issuingCa: { readonly crt: string; readonly key: string } | undefined;
  /** Certificates of accepted authorities in the configuration. */
  readonly acceptedCas: readonly string[];
  /** Certificates of the authorities that the server accepts; one text on workers. */
  readonly apiAcceptedCas: readonly string[];
  readonly server: { readonly crt: string; readonly key: string };
  /** Client certificate for forwarding; undefined on workers. */
  readonly client: { readonly crt: string; readonly key: string } | undefined;
  /** Additional subject alternative names of the server certificate. */
  readonly extraHosts: readonly string[];
}

/** The active machine configuration. */
export interface ActiveConfig {
  /** The text as it was applied. */
  readonly text: string;
  readonly documents: readonly ConfigDocument[];
}

/** Values of a running node that calls and sequences change. */
export interface LiveNode {
  /** Version of the operating system. */
  readonly version: string;
  /** ID of the boot, a UUID. */
  readonly bootId?: string;
  /** The active machine configuration; undefined in maintenance mode. */
  readonly config: LiveValue<ActiveConfig | undefined>;
  /** The stored configuration, which the next boot activates. */
  readonly stored: LiveValue<string | undefined>;
  /** META values by key, for example `0x0a`. */
  readonly meta: LiveValue<Readonly<Record<string, string>>>;
  readonly stage: LiveValue<MachineStage>;
  /** Reports whether the containers of static pods crash. */
  readonly crashesStaticPods?: () => boolean;
  /** The node's Kubernetes object; undefined while it is not registered. */
  readonly kubernetesNode?: {
    readonly live: LiveValue<KubernetesNode | undefined>;
    /** Reads it, unless it was read. */
    load(): void;
  };
}

/** Inputs of the controllers, besides the machine itself. */
export interface ControllerOptions {
  readonly node: NodeFacts;
  readonly services: ServiceRegistry;
  readonly live: LiveNode;
  /** Returns the id of the node's etcd member; undefined without one. */
  readonly etcdMemberId: () => bigint | undefined;
  /** Undefined in maintenance mode. */
  readonly cluster: ClusterIdentity | undefined;
  /** Undefined in maintenance mode; its value until a worker has a certificate. */
  readonly secrets: LiveValue<NodeSecrets | undefined> | undefined;
}
