/**
 * Describes an unknown key: which one is similar, since when
 * it is known, where else it belongs.
 *
 * @module
 */
import { nearest } from "../../output/nearest.ts";
import { type Path, pathText } from "../problem.ts";
import type { Field, FieldType, ObjectType } from "../schema/types.ts";

/** Places to name at most. */
const FEW = 2;

/**
 * The message and hint for `key`.
 *
 * @param field The field of that name, when there is one in a later release.
 * @param type Its object, a part of `root`.
 * @param path Its path, the key included.
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
    return { message: `the key ${name} is known from ${field.since} on`, hint: "remove it" };
  }
  const message = `unknown key ${name}`;
  const meant = nearest(key, Object.keys(type.fields));
  const elsewhere = placesOf(key, root, path.slice(0, -1));
  const near = meant === undefined ? undefined : `did you mean "${meant}"`;
  if (meant?.toLowerCase() === key.toLowerCase()) return { message, hint: near! };
  if (elsewhere.length === 0 || elsewhere.length > FEW) {
    return near === undefined ? { message, ...allKeys(type) } : { message, hint: near };
  }
  const place = elsewhere.map((one) => `"${one}"`).join(" or ");
  return {
    message,
    hint: near === undefined ? `it belongs to ${place}` : `${near}, or ${place}`,
  };
}

/** Lists the known keys if they are few. */
function allKeys(type: ObjectType): { hint?: string } {
  const keys = Object.keys(type.fields);
  return keys.length === 0 || keys.length > 8 ? {} : { hint: `known here: ${keys.join(", ")}` };
}

/** Returns the paths of fields of that name; those above the key exclude the others. */
function placesOf(key: string, root: ObjectType, path: Path): string[] {
  const found: { place: string; above: boolean }[] = [];
  const trail = path.filter((step) => typeof step === "string");
  const walk = (type: FieldType, way: readonly string[], shown: string) => {
    if (type.kind === "list") return walk(type.item, way, `${shown}[]`);
    if (type.kind === "map") return walk(type.value, way, `${shown}.*`);
    if (type.kind !== "object") return;
    for (const [name, field] of Object.entries(type.fields)) {
      const place = shown === "" ? name : `${shown}.${name}`;
      if (name === key) {
        found.push({ place, above: way.every((step, index) => trail[index] === step) });
      }
      walk(field.type, [...way, name], place);
    }
  };
  walk(root, [], "");
  const above = found.filter((one) => one.above && one.place !== pathText([...path, key]));
  return (above.length > 0 ? above : found).map((one) => one.place);
}
