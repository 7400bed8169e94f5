/**
 * Types of the cluster health checks.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import type { ResourceReader } from "../../resource/client.ts";
import type { KubernetesObject, ResourceType } from "../../kubernetes/objects.ts";
import type { SelectOptions } from "../../kubernetes/types.ts";

/** A node of the cluster. */
export interface ClusterNode {
  /** The address that calls are sent to. */
  readonly address: string;
  /** All addresses, the first one included. */
  readonly addresses: readonly string[];
}

/** The nodes that the cluster is expected to have. */
export interface ClusterNodes {
  readonly controlPlanes: readonly ClusterNode[];
  readonly workers: readonly ClusterNode[];
}

/** Reads Kubernetes objects; connects on first use. */
export interface KubernetesReader {
  list<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: SelectOptions & { readonly signal: AbortSignal },
  ): Promise<readonly T[]>;
}

/** Sources of the checks. */
export interface HealthTarget {
  readonly client: NodeClient;
  readonly resources: ResourceReader;
  readonly kubernetes: KubernetesReader;
  readonly cluster: ClusterNodes;
  /** Addresses of the nodes that an attempt of a check calls, without those that responded. */
  readonly awaited?: Set<string>;
}

/** A condition that a healthy cluster meets. */
export interface HealthCheck {
  /** Identifies the check on the command line, such as `etcd`. */
  readonly id: string;
  /** The condition, such as `etcd to be healthy`. */
  readonly name: string;
  /** Whether it reads the Kubernetes API or the static pods of its control plane. */
  readonly isKubernetes: boolean;
  /** A command or action that resolves or explains a failure. */
  readonly remedy: string;
  /**
   * Checks the condition once. Resolves with `skipped` when it does not apply.
   *
   * @throws {OsctlError} the reason why it is not met.
   */
  run(target: HealthTarget, signal: AbortSignal): Promise<"ok" | "skipped">;
}

/** State of a check: `waiting` before its first attempt, `failing` while attempts fail. */
export type CheckState = "waiting" | "running" | "failing" | "ok" | "skipped" | "failed";

/** A check and its state. */
export interface CheckStatus {
  readonly id: string;
  readonly name: string;
  readonly state: CheckState;
  /** The reason of the last failed attempt; empty without one. */
  readonly reason: string;
  /** What to do about a failure. */
  readonly remedy: string;
  /** Milliseconds since the Unix epoch; undefined before the first attempt. */
  readonly startedAt: number | undefined;
  /** Undefined until the state is final. */
  readonly endedAt: number | undefined;
}
