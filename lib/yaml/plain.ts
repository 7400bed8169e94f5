/**
 * Resolves unquoted scalars as Go does (`gopkg.in/yaml.v3`): the core schema of YAML 1.2, with
 * octals, underscores and times of YAML 1.1. Decides which strings Go's encoder quotes.
 *
 * @module
 */

/** The value of an unquoted scalar. A time is a string until {@linkcode plainTime} parses it. */
export type PlainScalar = string | number | bigint | boolean | null;

const WORDS = new Map<string, PlainScalar>([
  ...["", "~", "null", "Null", "NULL"].map((text) => [text, null] as const),
  ...["true", "True", "TRUE"].map((text) => [text, true] as const),
  ...["false", "False", "FALSE"].map((text) => [text, false] as const),
  ...[".nan", ".NaN", ".NAN"].map((text) => [text, NaN] as const),
  ...["", "+"].flatMap((sign) =>
    [".inf", ".Inf", ".INF"].map((text) => [sign + text, Infinity] as const)
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((text) => [text, -Infinity] as const),
]);

/** Booleans of YAML 1.1 only. */
const OLD_WORDS = new Map<string, boolean>([
  ..."y Y yes Yes YES on On ON".split(" ").map((text) => [text, true] as const),
  ..."n N no No NO off Off OFF".split(" ").map((text) => [text, false] as const),
]);

/** Length of the longest word. */
const MAX_WORD_LENGTH = 5;

const SMALL = /^(?:0|[1-9]\d{0,14})$/;
const WHOLE = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/;
const DECIMAL = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** A number of base 60, in YAML 1.1 only. */
const SEXAGESIMAL = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;

/** Reports whether a text can be a number or time: it starts with a digit, a sign or a point. */
function startsNumber(text: string): boolean {
  const first = text.charCodeAt(0);
  return first >= 0x2b && first <= 0x39;
}

/** Resolves an unquoted scalar. */
export function readPlain(text: string): PlainScalar {
  const isNumeric = startsNumber(text);
  if (isNumeric && SMALL.test(text)) return Number(text);
  if (text.length <= MAX_WORD_LENGTH) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
  }
  return isNumeric ? plainNumber(text)?.value ?? text : text;
}

/** Resolves `yes`, `off` and the like, which Go accepts as booleans; undefined for other texts. */
export function oldTruth(text: string): boolean | undefined {
  return text.length <= MAX_WORD_LENGTH ? OLD_WORDS.get(text) : undefined;
}

/** A number, and whether it is an integer to Go. */
export interface PlainNumber {
  /** A `bigint` beyond the exact range of `number`. */
  readonly value: number | bigint;
  readonly isWhole: boolean;
}

/** Parses an unquoted number; undefined for another text or a number out of range. */
export function plainNumber(text: string): PlainNumber | undefined {
  if (SMALL.test(text)) return { value: Number(text), isWhole: true };
  // After a leading point, Go allows underscores between digits only.
  const plain = text.replaceAll(text[0] === "." ? /(?<=\d)_(?=\d)/g : "_", "");
  const match = WHOLE.exec(plain);
  // Longer ones are out of range, and millions of digits take seconds to read.
  if (match && !/^[1-9]\d{20}/.test(match[2]!)) {
    const digits = match[2]!;
    const magnitude = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits.toLowerCase());
    const value = match[1] === "-" ? -magnitude : magnitude;
    if (value >= -(2n ** 63n) && value < 2n ** 64n) {
      const small = Number(value);
      return { value: Number.isSafeInteger(small) ? small : value, isWhole: true };
    }
  }
  if (!DECIMAL.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? { value, isWhole: false } : undefined;
}

const TIME =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:([Tt ])(\d\d?):(\d\d?):(\d\d?)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Parses an unquoted time to RFC 3339 with as many digits of the second as it needs: a date, or a
 * date and a time of day; with a space between them there is no zone.
 */
export function plainTime(text: string): string | undefined {
  const match = startsNumber(text) ? TIME.exec(text) : null;
  if (match === null) return undefined;
  const [, year, month, day, separator, hour, minute, second, digits, zone] = match;
  if (separator !== undefined && (zone === undefined) !== (separator === " ")) return undefined;
  const parts = [month, day, hour ?? 0, minute ?? 0, second ?? 0].map(Number);
  const [m, d, h, min, s] = parts as [number, number, number, number, number];
  // The calendar repeats every 400 years.
  const last = new Date(Date.UTC(2000 + Number(year) % 400, m, 0)).getUTCDate();
  if (m < 1 || m > 12 || d < 1 || d > last || h > 23 || min > 59 || s > 59) return undefined;
  const two = (part: number) => String(part).padStart(2, "0");
  const nanos = (digits ?? "").slice(0, 9).replace(/(?<!0)0+$/, "");
  const offset = zone === undefined || /^[+-]00:00$/.test(zone) ? "Z" : zone;
  if (!/^(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(offset)) return undefined;
  return `${year}-${two(m)}-${two(d)}T${two(h)}:${two(min)}:${two(s)}` +
    (nanos === "" ? "" : `.${nanos}`) + offset;
}

/** Reports whether a YAML 1.1 or 1.2 parser would not read an unquoted text as that string. */
export function needsQuotes(text: string): boolean {
  if (oldTruth(text) !== undefined) return true;
  if (typeof readPlain(text) !== "string") return true;
  return startsNumber(text) && (SEXAGESIMAL.test(text) || plainTime(text) !== undefined);
}
