/**
 * Specs as YAML, in the layout of nodes: four spaces a level, lists indented, quotes only where a
 * scalar would read as something else. Keys stand in the order of the object; undefined values and
 * their keys are left out.
 *
 * @module
 */

/** What a spec can be made of. */
export type YamlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Decimal
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue };

/** A number that is not whole, or happens to be: `2` of these is written `2`, 1e21 `1e+21`. */
export class Decimal {
  constructor(readonly value: number) {}
}

const INDENT = "    ";

/** The document, with a line break at the end. */
export function yamlText(value: YamlValue): string {
  return `${block(value, "").replace(/^[ \n]/, "")}\n`;
}

/** A value after its key: a space and a scalar, or a line break and the lines of a collection. */
function block(value: YamlValue, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return " []";
    return value.map((item) => `\n${indent}- ${listItem(item, `${indent}  `)}`).join("");
  }
  if (isMap(value)) {
    const lines = entries(value).map(([key, item]) =>
      `\n${indent}${scalar(key)}:${block(item, indent + INDENT)}`
    );
    return lines.length === 0 ? " {}" : lines.join("");
  }
  return ` ${scalarOf(value, indent)}`;
}

/** An item of a list: its first line goes behind the dash. */
function listItem(value: YamlValue, indent: string): string {
  return block(value, indent).replace(/^(?:\n *| )/, "");
}

function entries(map: { readonly [key: string]: YamlValue }): [string, YamlValue][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}

function isMap(value: YamlValue): value is { readonly [key: string]: YamlValue } {
  return typeof value === "object" && value !== null && !(value instanceof Decimal);
}

function scalarOf(value: YamlValue, indent: string): string {
  if (typeof value === "string") {
    return value.includes("\n") && isLiteral(value) ? literal(value, indent) : scalar(value);
  }
  if (value instanceof Decimal) return decimal(value.value);
  return String(value ?? null);
}

/** As Go prints the shortest form that reads back: exponents below 1e-4 and from 1e21. */
function decimal(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e21)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/** Texts that would not come back as the same text. */
const AMBIGUOUS = new RegExp(
  "^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|" +
    "y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|<<|=|" +
    "[-+]?[0-9][0-9_]*|0b[01_]+|0[oO]?[0-7_]+|0x[0-9a-fA-F_]+|" +
    "[-+]?(?:\\.[0-9]+|[0-9][0-9_]*(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|" +
    "[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)|" +
    "[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?|" +
    "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \\t]+)[0-9:. \\tZ+-]+)?)$",
);

/** Starts that mean something else than the beginning of a plain text. */
const INDICATOR = /^(?:[-?:](?:[ \t]|$)|[,[\]{}#&*!|>'"%@`]|---|\.\.\.)/;

/** Characters that only an escape can show. */
// deno-lint-ignore no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\x00-\x1f\x7f-\x84\x86-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

function scalar(text: string): string {
  if (UNPRINTABLE.test(text) || AMBIGUOUS.test(text)) return doubleQuoted(text);
  const plain = !INDICATOR.test(text) && !/: |:$| #|^ | $/.test(text);
  return plain ? text : `'${text.replaceAll("'", "''")}'`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\0": "\\0",
};

function doubleQuoted(text: string): string {
  // deno-lint-ignore no-control-regex -- they are what is escaped
  const special = /["\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
  return `"${
    text.replaceAll(
      special,
      (char) => ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
  }"`;
}

/** Whether a text of several lines can stand as it is, below a bar. */
function isLiteral(text: string): boolean {
  return !UNPRINTABLE.test(text.replaceAll(/[\n\t]/g, "")) && !/^[ \n]|[ \t](?:\n|$)/.test(text);
}

function literal(text: string, indent: string): string {
  const chomping = text.endsWith("\n\n") ? "+" : text.endsWith("\n") ? "" : "-";
  const lines = text.replace(/\n$/, "").split("\n");
  return `|${chomping}${lines.map((line) => `\n${line === "" ? "" : indent + line}`).join("")}`;
}
