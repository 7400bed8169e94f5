/** Whether values are equal, and which items of two lists belong together. */
import { isList, isMap, type Value } from "../data.ts";
import { own } from "./values.ts";

/** Whether two values are equal all the way down. The order of keys means nothing. */
export function sameValue(one: Value | undefined, other: Value | undefined): boolean {
  if (isList(one)) {
    return isList(other) && one.length === other.length &&
      one.every((item, index) => sameValue(item, other[index]));
  }
  if (isMap(one)) {
    const names = Object.keys(one);
    return isMap(other) && names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && sameValue(one[name], other[name]));
  }
  return Object.is(one, other);
}

/** Whether two values mean the same: what is absent on one side may be empty on the other. */
function meansSame(one: Value | undefined, other: Value | undefined): boolean {
  if (isMap(one) && isMap(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => meansSame(own(one, name), own(other, name)));
  }
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, at) => meansSame(item, other[at]));
  }
  return sameValue(one, other) || (isEmpty(one) && isEmpty(other));
}

function isEmpty(value: Value | undefined): boolean {
  if (isList(value)) return value.length === 0;
  if (isMap(value)) return Object.values(value).every(isEmpty);
  return value === undefined || value === null || value === "" || value === 0;
}

/** A place of a list before and after: a number is missing where an item goes or is new. */
export interface Pair {
  readonly before?: number;
  readonly after?: number;
}

/** Where more than this is different, items are paired by their places alone. */
const LONGEST = 500;

/**
 * Pairs the items of two lists so that as many as can stay as they are; of others, those at the
 * same place between two that stay belong together.
 */
export function pairItems(before: readonly Value[], after: readonly Value[]): Pair[] {
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

/** The longest row of pairs of items that mean the same. */
function unchanged(before: readonly Value[], after: readonly Value[]): [number, number][] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && meansSame(before[start], after[start])) start++;
  let tail = 0;
  while (tail < shorter - start && meansSame(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const middle = longestRow(
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

function longestRow(before: readonly Value[], after: readonly Value[]): [number, number][] {
  const [rows, columns] = [before.length, after.length];
  if (rows === 0 || columns === 0 || Math.max(rows, columns) > LONGEST) return [];
  // lengths[i][j]: of the longest row in what is behind the items i and j.
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
