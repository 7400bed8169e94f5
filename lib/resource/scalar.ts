/**
 * What an unquoted text of YAML means to Go (`gopkg.in/yaml.v3`), which writes and reads the specs
 * of resources: the core schema of YAML 1.2, with octals, underscores and times of YAML 1.1.
 *
 * @module
 */
import { Decimal, Timestamp, type Value } from "./value.ts";

const WORDS = new Map<string, Value>([
  ...["", "~", "null", "Null", "NULL"].map((text) => [text, null] as const),
  ...["true", "True", "TRUE"].map((text) => [text, true] as const),
  ...["false", "False", "FALSE"].map((text) => [text, false] as const),
  ...[".nan", ".NaN", ".NAN"].map((text) => [text, new Decimal(NaN)] as const),
  ...["", "+"].flatMap((sign) =>
    [".inf", ".Inf", ".INF"].map((text) => [sign + text, new Decimal(Infinity)] as const)
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((text) => [text, new Decimal(-Infinity)] as const),
]);

/** No word is longer. */
const LONGEST_WORD = 5;
const SMALL = /^(?:0|[1-9]\d{0,14})$/;
const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** The value of an unquoted text. */
export function resolvePlain(text: string): Value {
  const first = text.charCodeAt(0);
  // Numbers and times start with a digit, a sign or a point, which no text in between does.
  const isNumeric = first >= 0x2b && first <= 0x39;
  if (isNumeric && SMALL.test(text)) return Number(text);
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
  }
  return isNumeric ? timestamp(text) ?? number(text) ?? text : text;
}

function number(text: string): Value | undefined {
  // After a leading point, Go allows underscores between digits only.
  const plain = text.replaceAll(text[0] === "." ? /(?<=\d)_(?=\d)/g : "_", "");
  const match = INTEGER.exec(plain);
  if (match) {
    const digits = match[2]!;
    const magnitude = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits.toLowerCase());
    const value = match[1] === "-" ? -magnitude : magnitude;
    if (value >= -(2n ** 63n) && value < 2n ** 64n) {
      const small = Number(value);
      return Number.isSafeInteger(small) ? small : value;
    }
  }
  if (!FLOAT.test(plain)) return undefined;
  const value = Number(plain);
  // Beyond the range of numbers it is a text.
  if (!Number.isFinite(value)) return undefined;
  return Number.isInteger(value) ? new Decimal(value) : value;
}

const TIME =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:([Tt ])(\d\d?):(\d\d?):(\d\d?)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)?)?$/;

/** A date, or a date and a clock; with a space between them there is no zone. */
function timestamp(text: string): Timestamp | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, separator, hour, minute, second, digits, zone] = match;
  if (separator !== undefined && (zone === undefined) !== (separator === " ")) return undefined;
  const parts = [month, day, hour ?? 0, minute ?? 0, second ?? 0].map(Number);
  const [m, d, h, min, s] = parts as [number, number, number, number, number];
  const last = new Date(Date.UTC(2000 + Number(year) % 400, m, 0)).getUTCDate();
  if (m < 1 || m > 12 || d < 1 || d > last || h > 23 || min > 59 || s > 59) return undefined;
  const two = (part: number) => String(part).padStart(2, "0");
  const nanos = (digits ?? "").slice(0, 9).replace(/0+$/, "");
  const offset = zone === undefined || /^[+-]00:00$/.test(zone) ? "Z" : zone;
  if (!/^(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(offset)) return undefined;
  return new Timestamp(
    `${year}-${two(m)}-${two(d)}T${two(h)}:${two(min)}:${two(s)}` +
      (nanos === "" ? "" : `.${nanos}`) + offset,
  );
}
