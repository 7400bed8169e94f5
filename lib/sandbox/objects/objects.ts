/**
 * Kubernetes objects as JSON data. Objects are immutable: a change replaces them.
 *
 * @module
 */

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;

/** A JSON object. */
export interface JsonMap {
  readonly [name: string]: Json | undefined;
}

/** Reference of a dependent object to its owner. */
export type OwnerReference = JsonMap & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
};

/** Metadata of an object. */
export type ObjectMeta = JsonMap & {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly JsonMap[];
};

/** A stored object. */
export type KubeObject = JsonMap & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
};

/** Reports whether a value is a JSON object. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether a value is a list. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the value at a path; undefined when a part of it is missing. */
export function valueAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let current = value;
  for (const name of path) {
    if (!isMap(current)) return undefined;
    current = current[name];
  }
  return current;
}

/** Returns the object at a path; empty when it is missing. */
export function mapAt(value: Json | undefined, ...path: readonly string[]): JsonMap {
  const found = valueAt(value, ...path);
  return isMap(found) ? found : {};
}

/** Returns the list of objects at a path; empty when it is missing. */
export function mapsAt(value: Json | undefined, ...path: readonly string[]): readonly JsonMap[] {
  const found = valueAt(value, ...path);
  return isList(found) ? found.filter(isMap) : [];
}

/** Returns the string at a path; `""` when it is missing. */
export function stringAt(value: Json | undefined, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : "";
}

/** Returns the number at a path; undefined when it is missing. */
export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "number" ? found : undefined;
}

/** Returns a map of strings, such as labels; empty when it is missing. */
export function stringsAt(
  value: Json | undefined,
  ...path: readonly string[]
): Readonly<Record<string, string>> {
  const entries = Object.entries(mapAt(value, ...path));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Reports whether two values are equal; a member that is undefined counts as missing. */
export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  if (!isMap(one) || !isMap(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual(one[name], other[name]));
}

/** Formats a time as Kubernetes does: UTC, whole seconds. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Returns the object that controls another one. */
export function controllerOf({ metadata }: KubeObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller);
}
