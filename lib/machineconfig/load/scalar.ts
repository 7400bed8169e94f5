/**
 * What an unquoted text of YAML means to nodes, which read it with Go's yaml.v3: the core schema
 * of YAML 1.2, with octals and underscores of YAML 1.1.
 *
 * @module
 */
import { decodeBase64 } from "../base64.ts";
import type { ScalarNode } from "../tree.ts";

/** What a scalar is, before anybody asks for a certain type. */
export type Scalar = string | number | bigint | boolean | null;

const WORDS = new Map<string, Scalar>([
  ...["", "~", "null", "Null", "NULL"].map((text) => [text, null] as const),
  ...["true", "True", "TRUE"].map((text) => [text, true] as const),
  ...["false", "False", "FALSE"].map((text) => [text, false] as const),
  ...[".nan", ".NaN", ".NAN"].map((text) => [text, NaN] as const),
  ...["", "+"].flatMap((sign) =>
    [".inf", ".Inf", ".INF"].map((text) => [sign + text, Infinity] as const)
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((text) => [text, -Infinity] as const),
]);

/** No word is longer. */
const LONGEST_WORD = 5;
const SMALL = /^(?:0|[1-9]\d{0,14})$/;
const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** The value of an unquoted text. Times stay texts. */
export function resolvePlain(text: string): Scalar {
  const first = text.charCodeAt(0);
  // Numbers start with a digit, a sign or a point, which no text in between does.
  const isNumeric = first >= 0x2b && first <= 0x39;
  if (isNumeric && SMALL.test(text)) return Number(text);
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
  }
  return isNumeric ? numberOf(text) ?? text : text;
}

function numberOf(text: string): number | bigint | undefined {
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
  return Number.isFinite(value) ? value : undefined;
}

/** Tags of values that are more than texts. */
const FITS: Readonly<Record<string, (value: Scalar) => boolean>> = {
  null: (value) => value === null,
  bool: (value) => typeof value === "boolean",
  int: (value) => typeof value === "bigint" || Number.isInteger(value),
  float: (value) => typeof value === "bigint" || typeof value === "number",
};

/** Whether a scalar is what its tag says. */
export function fitsTag({ text, tag }: ScalarNode): boolean {
  return tag === undefined || (FITS[tag]?.(resolvePlain(text)) ?? true);
}

/** The value of a scalar: what its tag says, else what it looks like. */
export function resolveScalar(node: ScalarNode): Scalar {
  const { text, tag } = node;
  if (tag === undefined) return node.plain ? resolvePlain(text) : text;
  if (tag === "binary") {
    const bytes = decodeBase64(text);
    return bytes === undefined ? text : new TextDecoder().decode(bytes);
  }
  return tag in FITS ? resolvePlain(text) : text;
}

/** Nothing is there: left out, `~` or `null`. */
export function isNull(node: ScalarNode): boolean {
  return (node.plain || node.tag === "null") && (node.tag ?? "null") === "null" &&
    WORDS.get(node.text) === null;
}
