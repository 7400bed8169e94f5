/**
 * Where the pod of a rollout runs: never on a node that is being changed. Labels of nodes decide where
 * the scheduler starts the next pod.
 *
 * @module
 */
import { NegativeResult } from "../../../errors.ts";
import { isNotFound } from "../../../kubernetes/kubernetes_error.ts";
import { NODES } from "../../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import type { OpenKubernetes } from "../gates/types.ts";
import type { RollingNode } from "../types.ts";

/** Label of nodes that are being changed: pods of rollouts are not scheduled there. */
export const CHANGING = "osctl/changing";
/** Label of nodes that a rollout has changed: its next pod prefers them. */
export const CHANGED = "osctl/changed";

/** Exit code of a pod that continues elsewhere: EX_TEMPFAIL of sysexits. */
export const MOVE_EXIT_CODE = 75;

/** The pod runs on a node that changes next: another pod continues elsewhere. */
export class MoveRequired extends NegativeResult {
  constructor(node: string) {
    super(`the pod moves away from node ${node}`, MOVE_EXIT_CODE);
  }
}

/** Keeps the pod of a rollout away from nodes that are being changed. */
export class Placement {
  readonly #kubernetes: OpenKubernetes;
  readonly #rollout: string;
  readonly #node: string;

  constructor(
    { kubernetes, rollout, node }: {
      readonly kubernetes: OpenKubernetes;
      readonly rollout: string;
      /** Kubernetes node of this pod. */
      readonly node: string;
    },
  ) {
    this.#kubernetes = kubernetes;
    this.#rollout = rollout;
    this.#node = node;
  }

  /**
   * Marks the nodes that change next.
   *
   * @throws {MoveRequired} when this pod runs on one of them.
   */
  async enter(nodes: readonly RollingNode[], signal: AbortSignal): Promise<void> {
    const client = await this.#kubernetes(signal);
    for (const { name } of nodes) await this.#label(client, name, CHANGING, signal);
    if (nodes.some(({ name }) => name === this.#node)) throw new MoveRequired(this.#node);
  }

  /** Marks nodes as changed. */
  async leave(nodes: readonly RollingNode[], signal: AbortSignal): Promise<void> {
    const client = await this.#kubernetes(signal);
    for (const { name } of nodes) await this.#label(client, name, CHANGED, signal);
  }

  /** Removes the marks of the rollout from all nodes. */
  async clear(signal: AbortSignal): Promise<void> {
    const client = await this.#kubernetes(signal);
    for (const label of [CHANGING, CHANGED]) {
      const labelSelector = `${label}=${this.#rollout}`;
      const { items } = await client.list(NODES, { labelSelector, signal });
      for (const { metadata } of items) {
        await patchLabels(client, metadata?.name ?? "", { [label]: null }, signal);
      }
    }
  }

  async #label(
    client: KubernetesClient,
    node: string,
    label: typeof CHANGING | typeof CHANGED,
    signal: AbortSignal,
  ): Promise<void> {
    const labels = { [CHANGING]: null, [CHANGED]: null, [label]: this.#rollout };
    await patchLabels(client, node, labels, signal);
  }
}

/** Sets labels; null removes one. A node that is not registered has none. */
async function patchLabels(
  client: KubernetesClient,
  name: string,
  labels: Readonly<Record<string, string | null>>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const patch = { type: "merge", body: { metadata: { labels } } } as const;
    await client.patch(NODES, { name }, patch, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
