/**
 * The rights of pods that run osctl in a cluster: each rule is one that a call of the task needs.
 *
 * @module
 */
import type { ClusterRole } from "../../../kubernetes/objects.ts";
import type { KubernetesClient } from "../../../kubernetes/types.ts";
import { OsctlError } from "../../../errors.ts";
import type { Role } from "../../../pki/roles.ts";
import { LEASE } from "../lock/lock_record.ts";
import { gateKind } from "../gates/gate_kind.ts";

/** A rule of a role. */
export type PolicyRule = NonNullable<ClusterRole["rules"]>[number];

function rule(
  group: string,
  resource: string,
  verbs: readonly string[],
  resourceNames?: readonly string[],
): PolicyRule {
  return {
    apiGroups: [group],
    resources: [resource],
    ...resourceNames === undefined ? {} : { resourceNames: [...resourceNames] },
    verbs: [...verbs],
  };
}

/** Rules of a task: for the cluster, and by namespace. */
export interface TaskRules {
  readonly cluster: readonly PolicyRule[];
  readonly namespaces: ReadonlyMap<string, readonly PolicyRule[]>;
}

/** Rules of changes of nodes: versions and marks. */
const ROLLING: readonly PolicyRule[] = [rule("", "nodes", ["get", "list", "patch"])];

/** Further rules of changes that drain nodes, and wait for detached volumes. */
const DRAIN: readonly PolicyRule[] = [
  rule("", "pods", ["get", "list"]),
  rule("", "pods/eviction", ["create"]),
  rule("", "persistentvolumes", ["list"]),
  rule("apps", "daemonsets", ["get"]),
  rule("storage.k8s.io", "volumeattachments", ["list"]),
];

/** Further rules of the gate `health`. */
const HEALTH: readonly PolicyRule[] = [
  rule("apps", "daemonsets", ["list"]),
  rule("apps", "replicasets", ["list"]),
];

/** Returns the rules of a rolling change in the pod of a rollout. */
export function rollingRules(
  { namespace, name, gateRules, isDrained }: {
    readonly namespace: string;
    readonly name: string;
    readonly gateRules: readonly PolicyRule[];
    readonly isDrained: boolean;
  },
): TaskRules {
  return {
    cluster: [...ROLLING, ...isDrained ? DRAIN : [], ...gateRules],
    namespaces: new Map([
      [namespace, [
        rule("", "configmaps", ["get", "patch"], [name]),
        rule("batch", "jobs", ["patch"], [name]),
      ]],
      [LEASE.namespace, [
        rule("coordination.k8s.io", "leases", ["create"]),
        rule("coordination.k8s.io", "leases", ["get", "update"], [LEASE.name]),
      ]],
    ]),
  };
}

/** Returns the rules of a task that records its result. */
export function statusRules(
  { namespace, name }: { readonly namespace: string; readonly name: string },
): TaskRules {
  return {
    cluster: [],
    namespaces: new Map([[namespace, [
      rule("", "configmaps", ["patch"], [name]),
      rule("", "events", ["create"]),
    ]]]),
  };
}

/**
 * Returns further rules that gates need.
 *
 * @throws {OsctlError} of kind `usage` for a gate that a pod cannot check.
 */
export async function rulesOfGates(
  gates: readonly string[],
  client: KubernetesClient,
  signal: AbortSignal,
): Promise<PolicyRule[]> {
  const rules: PolicyRule[] = [];
  for (const gate of gates) {
    if (gate.startsWith("command:")) {
      throw new OsctlError("usage", `a pod cannot check the gate "${gate}"`, {
        hint: "its image contains no other program; use a gate of the form cel:…",
      });
    }
    if (gate === "health") rules.push(...HEALTH);
    if (gate === "health" || gate === "pods") rules.push(rule("", "pods", ["list"]));
    const kind = gateKind(gate);
    if (kind === undefined) continue;
    const { group, plural } = await client.resolveType(kind.apiVersion, kind.kind, { signal });
    rules.push(rule(group, plural, ["list"]));
  }
  return rules;
}

/** A task that runs once or by a schedule, or applies a cluster file. */
export type TaskPurpose = "apply" | "plan" | "snapshot";
/** A rolling change of a command. */
export type RollingPurpose = "upgrade" | "reboot" | "config" | "shutdown" | "reset";

/**
 * Returns the role of the node API that a task needs. Boot IDs and configurations are read, and control
 * planes hand over their etcd leadership, which all require `os:admin`.
 */
export function nodeRoleOf(purpose: TaskPurpose | RollingPurpose): Role {
  return purpose === "snapshot" ? "os:etcd:backup" : "os:admin";
}
