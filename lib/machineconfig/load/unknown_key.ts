/**
 * Describes an unknown key: similar keys, the release that adds it, other objects that have it.
 *
 * @module
 */
import { nearest } from "../../output/nearest.ts";
import { type Path, pathText } from "../problem.ts";
import type { Field, FieldType, ObjectType } from "../schema/types.ts";

/** Maximum number of paths in a hint. */
const MAX_PATHS = 2;

/**
 * Returns the message and hint for `key`.
 *
 * @param field The field of that name, if a later release has one.
 * @param type Its object, a part of `root`.
 * @param path Its path, including the key.
 */
export function unknownKey(
  key: string,
  field: Field | undefined,
  type: ObjectType,
  root: ObjectType,
  path: Path,
): { message: string; hint?: string } {
  const name = JSON.stringify(key);
  if (field?.since !== undefined) {
    return { message: `the key ${name} requires ${field.since}`, hint: "remove it" };
  }
  const message = `unknown key ${name}`;
  const similar = nearest(key, Object.keys(type.fields));
  const elsewhere = pathsOf(key, root, path.slice(0, -1));
  const guess = similar === undefined ? undefined : `did you mean "${similar}"`;
  if (similar?.toLowerCase() === key.toLowerCase()) return { message, hint: guess! };
  if (elsewhere.length === 0 || elsewhere.length > MAX_PATHS) {
    return guess === undefined ? { message, ...allKeys(type) } : { message, hint: guess };
  }
  const paths = elsewhere.map((one) => `"${one}"`).join(" or ");
  return {
    message,
    hint: guess === undefined ? `it belongs in ${paths}` : `${guess}, or ${paths}`,
  };
}

/** Lists the known keys if they are few. */
function allKeys(type: ObjectType): { hint?: string } {
  const keys = Object.keys(type.fields);
  return keys.length === 0 || keys.length > 8 ? {} : { hint: `known keys: ${keys.join(", ")}` };
}

/** Returns the paths of fields of that name; those above the key exclude the others. */
function pathsOf(key: string, root: ObjectType, path: Path): string[] {
  const found: { path: string; isAbove: boolean }[] = [];
  const keys = path.filter((step) => typeof step === "string");
  const walk = (type: FieldType, names: readonly string[], path: string) => {
    if (type.kind === "list") return walk(type.item, names, `${path}[]`);
    if (type.kind === "map") return walk(type.value, names, `${path}.*`);
    if (type.kind !== "object") return;
    for (const [name, field] of Object.entries(type.fields)) {
      const child = path === "" ? name : `${path}.${name}`;
      if (name === key) {
        found.push({ path: child, isAbove: names.every((step, index) => keys[index] === step) });
      }
      walk(field.type, [...names, name], child);
    }
  };
  walk(root, [], "");
  const above = found.filter((one) => one.isAbove && one.path !== pathText([...path, key]));
  return (above.length > 0 ? above : found).map((one) => one.path);
}
