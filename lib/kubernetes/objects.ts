/**
 * Kubernetes objects in their JSON form, and the resource types of the API.
 *
 * @module
 */
import type { DaemonSet, Deployment, ReplicaSet } from "kubernetes-types/apps/v1.d.ts";
import type { CronJob, Job } from "kubernetes-types/batch/v1.d.ts";
import type { Lease } from "kubernetes-types/coordination/v1.d.ts";
import type {
  ConfigMap,
  Endpoints,
  Event,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  Secret,
  Service,
  ServiceAccount,
} from "kubernetes-types/core/v1.d.ts";
import type { ObjectMeta, Status } from "kubernetes-types/meta/v1.d.ts";
import type {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
} from "kubernetes-types/rbac/v1.d.ts";
import type { PodDisruptionBudget } from "kubernetes-types/policy/v1.d.ts";
import type { VolumeAttachment } from "kubernetes-types/storage/v1.d.ts";

export type {
  ClusterRole,
  ClusterRoleBinding,
  ConfigMap,
  CronJob,
  DaemonSet,
  Deployment,
  Endpoints,
  Event,
  Job,
  Lease,
  Namespace,
  Node,
  ObjectMeta,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  Role,
  RoleBinding,
  Secret,
  Service,
  ServiceAccount,
  Status,
  VolumeAttachment,
};

/** An object of any type. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
}

/** A resource type of the API; `T` is the type of its objects. */
export interface ResourceType<out T extends KubernetesObject = KubernetesObject> {
  /** API group; `""` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Name in URLs, such as `pods`. */
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** Never set; carries `T`. */
  readonly object?: T;
}

function core<T extends KubernetesObject>(
  kind: string,
  plural: string,
  isNamespaced = true,
): ResourceType<T> {
  return { group: "", version: "v1", kind, plural, isNamespaced };
}

function grouped<T extends KubernetesObject>(
  group: string,
  kind: string,
  plural: string,
  isNamespaced = true,
): ResourceType<T> {
  return { group, version: "v1", kind, plural, isNamespaced };
}

const RBAC = "rbac.authorization.k8s.io";

export const CONFIG_MAPS: ResourceType<ConfigMap> = core("ConfigMap", "configmaps");
export const ENDPOINTS: ResourceType<Endpoints> = core("Endpoints", "endpoints");
export const EVENTS: ResourceType<Event> = core("Event", "events");
export const NAMESPACES: ResourceType<Namespace> = core("Namespace", "namespaces", false);
export const NODES: ResourceType<Node> = core("Node", "nodes", false);
export const PODS: ResourceType<Pod> = core("Pod", "pods");
export const SECRETS: ResourceType<Secret> = core("Secret", "secrets");
export const SERVICES: ResourceType<Service> = core("Service", "services");
export const SERVICE_ACCOUNTS: ResourceType<ServiceAccount> = core(
  "ServiceAccount",
  "serviceaccounts",
);
export const DAEMON_SETS: ResourceType<DaemonSet> = grouped("apps", "DaemonSet", "daemonsets");
export const REPLICA_SETS: ResourceType<ReplicaSet> = grouped("apps", "ReplicaSet", "replicasets");
export const CLUSTER_ROLES: ResourceType<ClusterRole> = grouped(
  RBAC,
  "ClusterRole",
  "clusterroles",
  false,
);
export const CLUSTER_ROLE_BINDINGS: ResourceType<ClusterRoleBinding> = grouped(
  RBAC,
  "ClusterRoleBinding",
  "clusterrolebindings",
  false,
);
export const JOBS: ResourceType<Job> = grouped("batch", "Job", "jobs");
export const CRON_JOBS: ResourceType<CronJob> = grouped("batch", "CronJob", "cronjobs");
export const LEASES: ResourceType<Lease> = grouped("coordination.k8s.io", "Lease", "leases");
export const PERSISTENT_VOLUMES: ResourceType<PersistentVolume> = core(
  "PersistentVolume",
  "persistentvolumes",
  false,
);
export const PERSISTENT_VOLUME_CLAIMS: ResourceType<PersistentVolumeClaim> = core(
  "PersistentVolumeClaim",
  "persistentvolumeclaims",
);
export const VOLUME_ATTACHMENTS: ResourceType<VolumeAttachment> = grouped(
  "storage.k8s.io",
  "VolumeAttachment",
  "volumeattachments",
  false,
);
export const ROLE_BINDINGS: ResourceType<RoleBinding> = grouped(
  RBAC,
  "RoleBinding",
  "rolebindings",
);
export const ROLES: ResourceType<Role> = grouped(RBAC, "Role", "roles");

/** The `apiVersion` of a resource type. */
export function apiVersionOf({ group, version }: ResourceType): string {
  return group === "" ? version : `${group}/${version}`;
}
