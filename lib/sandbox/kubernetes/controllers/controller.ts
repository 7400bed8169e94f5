/**
 * Shared types and functions of the controllers.
 *
 * @module
 */
import type { ClusterNode } from "../cluster_node.ts";
import type { ContainerScript } from "../container_scripts.ts";
import type { KubernetesSettings } from "../../objects/settings.ts";
import type { Json, JsonMap, KubeObject } from "../../objects/objects.ts";
import { mapAt, mapsAt, numberAt, stringAt, valueAt } from "../../objects/objects.ts";
import type { PodProcesses } from "../processes/pod_processes.ts";
import type { ObjectWriter } from "../object_writer.ts";

/** Dependencies of a controller. */
export interface ControllerContext {
  readonly writer: ObjectWriter;
  readonly nodes: readonly ClusterNode[];
  /** Settings of the first configured control plane. */
  readonly settings: KubernetesSettings;
  /** Time until the containers of a pod are ready, milliseconds. */
  readonly readyMs: number;
  /** Id of the boot in which a node was registered last, by name. */
  readonly registrations: Map<string, string>;
  /** Scripts of containers. */
  readonly scripts: readonly ContainerScript[];
  /** Pods that run as processes; undefined where none does. */
  readonly processes: PodProcesses | undefined;
  /** Starts of pods that are not ready, milliseconds since the Unix epoch, by UID. */
  readonly starts: Map<string, number>;
  /** Times at which attached volumes lost their last pod, by UID of the attachment. */
  readonly detachments: Map<string, number>;
  /** Runs the controllers again at a time, milliseconds since the Unix epoch. */
  wakeAt(time: number): void;
}

/** Reconciles objects; has no effect in the desired state. */
export type Controller = (context: ControllerContext) => void;

/** Returns the status of a condition, for example `True`. */
export function conditionStatus(object: KubeObject, type: string): string {
  const found = mapsAt(object, "status", "conditions").find((one) => one["type"] === type);
  return stringAt(found, "status");
}

/** A condition without its times. */
export interface Condition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason?: string;
  readonly message?: string;
}

/** Returns conditions with the time of their last transition; other conditions are retained. */
export function mergeConditions(
  current: readonly JsonMap[],
  conditions: readonly Condition[],
  time: string,
): JsonMap[] {
  const merged = conditions.map((condition): JsonMap => {
    const old = current.find(({ type }) => type === condition.type);
    const isSame = old !== undefined && old["status"] === condition.status;
    return { ...condition, lastTransitionTime: (isSame && old["lastTransitionTime"]) || time };
  });
  const others = current.filter(({ type }) => !conditions.some((one) => one.type === type));
  return [...others, ...merged];
}

/** A taint of a node. */
export type Taint = JsonMap & {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
};

/** Returns the taints of a node. */
export function taintsOf(node: KubeObject): Taint[] {
  return mapsAt(node, "spec", "taints") as Taint[];
}

/** Reports whether a pod tolerates a taint. */
export function tolerates(podSpec: Json | undefined, taint: Taint): boolean {
  return mapsAt(podSpec, "tolerations").some((toleration) => {
    const { key, operator = "Equal", value = "", effect = "" } = toleration;
    if (effect !== "" && effect !== taint.effect) return false;
    if (key === undefined || key === "") return operator === "Exists";
    if (key !== taint.key) return false;
    return operator === "Exists" || value === (taint.value ?? "");
  });
}

/** Reports whether a pod can run on a node, by its node selector and the node's taints. */
export function fits(podSpec: Json | undefined, node: KubeObject): boolean {
  const labels = node.metadata.labels ?? {};
  const selector = Object.entries(valueAt(podSpec, "nodeSelector") ?? {});
  return selector.every(([name, value]) => labels[name] === value) &&
    matchesAffinity(podSpec, labels) &&
    taintsOf(node).every((taint) =>
      taint.effect === "PreferNoSchedule" || tolerates(podSpec, taint)
    );
}

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** Reports whether the labels of a node match the affinity that a pod requires. */
function matchesAffinity(
  podSpec: Json | undefined,
  labels: Readonly<Record<string, string>>,
): boolean {
  const terms = mapsAt(podSpec, "affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms");
  return terms.length === 0 || terms.some((term) => matchesTerm(term, labels));
}

/** Returns the weight of a node's labels by the affinity that a pod prefers. */
export function affinityWeight(podSpec: Json | undefined, node: KubeObject): number {
  const labels = node.metadata.labels ?? {};
  return mapsAt(podSpec, "affinity", "nodeAffinity", PREFERRED)
    .filter((one) => matchesTerm(mapAt(one, "preference"), labels))
    .reduce((sum, one) => sum + (numberAt(one, "weight") ?? 0), 0);
}

function matchesTerm(term: JsonMap, labels: Readonly<Record<string, string>>): boolean {
  const expressions = mapsAt(term, "matchExpressions");
  return expressions.length > 0 && expressions.every((expression) => {
    const value = labels[stringAt(expression, "key")];
    const values = expression["values"];
    const isListed = value !== undefined && Array.isArray(values) && values.includes(value);
    switch (expression["operator"]) {
      case "In":
        return isListed;
      case "NotIn":
        return !isListed;
      case "Exists":
        return value !== undefined;
      case "DoesNotExist":
        return value === undefined;
      default:
        return false;
    }
  });
}

const hashes = new WeakMap<object, string>();

/** Hashes a value into ten characters that are valid in names: FNV-1a, 64 bits. */
export function hashOf(value: Json): string {
  if (typeof value !== "object" || value === null) return computeHash(value);
  // Stored values never change, and controllers hash the same ones in every run.
  return hashes.getOrInsertComputed(value, () => computeHash(value));
}

function computeHash(value: Json): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) {
    hash = (hash ^ BigInt(byte)) * 0x100000001b3n & 0xffffffffffffffffn;
  }
  const letters = "bcdfghjklmnpqrstvwxz2456789";
  let text = "";
  for (let rest = hash; text.length < 10; rest /= BigInt(letters.length)) {
    text += letters[Number(rest % BigInt(letters.length))];
  }
  return text;
}

/** Rounds a number or percentage of a total. */
export function share(value: Json | undefined, total: number, round: "up" | "down"): number {
  if (typeof value === "number") return value;
  const percent = Number.parseFloat(String(value ?? "0"));
  const exact = percent / 100 * total;
  return round === "up" ? Math.ceil(exact) : Math.floor(exact);
}

/** Reports whether a pod is ready. */
export function isReady(pod: KubeObject): boolean {
  return conditionStatus(pod, "Ready") === "True";
}

/** Reports whether a pod counts as a replica: it neither finished nor terminates. */
export function isActive(pod: KubeObject): boolean {
  const phase = stringAt(pod, "status", "phase");
  return pod.metadata.deletionTimestamp === undefined && phase !== "Succeeded" &&
    phase !== "Failed";
}

/** Returns the reference of an object as controller of its dependents. */
export function controllerReference({ apiVersion, kind, metadata }: KubeObject) {
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}
