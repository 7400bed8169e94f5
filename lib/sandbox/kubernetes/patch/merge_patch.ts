/**
 * JSON merge patches (RFC 7386).
 *
 * @module
 */
import { isMap, type Json } from "../../objects/objects.ts";

/** Returns the patched value. */
export function applyMergePatch(target: Json | undefined, patch: Json): Json {
  if (!isMap(patch)) return patch;
  const merged: Record<string, Json> = {};
  for (const [name, value] of Object.entries(isMap(target) ? target : {})) {
    if (value !== undefined) merged[name] = value;
  }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete merged[name];
    else merged[name] = applyMergePatch(merged[name], value);
  }
  return merged;
}
