/**
 * Differences between two configurations, as parts of strategic merge patches.
 *
 * @module
 */
import { type ConfigDocument, isList, isMap, type Value } from "../../machineconfig/data.ts";
import { normalise } from "../../machineconfig/encode/normalise.ts";
import { isSame } from "../../machineconfig/patch/strategic.ts";
import { itemType, memberType } from "../../machineconfig/patch/values.ts";
import { MAIN } from "../../machineconfig/schema/documents.ts";
import { API_VERSION } from "../../machineconfig/schema/header.ts";
import type { FieldType, MergeRule } from "../../machineconfig/schema/types.ts";
import {
  isMap as isYamlMap,
  RawScalar,
  sameValue,
  type YamlMap,
  type YamlValue,
} from "../../yaml/mod.ts";

/** One change of one value. */
export interface ImportOperation {
  /** Kind of the document; `v1alpha1` is the main one. */
  readonly kind: string;
  /** Name of a named document. */
  readonly name: string | undefined;
  /** Keys of the value; empty for the whole document. */
  readonly path: readonly string[];
  /** Whether the value is deleted, before `value` is merged. */
  readonly isDeleted: boolean;
  /** Undefined for a deletion only. */
  readonly value: YamlValue | undefined;
}

/** Returns the operations that turn `before` into `after`. */
export function operationsBetween(
  before: readonly ConfigDocument[],
  after: readonly ConfigDocument[],
): ImportOperation[] {
  const operations: ImportOperation[] = [];
  for (const document of [...before, ...after]) {
    const [old, target] = [before, after].map((side) => side.find((one) => isSame(one, document)));
    // A document of both sides is compared once.
    if (document === target && old !== undefined) continue;
    const { type, data } = document;
    const name = type.named ? String(data["name"] ?? "") : undefined;
    const add = (operation: Pick<ImportOperation, "path" | "isDeleted" | "value">) =>
      operations.push({ kind: type.kind, name, ...operation });
    if (target === undefined) add({ path: [], isDeleted: true, value: undefined });
    else if (old === undefined) {
      const value = written(type.object, normalise(target));
      add({ path: [], isDeleted: false, value });
    } else compare(normalise(old), normalise(target), { type: type.object, path: [], add });
  }
  return operations;
}

interface Place {
  readonly type: FieldType | undefined;
  readonly merge?: MergeRule | undefined;
  readonly path: readonly string[];
  /** It is the value of a free key, so that an empty one differs from an absent one. */
  readonly isEntry?: boolean;
  readonly add: (operation: Pick<ImportOperation, "path" | "isDeleted" | "value">) => void;
}

function compare(before: Value | undefined, after: Value | undefined, place: Place): void {
  const { type, merge, path, isEntry, add } = place;
  if (before !== undefined && after !== undefined && sameValue(before, after)) return;
  if (isMap(before) && isMap(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const field = type?.kind === "object" ? type.fields[key] : undefined;
      compare(before[key], after[key], {
        type: memberType(type, key),
        merge: field?.merge,
        path: [...path, key],
        isEntry: type?.kind === "map",
        add,
      });
    }
    return;
  }
  if (!isEntry && isNothing(before) && isNothing(after)) return;
  if (isEntry ? after === undefined : isNothing(after)) {
    return add({ path, isDeleted: true, value: undefined });
  }
  if (before === undefined) {
    // Each value of a map on its own, so that nodes can share some of them.
    if (isMap(after)) return compare({}, after, place);
    return add({ path, isDeleted: false, value: written(type, after) });
  }
  const isMerged = (isList(before) || isMap(before)) && merge !== "replace";
  add({ path, isDeleted: isMerged, value: written(type, after) });
}

/** Returns a value as it is written: file modes are octal numbers. */
function written(type: FieldType | undefined, value: Value | undefined): YamlValue {
  if (isList(value)) return value.map((item) => written(itemType(type), item));
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, member]) =>
      [key, written(memberType(type, key), member)] as const
    );
    return Object.fromEntries(entries);
  }
  const isMode = type?.kind === "text" && type.format === "fileMode";
  return isMode && typeof value === "string" ? new RawScalar(value, Number(value)) : value ?? null;
}

/** Reports whether merging a value has no effect: it equals an absent one. */
function isNothing(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return isMap(value) && Object.keys(value).length === 0;
}

/** Returns the operations as `merge` patches of a cluster file: deletions first. */
export function toPatches(operations: readonly ImportOperation[]): YamlMap[] {
  const deletions = operations.filter(({ isDeleted }) => isDeleted);
  const values = operations.filter(({ value }) => value !== undefined);
  return [
    ...mergesOf(deletions, () => ({ $patch: "delete" })),
    ...mergesOf(values, ({ value }) => value!),
  ].map((merge) => ({ merge }));
}

/** Returns a merge for each document. */
function mergesOf(
  operations: readonly ImportOperation[],
  valueOf: (operation: ImportOperation) => YamlValue,
): YamlMap[] {
  const byDocument = Map.groupBy(operations, ({ kind, name }) => JSON.stringify([kind, name]));
  return [...byDocument.values()].map((some) => {
    const { kind, name } = some[0]!;
    const header: YamlMap = kind === MAIN.kind
      ? {}
      : { apiVersion: API_VERSION, kind, ...(name === undefined ? {} : { name }) };
    return some.reduce<YamlMap>(
      (merge, operation) => withValue(merge, operation.path, valueOf(operation)),
      header,
    );
  });
}

function withValue(data: YamlMap, path: readonly string[], value: YamlValue): YamlMap {
  const [key, ...rest] = path;
  if (key === undefined) return { ...data, ...(value as YamlMap) };
  const old = data[key];
  return {
    ...data,
    [key]: rest.length === 0 ? value : withValue(isYamlMap(old) ? old : {}, rest, value),
  };
}
