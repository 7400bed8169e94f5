/**
 * Rules by which patches merge lists: by the keys of their items, as sets, or as a whole. Lists of
 * unknown fields are replaced as a whole.
 *
 * @module
 */
import { isMap, type Json, type JsonMap } from "../../objects/objects.ts";

/** The merge rule of a list. */
export type ListRule =
  | { readonly type: "map"; readonly keys: readonly string[] }
  | { readonly type: "set" }
  | { readonly type: "atomic" };

const byKeys = (...keys: string[]): ListRule => ({ type: "map", keys });
const SET: ListRule = { type: "set" };
const ATOMIC: ListRule = { type: "atomic" };

const RULES: Readonly<Record<string, ListRule>> = {
  addresses: byKeys("type"),
  conditions: byKeys("type"),
  containerStatuses: ATOMIC,
  containers: byKeys("name"),
  env: byKeys("name"),
  ephemeralContainers: byKeys("name"),
  finalizers: SET,
  hostAliases: byKeys("ip"),
  hostIPs: byKeys("ip"),
  imagePullSecrets: byKeys("name"),
  initContainers: byKeys("name"),
  ownerReferences: byKeys("uid"),
  podCIDRs: SET,
  podIPs: byKeys("ip"),
  secrets: byKeys("name"),
  topologySpreadConstraints: byKeys("topologyKey", "whenUnsatisfiable"),
  volumeDevices: byKeys("devicePath"),
  volumeMounts: byKeys("mountPath"),
  volumes: byKeys("name"),
};

/** Values of key fields that an item may omit. */
const KEY_DEFAULTS: Readonly<Record<string, Json>> = { protocol: "TCP" };

/** Objects that have one owner and are replaced as a whole by server-side apply. */
const ATOMIC_MAPS = [
  "configMapKeyRef",
  "fieldRef",
  "involvedObject",
  "labelSelector",
  "nodeSelector",
  "resourceFieldRef",
  "roleRef",
  "secretKeyRef",
  "selector",
];

/** Returns the rule of a list by the name of its field. */
export function listRule(field: string, items: readonly Json[]): ListRule {
  if (field !== "ports") return RULES[field] ?? ATOMIC;
  const isContainer = items.some((item) => isMap(item) && "containerPort" in item);
  return byKeys(isContainer ? "containerPort" : "port", "protocol");
}

/** Reports whether server-side apply replaces an object as a whole. */
export function isAtomicMap(field: string): boolean {
  return ATOMIC_MAPS.includes(field);
}

/** Returns the key fields of an item with their values. */
export function keyOf(item: JsonMap, keys: readonly string[]): JsonMap {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = item[key] ?? KEY_DEFAULTS[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** Returns a text that is equal for items with the same key. */
export function keyText(item: Json, keys: readonly string[]): string {
  return JSON.stringify(isMap(item) ? keyOf(item, keys) : item);
}
