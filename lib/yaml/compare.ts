/** Equality of values, and pairing of list items. */
import { isList, isMap, RawScalar, type YamlMap, type YamlValue } from "./write.ts";

/** The value of a key, never a value of `Object.prototype`. */
export function own(map: YamlMap, key: string): YamlValue {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Reports whether two values are equal. The order of keys does not matter. */
export function sameValue(one: YamlValue, other: YamlValue): boolean {
  if (isList(one)) {
    return isList(other) && one.length === other.length &&
      one.every((item, index) => sameValue(item, other[index]));
  }
  if (isMap(one)) {
    const names = Object.keys(one);
    return isMap(other) && names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && sameValue(one[name], other[name]));
  }
  return Object.is(bare(one), bare(other));
}

function bare(value: YamlValue): YamlValue {
  return value instanceof RawScalar ? value.value : value;
}

/** Reports whether two values are equal when an absent part equals an empty one. */
function meansSame(one: YamlValue, other: YamlValue): boolean {
  if (isMap(one) && isMap(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => meansSame(own(one, name), own(other, name)));
  }
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, at) => meansSame(item, other[at]));
  }
  return sameValue(one, other) || (isEmpty(one) && isEmpty(other));
}

function isEmpty(value: YamlValue): boolean {
  if (isList(value)) return value.length === 0;
  if (isMap(value)) return Object.values(value).every(isEmpty);
  return value === undefined || value === null || value === "" || bare(value) === 0;
}

/** Indices of an item before and after; one is missing for a removed or new item. */
export interface Pair {
  readonly before?: number;
  readonly after?: number;
}

/** Beyond this number of different items, pairs are by index. */
const MAX_ITEMS = 500;

/**
 * Pairs the items of two lists: as many equal ones as possible, then those at the same index
 * between two equal ones.
 */
export function pairItems(before: readonly YamlValue[], after: readonly YamlValue[]): Pair[] {
  const pairs: Pair[] = [];
  let [from, to] = [0, 0];
  const between = (end: number, newEnd: number) => {
    for (; from < end || to < newEnd; from++, to++) {
      pairs.push({
        ...(from < end ? { before: from } : {}),
        ...(to < newEnd ? { after: to } : {}),
      });
    }
    [from, to] = [end, newEnd];
  };
  for (const [one, other] of unchanged(before, after)) {
    between(one, other);
    pairs.push({ before: one, after: other });
    [from, to] = [one + 1, other + 1];
  }
  between(before.length, after.length);
  return pairs;
}

/** The longest common subsequence, as pairs of indices. */
function unchanged(before: readonly YamlValue[], after: readonly YamlValue[]): [number, number][] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && meansSame(before[start], after[start])) start++;
  let tail = 0;
  while (tail < shorter - start && meansSame(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const middle = longestCommon(
    before.slice(start, before.length - tail),
    after.slice(start, after.length - tail),
  );
  return [
    ...Array.from({ length: start }, (_, at): [number, number] => [at, at]),
    ...middle.map(([one, other]): [number, number] => [start + one, start + other]),
    ...Array.from({ length: tail }, (_, at): [number, number] => [
      before.length - tail + at,
      after.length - tail + at,
    ]),
  ];
}

function longestCommon(
  before: readonly YamlValue[],
  after: readonly YamlValue[],
): [number, number][] {
  const [rows, columns] = [before.length, after.length];
  if (rows === 0 || columns === 0 || Math.max(rows, columns) > MAX_ITEMS) return [];
  // lengths[i][j]: length of the longest common subsequence from the items i and j on.
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  const equal = before.map((one) => after.map((other) => meansSame(one, other)));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      lengths[i]![j] = equal[i]![j]
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const row: [number, number][] = [];
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (equal[i]![j]) row.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return row;
}
