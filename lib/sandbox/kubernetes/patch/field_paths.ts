/**
 * The fields of an object as paths, and sets of them in the format of `managedFields`.
 *
 * @module
 */
import { isEqual, isList, isMap, type Json, type JsonMap } from "../../objects/objects.ts";
import { isAtomicMap, keyOf, listRule } from "./list_keys.ts";

/** A path: elements such as `f:spec`, `k:{"name":"a"}`, `v:"b"`, joined by line breaks. */
export type FieldPath = string;

const SEPARATOR = "\n";

/** Parts of the metadata that managers own. */
const OWNED_METADATA = ["annotations", "finalizers", "labels", "ownerReferences"];

/** Returns the owned fields of an object with their values; an item of a list is one of them. */
export function fieldsOf(object: JsonMap): Map<FieldPath, Json> {
  const fields = new Map<FieldPath, Json>();
  for (const [name, value] of Object.entries(object)) {
    if (["apiVersion", "kind", "metadata"].includes(name)) continue;
    collect(fields, [`f:${name}`], name, value);
  }
  const { metadata } = object;
  if (!isMap(metadata)) return fields;
  for (const name of OWNED_METADATA) {
    collect(fields, ["f:metadata", `f:${name}`], name, metadata[name]);
  }
  return fields;
}

function collect(
  fields: Map<FieldPath, Json>,
  path: readonly string[],
  field: string,
  value: Json | undefined,
): void {
  if (value === undefined || value === null) return;
  const set = () => fields.set(path.join(SEPARATOR), value);
  if (isMap(value) && !isAtomicMap(field)) {
    const members = Object.entries(value);
    if (members.length === 0) set();
    for (const [name, member] of members) collect(fields, [...path, `f:${name}`], name, member);
    return;
  }
  const rule = isList(value) ? listRule(field, value) : undefined;
  if (!isList(value) || rule === undefined || rule.type === "atomic" || value.length === 0) {
    set();
    return;
  }
  for (const item of value) {
    if (rule.type === "set" || !isMap(item)) {
      fields.set([...path, `v:${JSON.stringify(item)}`].join(SEPARATOR), item);
      continue;
    }
    const key = keyOf(item, rule.keys);
    const itemPath = [...path, `k:${JSON.stringify(key)}`];
    fields.set(itemPath.join(SEPARATOR), key);
    for (const [name, member] of Object.entries(item)) {
      collect(fields, [...itemPath, `f:${name}`], name, member);
    }
  }
}

/** Returns a set of paths as `fieldsV1`. */
export function encodeFields(paths: Iterable<FieldPath>): JsonMap {
  const root: Record<string, unknown> = {};
  const sorted = [...paths].sort();
  for (const path of sorted) {
    let node = root;
    for (const element of path.split(SEPARATOR)) {
      node = (node[element] ??= {}) as Record<string, unknown>;
    }
    if (sorted.some((other) => other.startsWith(path + SEPARATOR))) node["."] = {};
  }
  return root as JsonMap;
}

/** Parses `fieldsV1`. */
export function decodeFields(fields: JsonMap): Set<FieldPath> {
  const paths = new Set<FieldPath>();
  const visit = (node: JsonMap, path: readonly string[]) => {
    const entries = Object.entries(node);
    if (entries.length === 0 && path.length > 0) paths.add(path.join(SEPARATOR));
    for (const [element, child] of entries) {
      if (element === ".") paths.add(path.join(SEPARATOR));
      else if (isMap(child)) visit(child, [...path, element]);
    }
  };
  visit(fields, []);
  return paths;
}

/** Formats a path for messages, for example `.spec.containers[name="a"].image`. */
export function formatPath(path: FieldPath): string {
  return path.split(SEPARATOR).map((element) => {
    const text = element.slice(2);
    if (element.startsWith("f:")) return `.${text}`;
    if (element.startsWith("v:")) return `[=${text}]`;
    const key: JsonMap = JSON.parse(text);
    return `[${
      Object.entries(key).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")
    }]`;
  }).join("");
}

/** Returns the object without a field or list item. */
export function removeField(object: JsonMap, path: FieldPath): JsonMap {
  return removeAt(object, path.split(SEPARATOR)) as JsonMap;
}

function removeAt(value: Json, [element, ...rest]: readonly string[]): Json {
  if (element === undefined) return value;
  const text = element.slice(2);
  if (isMap(value) && element.startsWith("f:")) {
    const member = value[text];
    if (member === undefined) return value;
    const { [text]: _, ...others } = value;
    if (rest.length === 0) return others;
    const left = removeAt(member, rest);
    // An object or list that becomes empty has no owner.
    return isEmpty(left) ? others : { ...value, [text]: left };
  }
  if (!isList(value)) return value;
  const wanted: Json = JSON.parse(text);
  const isWanted = (item: Json) =>
    isMap(item) && isMap(wanted)
      ? isEqual(keyOf(item, Object.keys(wanted)), wanted)
      : isEqual(item, wanted);
  return rest.length === 0
    ? value.filter((item) => !isWanted(item))
    : value.map((item) => isWanted(item) ? removeAt(item, rest) : item);
}

function isEmpty(value: Json): boolean {
  return isMap(value) ? Object.keys(value).length === 0 : isList(value) && value.length === 0;
}
