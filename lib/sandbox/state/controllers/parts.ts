/**
 * What the controllers of a node are told; everything else they find out on the machine.
 *
 * @module
 */
import type { NodeFacts } from "../../types.ts";
import type { ServiceRegistry } from "../../machine/mod.ts";

/** A node of the cluster as all nodes know it. */
export interface Peer {
  readonly node: NodeFacts;
  /** Random-looking, and the same for as long as the cluster lives. */
  readonly nodeId: string;
}

/** What a node knows of its cluster. */
export interface ClusterParts {
  readonly id: string;
  /** The configured nodes, this one among them. */
  readonly peers: readonly Peer[];
}

/** Certificates and keys of a node, PEM texts. */
export interface NodeSecrets {
  /** Signs the certificates of nodes and clients; a worker has no key to it. */
  readonly ca: { readonly crt: string; readonly key: string | undefined };
  readonly server: { readonly crt: string; readonly key: string };
  /** With what the node asks other nodes; a worker does not. */
  readonly client: { readonly crt: string; readonly key: string } | undefined;
  /** More names or addresses the server certificate is good for. */
  readonly extraHosts: readonly string[];
}

/** What there is to a node beyond the machine it runs on. */
export interface ControllerParts {
  readonly node: NodeFacts;
  readonly services: ServiceRegistry;
  /** Undefined in maintenance mode: the node belongs to no cluster. */
  readonly cluster: ClusterParts | undefined;
  /** Undefined in maintenance mode. */
  readonly secrets: NodeSecrets | undefined;
}
