/**
 * Differences of successive snapshots: a page receives what has changed.
 *
 * @module
 */

/** JSON without undefined. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/**
 * A change of a value: `v` replaces it, `o` changes fields of an object, `a` is the new array of
 * parts: `[start, count]` of the old one, `{v}` a new element, `{i, d}` an old element that changes.
 */
export type Delta =
  | { readonly v: Json }
  | { readonly o: Readonly<Record<string, Delta | null>> }
  | { readonly a: readonly ArrayPart[] };

type ArrayPart =
  | readonly [start: number, count: number]
  | { readonly v: Json }
  | { readonly i: number; readonly d: Delta };

/** Texts of objects and arrays, which do not change. */
const texts = new WeakMap<object, string>();

function textOf(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the change from one value to another; undefined for equal ones. */
export function createDelta(before: Json, after: Json): Delta | undefined {
  if (before === after) return undefined;
  if (Array.isArray(before) && Array.isArray(after)) return diffArrays(before, after);
  if (isObject(before) && isObject(after)) return diffObjects(before, after);
  return textOf(before) === textOf(after) ? undefined : { v: after };
}

function diffObjects(
  before: { readonly [name: string]: Json },
  after: { readonly [name: string]: Json },
): Delta | undefined {
  const changes: Record<string, Delta | null> = {};
  for (const [name, value] of Object.entries(after)) {
    const change = Object.hasOwn(before, name) ? createDelta(before[name]!, value) : { v: value };
    if (change !== undefined) changes[name] = change;
  }
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) changes[name] = null;
  return Object.keys(changes).length === 0 ? undefined : { o: changes };
}

/** Returns what identifies an element, whose other fields may change. */
function idOf(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const id = value["id"] ?? value["title"] ?? value["name"];
  return typeof id === "string" ? id : undefined;
}

function diffArrays(before: readonly Json[], after: readonly Json[]): Delta | undefined {
  const places = new Map<string, number>();
  const ids = new Map<string, number>();
  // The first of equal elements starts the longest run.
  for (let index = before.length - 1; index >= 0; index--) {
    places.set(textOf(before[index]!), index);
    const id = idOf(before[index]!);
    if (id !== undefined) ids.set(id, index);
  }
  const parts: ArrayPart[] = [];
  let start = 0;
  let count = 0;
  const flush = () => {
    if (count > 0) parts.push([start, count]);
    count = 0;
  };
  for (const value of after) {
    const next = start + count;
    if (count > 0 && next < before.length && textOf(before[next]!) === textOf(value)) {
      count++;
      continue;
    }
    flush();
    const place = places.get(textOf(value));
    if (place !== undefined) {
      start = place;
      count = 1;
      continue;
    }
    const old = ids.get(idOf(value) ?? "\0");
    const change = old === undefined ? undefined : createDelta(before[old]!, value);
    parts.push(change === undefined ? { v: value } : { i: old!, d: change });
  }
  flush();
  const [only] = parts;
  const isSame = before.length === after.length && parts.length === 1 && Array.isArray(only) &&
    only[0] === 0 && only[1] === before.length;
  return isSame ? undefined : { a: parts };
}
