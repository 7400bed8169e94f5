/**
 * The Kubernetes objects of nodes, as the nodes observe them.
 *
 * @module
 */
import { LiveValue } from "./live_value.ts";

/** A node as its Kubernetes object describes it. */
export interface KubernetesNode {
  readonly isReady: boolean;
  readonly isUnschedulable: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The Kubernetes objects of the nodes of a process, by name. */
export class KubernetesNodes {
  /** Reads the stored objects, which are not read before they are used. */
  load: () => void = () => {};
  readonly #nodes = new Map<string, LiveValue<KubernetesNode | undefined>>();

  /** Returns the object of a node; undefined while it is not registered. */
  of(name: string): LiveValue<KubernetesNode | undefined> {
    return this.#nodes.getOrInsertComputed(
      name,
      () => new LiveValue<KubernetesNode | undefined>(undefined),
    );
  }
}
