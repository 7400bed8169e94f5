/**
 * Merges values of a strategic patch into a configuration, by the rules of nodes.
 *
 * @module
 */
import { type Data, isList, isMap, type Value } from "../data.ts";
import type { Path } from "../problem.ts";
import type {
  ConfigRelease,
  Field,
  FieldType,
  ListType,
  MergeRule,
  ObjectType,
  TextType,
} from "../schema/types.ts";
import { mergeUrl } from "./merge_url.ts";
import { own } from "./values.ts";

/** A value of a patch that cannot be merged. */
export class MergeConflict extends Error {
  constructor(
    /** Path in the patch. */
    readonly path: Path,
    message: string,
  ) {
    super(message);
  }
}

type Present = Exclude<Value, null>;

/**
 * Merges an object's fields.
 *
 * @throws {MergeConflict} when the types of two free-form values differ.
 */
export function mergeObject(
  type: ObjectType,
  left: Data,
  right: Data,
  release: ConfigRelease,
  path: Path = [],
): Data {
  return new Merger(release).object(type, left, right, path);
}

class Merger {
  readonly #release: ConfigRelease;

  constructor(release: ConfigRelease) {
    this.#release = release;
  }

  object(type: ObjectType, left: Data, right: Data, path: Path): Data {
    const merged: Record<string, Value> = { ...left };
    for (const [name, field] of Object.entries(type.fields)) {
      const value = this.#field(field, left[name], right[name], [...path, name]);
      if (value !== undefined) merged[name] = value;
    }
    return merged;
  }

  #field(field: Field, left: Value | undefined, right: Value | undefined, path: Path) {
    // A certificate and its key are one value: a new certificate never comes with the old key.
    if (isPartOfPair(field)) return right ?? "";
    return this.#value(field.type, left, right, path, field.merge);
  }

  #value(
    type: FieldType,
    left: Value | undefined,
    right: Value | undefined,
    path: Path,
    rule?: MergeRule,
  ): Value | undefined {
    if (right === undefined || right === null) return left;
    if (type.kind === "list") return this.#list(type, items(left), items(right), path, rule);
    if (left === undefined || left === null) return right;
    switch (type.kind) {
      case "text":
        return isList(right) ? right : mergeText(type, left, right);
      case "number":
        return Number(right) === 0 ? left : right;
      case "bool":
        return right;
      case "object":
        return this.object(type, entries(left), entries(right), path);
      case "map":
        return this.#map(entries(left), entries(right), path, type.value);
      case "free":
        if (rule === "replace" && this.#release !== "v1.4") {
          return Object.keys(entries(right)).length === 0 ? left : right;
        }
        return mergeFree(left, right, path);
    }
  }

  #map(left: Data, right: Data, path: Path, type: FieldType): Data {
    const merged: Record<string, Value> = { ...left };
    for (const [name, value] of Object.entries(right)) {
      merged[name] = this.#value(type, own(left, name), value, [...path, name]) ?? value;
    }
    return merged;
  }

  #list(
    type: ListType,
    left: readonly Value[] | undefined,
    right: readonly Value[] = [],
    path: Path,
    rule: MergeRule | undefined,
  ): readonly Value[] | undefined {
    if (rule === "replace") return right;
    if (typeof rule === "object") {
      if (left === undefined && right.length === 0) return undefined;
      return this.#listBy(rule, type.item, left ?? [], right, path);
    }
    return left === undefined ? right : [...left, ...right];
  }

  #listBy(
    { by: keys, whole }: Exclude<MergeRule, string>,
    type: FieldType,
    left: readonly Value[],
    right: readonly Value[],
    path: Path,
  ): readonly Value[] {
    const merged = [...left];
    for (const [index, item] of right.entries()) {
      const at = merged.findIndex(matcher(keys, entries(item)));
      if (at < 0) merged.push(item);
      else if (whole) merged[at] = item;
      else merged[at] = this.#value(type, merged[at], item, [...path, index]) ?? item;
    }
    return merged;
  }
}

/**
 * Returns a function that matches an existing item to an item of a patch. With one key, items match
 * also when neither has it; with several keys, the first one in the patch's item is compared.
 */
function matcher(keys: readonly string[], patch: Data): (item: Value) => boolean {
  const key = keys.length === 1 ? keys[0]! : keys.find((name) => !isEmpty(patch[name]));
  if (key === undefined) return () => false;
  return (item) => sameValue(entries(item)[key], patch[key]);
}

function isEmpty(value: Value | undefined): boolean {
  return value === undefined || value === null || value === "";
}

/** Reports whether two values are equal; an absent one equals an empty string and zero. */
function sameValue(left: Value | undefined, right: Value | undefined): boolean {
  const [a, b] = [left ?? "", right ?? ""];
  if (typeof a !== "object" || typeof b !== "object") {
    return a === b || (isZero(a) && isZero(b));
  }
  const [x, y] = [entries(a), entries(b)];
  return [...new Set([...Object.keys(x), ...Object.keys(y)])].every((key) =>
    sameValue(x[key], y[key])
  );
}

function isZero(value: Value): boolean {
  return value === "" || value === 0 || value === 0n;
}

function isPartOfPair({ type, always }: Field): boolean {
  return type.kind === "text" && type.format === "base64" && always === true;
}

/** Zero values of string formats. */
const ZEROS: Partial<Record<NonNullable<TextType["format"]>, RegExp>> = {
  byteSize: /^0+(\.0+)?\s*[a-z]*$/i,
  duration: /^0s?$/,
  fileMode: /^0o?0*$/,
};

function mergeText(type: TextType, left: Present, right: Present): Value {
  const text = String(right);
  if (text === "" || text === type.zero) return left;
  if (type.format !== undefined && ZEROS[type.format]?.test(text)) return left;
  return type.format === "url" ? mergeUrl(String(left), text) : right;
}

/** Merges free-form values: maps by key, lists by concatenation. */
function mergeFree(left: Value | undefined, right: Value, path: Path): Value {
  if (right === null) return left ?? null;
  if (left === undefined || left === null) return right;
  const [before, after] = [kindOf(left), kindOf(right)];
  if (before !== after) {
    throw new MergeConflict(path, `${after} cannot be merged into ${before}`);
  }
  if (Array.isArray(left)) return [...left, ...items(right)!];
  if (before === "a map") {
    const merged: Record<string, Value> = { ...entries(left) };
    for (const [name, value] of Object.entries(entries(right))) {
      merged[name] = mergeFree(own(merged, name), value, [...path, name]);
    }
    return merged;
  }
  return isZero(right) ? left : right;
}

function kindOf(value: Present): string {
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return "a string";
    case "boolean":
      return "a boolean";
    case "object":
      return "a map";
    default:
      return "a number";
  }
}

function entries(value: Value | undefined): Data {
  return isMap(value) ? value : {};
}

function items(value: Value | undefined): readonly Value[] | undefined {
  return isList(value) ? value : undefined;
}
