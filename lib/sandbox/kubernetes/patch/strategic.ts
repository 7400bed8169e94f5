/**
 * Strategic merge patches: like merge patches, but lists merge by the keys of their items.
 *
 * @module
 */
import { ApiError } from "../api_error.ts";
import { isEqual, isList, isMap, type Json, type JsonMap } from "../../objects/objects.ts";
import { keyText, listRule } from "./list_keys.ts";

const ORDER = "$setElementOrder/";
const DELETE_FROM = "$deleteFromPrimitiveList/";

/**
 * Returns the patched object.
 *
 * @throws {ApiError} BadRequest for an unknown directive or an item without its key.
 */
export function applyStrategicPatch(target: JsonMap, patch: JsonMap): JsonMap {
  if (patch["$patch"] === "replace") return withoutDirectives(patch);
  if (patch["$patch"] === "delete") return {};
  const merged: Record<string, Json | undefined> = { ...target };
  const retained = patch["$retainKeys"];
  if (isList(retained)) {
    for (const name of Object.keys(merged)) if (!retained.includes(name)) delete merged[name];
  }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || name === "$patch" || name === "$retainKeys") continue;
    if (name.startsWith(ORDER)) continue;
    if (name.startsWith(DELETE_FROM)) {
      const field = name.slice(DELETE_FROM.length);
      const list = merged[field];
      if (isList(list) && isList(value)) {
        merged[field] = list.filter((item) => !value.some((one) => isEqual(one, item)));
      }
    } else if (value === null) delete merged[name];
    else if (isMap(value)) {
      const old = merged[name];
      if (value["$patch"] === "delete") delete merged[name];
      else merged[name] = applyStrategicPatch(isMap(old) ? old : {}, value);
    } else if (isList(value)) {
      const list = mergeList(name, merged[name], value);
      // Typed objects omit empty lists.
      if (list.length === 0) delete merged[name];
      else merged[name] = list;
    } else merged[name] = value;
  }
  for (const [name, value] of Object.entries(patch)) {
    if (!name.startsWith(ORDER) || !isList(value)) continue;
    const field = name.slice(ORDER.length);
    const list = merged[field];
    if (isList(list)) merged[field] = sortItems(field, list, value);
  }
  return merged;
}

function mergeList(field: string, target: Json | undefined, patch: readonly Json[]): Json[] {
  const old = isList(target) ? target : [];
  const rule = listRule(field, [...old, ...patch]);
  if (rule.type === "atomic") return patch.map(cleaned);
  if (rule.type === "set") {
    return [...old, ...patch.filter((item) => !old.some((one) => isEqual(one, item)))];
  }
  if (patch.some((item) => isMap(item) && item["$patch"] === "replace")) {
    return patch.filter((item) => !isMap(item) || item["$patch"] !== "replace").map(cleaned);
  }
  // Strategic patches identify an item by its first key only.
  const [key = ""] = rule.keys;
  const items = [...old];
  for (const item of patch) {
    if (!isMap(item)) continue;
    if (item[key] === undefined) {
      throw new ApiError("BadRequest", `map: does not contain declared merge key: ${key}`);
    }
    const at = items.findIndex((one) => isMap(one) && isEqual(one[key], item[key]));
    const existing = items[at];
    if (item["$patch"] === "delete") {
      if (at >= 0) items.splice(at, 1);
    } else if (isMap(existing)) items[at] = applyStrategicPatch(existing, item);
    else items.push(applyStrategicPatch({}, item));
  }
  return items;
}

/** Sorts items in the order of the client; items that it does not list keep their places last. */
function sortItems(field: string, list: readonly Json[], order: readonly Json[]): Json {
  const rule = listRule(field, list);
  const keys = rule.type === "map" ? rule.keys.slice(0, 1) : [];
  const positions = new Map(order.map((item, index) => [keyText(item, keys), index]));
  const position = (item: Json) => positions.get(keyText(item, keys)) ?? order.length;
  return list.toSorted((one, other) => position(one) - position(other));
}

function cleaned(value: Json): Json {
  return isMap(value) ? withoutDirectives(value) : value;
}

function withoutDirectives(patch: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(patch).filter(([name]) => !name.startsWith("$")).map(([name, value]) => [
      name,
      isList(value) ? value.map(cleaned) : isMap(value) ? withoutDirectives(value) : value,
    ]),
  );
}
