/**
 * Server-side apply: merges a configuration, and rejects conflicts with other field managers.
 *
 * @module
 */
import { ApiError, type FieldError } from "../api_error.ts";
import {
  isEqual,
  isList,
  isMap,
  type Json,
  type JsonMap,
  type KubeObject,
} from "../../objects/objects.ts";
import { fieldsOf, formatPath, removeField } from "./field_paths.ts";
import { isAtomicMap, keyText, listRule } from "./list_keys.ts";
import {
  isSameManager,
  type Managed,
  type Manager,
  readManaged,
  withManaged,
} from "./managed_fields.ts";

/** Options of {@linkcode applyConfiguration}. */
export interface ApplyOptions {
  readonly manager: Manager;
  /** Whether to take over fields of other managers. */
  readonly force: boolean;
  readonly time: string;
}

/**
 * Returns the live object with the configuration merged into it. Fields that the manager applied
 * before and that have no other owner are removed when the configuration no longer has them.
 *
 * @throws {ApiError} Conflict
 */
export function applyConfiguration(
  live: KubeObject,
  configuration: JsonMap,
  { manager, force, time }: ApplyOptions,
): KubeObject {
  const applied = fieldsOf(configuration);
  const present = fieldsOf(live);
  const managed = readManaged(live);
  const own = managed.find((one) => isSameManager(one.manager, manager));
  const others = managed.filter((one) => one !== own);
  const conflicts = others.flatMap((other) =>
    [...other.paths].filter((path) =>
      applied.has(path) && present.has(path) && !isEqual(applied.get(path), present.get(path))
    ).map((path) => ({ other, path }))
  );
  if (conflicts.length > 0 && !force) throw conflictError(conflicts);
  let merged = mergeFields(live, configuration) as KubeObject;
  const isOwnedByOthers = (path: string) => others.some(({ paths }) => paths.has(path));
  const dropped = [...own?.paths ?? []].filter((path) =>
    !applied.has(path) && !isOwnedByOthers(path)
  );
  for (const path of dropped) merged = removeField(merged, path) as KubeObject;
  const lost = new Set(conflicts.map(({ path }) => path));
  const left = others.map((one) => ({
    ...one,
    paths: new Set([...one.paths].filter((path) => !lost.has(path))),
  }));
  const paths = new Set(applied.keys());
  const isUnchanged = own !== undefined && isEqual([...own.paths].sort(), [...paths].sort());
  return withManaged(merged, [...left, { manager, time: isUnchanged ? own.time : time, paths }]);
}

function conflictError(
  conflicts: readonly { readonly other: Managed; readonly path: string }[],
): ApiError {
  const causes = conflicts.map(({ other: { manager }, path }): FieldError => ({
    field: formatPath(path),
    message: `conflict with ${formatManager(manager)}`,
  }));
  const groups = Map.groupBy(causes, ({ message }) => message);
  const message = causes.length === 1
    ? `Apply failed with 1 conflict: ${causes[0]!.message}: ${causes[0]!.field}`
    : `Apply failed with ${causes.length} conflicts: ${
      [...groups].map(([text, list]) =>
        `${text.replace("conflict", "conflicts")}:\n${
          list.map(({ field }) => `- ${field}`).join("\n")
        }`
      ).join("\n")
    }`;
  return new ApiError("Conflict", message, {
    causes: causes.map(({ field, message }) => ({
      reason: "FieldManagerConflict",
      message,
      field,
    })),
  });
}

/** Formats a manager as kube-apiserver does: the version only of one that does not apply. */
function formatManager({ name, subresource, operation, apiVersion }: Manager): string {
  return JSON.stringify(name) +
    (subresource === undefined ? "" : ` with subresource "${subresource}"`) +
    (operation === "Update" ? ` using ${apiVersion}` : "");
}

/** Merges an object without its identity and the metadata that the server maintains. */
function mergeFields(live: JsonMap, configuration: JsonMap): JsonMap {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...fields } = configuration;
  const owned = Object.fromEntries(
    ["annotations", "finalizers", "labels", "ownerReferences"].flatMap((name) => {
      const value = isMap(metadata) ? metadata[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return mergeValue("", live, { ...fields, metadata: owned }) as JsonMap;
}

function mergeValue(field: string, live: Json | undefined, value: Json): Json {
  if (isMap(value)) {
    if (!isMap(live) || isAtomicMap(field)) return value;
    const merged: Record<string, Json | undefined> = { ...live };
    for (const [name, member] of Object.entries(value)) {
      if (member !== undefined) merged[name] = mergeValue(name, live[name], member);
    }
    return merged;
  }
  if (!isList(value) || !isList(live)) return value;
  const rule = listRule(field, [...live, ...value]);
  if (rule.type === "atomic") return value;
  const keys = rule.type === "map" ? rule.keys : [];
  const added = new Map(value.map((item) => [keyText(item, keys), item]));
  const merged = live.map((item) => {
    const key = keyText(item, keys);
    const other = added.get(key);
    added.delete(key);
    return other === undefined ? item : mergeValue("", item, other);
  });
  return [...merged, ...added.values()];
}
