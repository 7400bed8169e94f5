/**
 * Checks the shape of parsed JSON, which any program may have changed since it was written.
 *
 * @module
 */

/** Returns whether a value has a shape. */
export type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

export const text: Check = (value) => typeof value === "string";
export const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
export const number: Check = (value) => typeof value === "number";
export const flag: Check = (value) => typeof value === "boolean";

/** Accepts some texts. */
export const oneOf = (...values: readonly string[]): Check => (value) =>
  values.includes(value as string);

/** Accepts a text that matches a pattern. */
export const textLike = (pattern: RegExp): Check => (value) =>
  typeof value === "string" && pattern.test(value);

/** Accepts a list whose items pass a check. */
export const listOf = (item: Check): Check => (value) => Array.isArray(value) && value.every(item);

/** Accepts a map with any keys, whose values pass a check. */
export const valuesOf = (item: Check): Check => (value) =>
  isObject(value) && Object.values(value).every(item);

/** Accepts a map with fields; unknown keys belong to another version. */
export const mapOf = (required: Fields, optional: Fields = {}): Check => (value) =>
  isObject(value) && Object.entries(required).every(([key, check]) => check(value[key])) &&
  Object.entries(optional).every(([key, check]) => value[key] === undefined || check(value[key]));

/** Reports whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
