/**
 * Readers of machine configuration values for specs: they ignore values of other types.
 *
 * @module
 */
import { isList, isMap, type Value } from "../../../machineconfig/data.ts";
import type { JsonValue } from "../encode_fields.ts";
import type { JsonObject } from "../definitions/kubernetes.ts";

/** Returns a text, or `fallback` when it is missing or empty. */
export function textOr(value: Value | undefined, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}

/** Returns the texts of a list. */
export function strings(value: Value | undefined): string[] {
  return isList(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Returns the scalars of a map as texts. */
export function stringMap(value: Value | undefined): Record<string, string> {
  if (!isMap(value)) return {};
  const scalars = Object.entries(value).filter(([, one]) => !isMap(one) && !isList(one));
  return Object.fromEntries(scalars.map(([key, one]) => [key, String(one)]));
}

/** Returns a map as JSON with sorted keys; empty for other values. */
export function jsonObject(value: Value | undefined): JsonObject {
  const json = value === undefined ? {} : toJson(value);
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? json as JsonObject
    : {};
}

function toJson(value: Value): JsonValue {
  if (typeof value === "bigint") return Number(value);
  if (isList(value)) return value.map(toJson);
  if (!isMap(value)) return value;
  return sortKeys(
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toJson(one)])),
  );
}

/** Sorts the keys of a JSON value at every depth, the order in which nodes write them. */
export function sortKeys<T extends JsonValue>(value: T): T {
  if (Array.isArray(value)) return value.map(sortKeys) as JsonValue as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as JsonObject).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([key, one]) => [key, sortKeys(one)])) as T;
}
