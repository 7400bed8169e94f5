/**
 * Parsers of flag values by type, with the rules of Go's pflag and strconv.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { formatDuration, parseDuration } from "../output/duration.ts";
import { readCsvRecord } from "./csv.ts";
import type { Flag, FlagType } from "./flags.ts";
import { nearest } from "../output/nearest.ts";
import { declaredDefault } from "./release.ts";

/** Description of a type's values, after the word "expected". */
const EXPECTED: Record<FlagType, string> = {
  bool: "true or false",
  string: "a string",
  strings: "comma-separated values, with double quotes around one that contains commas or quotes",
  stringArray: "a string",
  int: "an integer",
  int32: "an integer between -2147483648 and 2147483647",
  float: "a decimal number",
  duration: "a duration such as 90s, 5m or 1h30m",
  enum: "one of the listed values",
};

const TRUE = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const FALSE = new Set(["0", "f", "F", "false", "FALSE", "False"]);

/** A flag with its name. */
export interface NamedFlag {
  name: string;
  // deno-lint-ignore no-explicit-any -- a scope mixes value types; each entry keeps its own
  flag: Flag<any>;
}

function badValue({ name, flag }: NamedFlag, text: string, detail?: string): OsctlError {
  const values = flag.values && allowedValues(flag);
  const near = values && nearest(text, values);
  const expected = values ? `one of ${values.join(", ")}` : EXPECTED[flag.type];
  return new OsctlError(
    "usage",
    `invalid value "${text}" for --${name}: ${detail ? `${detail}; ` : ""}expected ${expected}`,
    near === undefined ? {} : { hint: `did you mean "${near}"` },
  );
}

/** Returns the values of an enumerated flag, for messages and completion. */
export function allowedValues<T>({ values = [], extraValues = [] }: Flag<T>): string[] {
  return [...new Set([...values, ...extraValues])];
}

/** Parses a boolean in one of Go's spellings; undefined for other texts. */
export function parseBool(text: string): boolean | undefined {
  return TRUE.has(text) ? true : FALSE.has(text) ? false : undefined;
}

const INTEGER =
  /^([+-]?)(0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO]?(?:_?[0-7])+|0|[1-9](?:_?\d)*)$/;

/** Parses an integer like Go's `ParseInt(text, 0, 64)`; undefined for other texts. */
export function parseInteger(text: string): bigint | undefined {
  const match = INTEGER.exec(text);
  if (!match) return undefined;
  const digits = match[2]!.replaceAll("_", "");
  // A leading zero means octal in Go; BigInt requires 0o.
  const value = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits.toLowerCase());
  return match[1] === "-" ? -value : value;
}

function integer(named: NamedFlag, text: string, lowest: bigint, highest: bigint): number {
  const value = parseInteger(text);
  if (value === undefined) throw badValue(named, text);
  if (value < lowest || value > highest) throw badValue(named, text, "out of range");
  return Number(value);
}

function oneOfValues(named: NamedFlag, text: string): string {
  const { values, extraValues = [] } = named.flag;
  const isExtra = (value: string) => value.endsWith("=") ? text.startsWith(value) : text === value;
  if (!values || values.includes(text) || extraValues.some(isExtra)) return text;
  throw badValue(named, text);
}

function requireNonEmpty({ name }: NamedFlag, text: string, items: readonly string[]): void {
  const hint = "set the shell variable it comes from, or remove the flag";
  if (items.every((item) => item.trim() === "")) {
    throw new OsctlError("usage", `--${name} is empty`, { hint });
  }
  if (items.some((item) => item.trim() === "")) {
    throw new OsctlError("usage", `--${name} has an empty item: "${text}"`, { hint });
  }
}

/** Converts a RangeError of a parser into a usage error. */
function converted<T>(named: NamedFlag, text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The message for a list has the position of the error; a duration is short.
    throw badValue(named, text, named.flag.type === "strings" ? error.message : undefined);
  }
}

/**
 * Parses a flag's value. `previous` is its value so far on this command line: lists accumulate, other
 * types are replaced.
 *
 * @throws {OsctlError} of kind `usage` that names the flag, the text and the expected values.
 */
export function parseValue(named: NamedFlag, text: string, previous: unknown): unknown {
  const { type } = named.flag;
  const before = Array.isArray(previous) ? previous : [];
  switch (type) {
    case "bool": {
      const value = parseBool(text);
      if (value === undefined) throw badValue(named, text);
      return value;
    }
    case "string":
    case "enum":
      return oneOfValues(named, text);
    case "strings": {
      const isOne = named.flag.unsplit?.test(text) ?? false;
      const items = isOne ? [text] : converted(named, text, readCsvRecord);
      if (named.flag.nonEmpty) requireNonEmpty(named, text, items);
      return [...before, ...items.map((item) => oneOfValues(named, item))];
    }
    case "stringArray":
      return [...before, oneOfValues(named, text)];
    case "int":
      return integer(named, text, BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER));
    case "int32":
      return integer(named, text, -(2n ** 31n), 2n ** 31n - 1n);
    case "float": {
      const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)
        ? Number(text)
        : NaN;
      if (!Number.isFinite(value)) throw badValue(named, text);
      return value;
    }
    case "duration":
      return converted(named, text, parseDuration);
  }
}

/** Formats a flag's default for help; undefined when it is the zero value. */
export function shownDefault<T>(flag: Flag<T>, release: Release): string | undefined {
  const value: unknown = declaredDefault(flag, release);
  if (value === false || value === 0 || value === "") return undefined;
  if (flag.type === "duration") return formatDuration(Number(value));
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(",");
  return String(value);
}
