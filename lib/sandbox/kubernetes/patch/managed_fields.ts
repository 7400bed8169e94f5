/**
 * Field managers: the owners of an object's fields.
 *
 * @module
 */
import { isEqual, isMap, type JsonMap, type KubeObject, stringAt } from "../../objects/objects.ts";
import { decodeFields, encodeFields, type FieldPath, fieldsOf } from "./field_paths.ts";

/** A manager of fields: a client with one kind of write. */
export interface Manager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  /** For example `status`. */
  readonly subresource?: string | undefined;
}

/** The fields of a manager. */
export interface Managed {
  readonly manager: Manager;
  readonly time: string;
  readonly paths: ReadonlySet<FieldPath>;
}

/** Reads the managers of an object. */
export function readManaged({ metadata }: KubeObject): Managed[] {
  return (metadata.managedFields ?? []).map((entry) => {
    const { operation, subresource, fieldsV1 } = entry;
    return {
      manager: {
        name: stringAt(entry, "manager"),
        operation: operation === "Apply" ? "Apply" : "Update",
        apiVersion: stringAt(entry, "apiVersion"),
        ...(typeof subresource === "string" ? { subresource } : {}),
      },
      time: stringAt(entry, "time"),
      paths: isMap(fieldsV1) ? decodeFields(fieldsV1) : new Set(),
    };
  });
}

/** Returns the object with its managers; those without fields are dropped. */
export function withManaged(object: KubeObject, managed: readonly Managed[]): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  const entries = managed.filter(({ paths }) => paths.size > 0).map(
    ({ manager, time, paths }): JsonMap => ({
      manager: manager.name,
      operation: manager.operation,
      apiVersion: manager.apiVersion,
      time,
      fieldsType: "FieldsV1",
      fieldsV1: encodeFields(paths),
      ...(manager.subresource === undefined ? {} : { subresource: manager.subresource }),
    }),
  );
  return {
    ...object,
    metadata: {
      ...metadata as KubeObject["metadata"],
      ...(entries.length === 0 ? {} : { managedFields: entries }),
    },
  };
}

/** Reports whether two managers are the same. */
export function isSameManager(one: Manager, other: Manager): boolean {
  return one.name === other.name && one.operation === other.operation &&
    one.subresource === other.subresource;
}

/** Records that a manager changed an object; the fields it changed lose their other owners. */
export function recordUpdate(
  before: KubeObject | undefined,
  after: KubeObject,
  manager: Manager,
  time: string,
): KubeObject {
  const old = before === undefined ? new Map() : fieldsOf(before);
  const fields = fieldsOf(after);
  const changed = new Set(
    [...fields].filter(([path, value]) => !old.has(path) || !isEqual(old.get(path), value))
      .map(([path]) => path),
  );
  const managed = before === undefined ? [] : readManaged(before);
  const own = managed.find((one) => isSameManager(one.manager, manager));
  const others = managed.filter((one) => one !== own).map((one) => ({
    ...one,
    paths: new Set([...one.paths].filter((path) => fields.has(path) && !changed.has(path))),
  }));
  const paths = new Set([
    ...[...own?.paths ?? []].filter((path) => fields.has(path)),
    ...changed,
  ]);
  const isUnchanged = own !== undefined && changed.size === 0 && paths.size === own.paths.size;
  const entry: Managed = { manager, time: isUnchanged ? own.time : time, paths };
  return withManaged(after, [...others, entry]);
}
