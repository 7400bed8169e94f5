/**
 * The kinds of the API: names, scope, subresources. Discovery, routing and validation read this
 * table.
 *
 * @module
 */
import { DOMAIN } from "../../distribution.ts";

/** A kind of the API. */
export interface Kind {
  /** API group; `""` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** Names of subresources, for example `status`. */
  readonly subresources: readonly string[];
  /** Whether `metadata.generation` counts changes of `spec`. */
  readonly hasGeneration: boolean;
  /** Whether a deletion waits for the kubelet, for the grace period. */
  readonly isGraceful: boolean;
  /** Whether a custom resource defines the kind. */
  readonly isCustom: boolean;
}

type Options = Partial<Omit<Kind, "group" | "version" | "kind">>;

function define(groupVersion: string, kind: string, options: Options = {}): Kind {
  const [group, version] = groupVersion.includes("/")
    ? groupVersion.split("/") as [string, string]
    : ["", groupVersion];
  const singular = kind.toLowerCase();
  return {
    group,
    version,
    kind,
    plural: `${singular}s`,
    singular,
    shortNames: [],
    categories: [],
    namespaced: true,
    subresources: [],
    hasGeneration: false,
    isGraceful: false,
    isCustom: false,
    ...options,
  };
}

const all = ["all"];

/** Every kind, by group and version in the order of discovery. */
export const KINDS: readonly Kind[] = [
  define("v1", "ConfigMap", { shortNames: ["cm"] }),
  define("v1", "Endpoints", { plural: "endpoints", shortNames: ["ep"] }),
  define("v1", "Event", { shortNames: ["ev"] }),
  define("v1", "LimitRange", { shortNames: ["limits"] }),
  define("v1", "Namespace", {
    namespaced: false,
    shortNames: ["ns"],
    subresources: ["finalize", "status"],
  }),
  define("v1", "Node", { namespaced: false, shortNames: ["no"], subresources: ["status"] }),
  define("v1", "PersistentVolumeClaim", { shortNames: ["pvc"], subresources: ["status"] }),
  define("v1", "PersistentVolume", {
    namespaced: false,
    shortNames: ["pv"],
    subresources: ["status"],
  }),
  define("v1", "Pod", {
    shortNames: ["po"],
    categories: all,
    subresources: ["binding", "eviction", "exec", "log", "status"],
    isGraceful: true,
  }),
  define("v1", "ResourceQuota", { shortNames: ["quota"], subresources: ["status"] }),
  define("v1", "Secret"),
  define("v1", "ServiceAccount", { shortNames: ["sa"], subresources: ["token"] }),
  define("v1", "Service", { shortNames: ["svc"], categories: all, subresources: ["status"] }),
  define("apiextensions.k8s.io/v1", "CustomResourceDefinition", {
    namespaced: false,
    shortNames: ["crd", "crds"],
    subresources: ["status"],
    hasGeneration: true,
  }),
  define("apps/v1", "DaemonSet", {
    shortNames: ["ds"],
    categories: all,
    subresources: ["status"],
    hasGeneration: true,
  }),
  define("apps/v1", "Deployment", {
    shortNames: ["deploy"],
    categories: all,
    subresources: ["scale", "status"],
    hasGeneration: true,
  }),
  define("apps/v1", "ReplicaSet", {
    shortNames: ["rs"],
    categories: all,
    subresources: ["scale", "status"],
    hasGeneration: true,
  }),
  define("batch/v1", "CronJob", {
    shortNames: ["cj"],
    categories: all,
    subresources: ["status"],
    hasGeneration: true,
  }),
  define("batch/v1", "Job", { categories: all, subresources: ["status"], hasGeneration: true }),
  define("coordination.k8s.io/v1", "Lease"),
  define("policy/v1", "PodDisruptionBudget", {
    shortNames: ["pdb"],
    subresources: ["status"],
    hasGeneration: true,
  }),
  define("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", { namespaced: false }),
  define("rbac.authorization.k8s.io/v1", "ClusterRole", { namespaced: false }),
  define("rbac.authorization.k8s.io/v1", "RoleBinding"),
  define("rbac.authorization.k8s.io/v1", "Role"),
  define("storage.k8s.io/v1", "StorageClass", {
    plural: "storageclasses",
    namespaced: false,
    shortNames: ["sc"],
  }),
  define("storage.k8s.io/v1", "VolumeAttachment", { namespaced: false, subresources: ["status"] }),
  define(`${DOMAIN}/v1alpha1`, "ServiceAccount", {
    shortNames: ["tsa"],
    hasGeneration: true,
    isCustom: true,
  }),
];

/** Returns the name of a kind's storage, for example `pods` or `deployments.apps`. */
export function storageName({ plural, group }: Pick<Kind, "plural" | "group">): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/** Returns `v1` or `group/version`. */
export function apiVersionOf({ group, version }: Pick<Kind, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Finds a kind by its path segment. */
export function findKind(
  kinds: readonly Kind[],
  group: string,
  version: string,
  plural: string,
): Kind | undefined {
  return kinds.find((kind) =>
    kind.group === group && kind.version === version && kind.plural === plural
  );
}

/** Returns a kind that the table contains, by its name in the core group or `Kind.group`. */
export function kindOf(name: string): Kind {
  const [kind, ...group] = name.split(".");
  const found = KINDS.find((one) => one.kind === kind && one.group === group.join("."));
  if (found === undefined) throw new RangeError(`Unknown kind "${name}"`);
  return found;
}
