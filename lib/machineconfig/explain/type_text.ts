/**
 * Types, ranges and merge rules of the schema as text.
 *
 * @module
 */
import type { Field, FieldType, NumberType, TextFormat } from "../schema/types.ts";
import { allowedValues } from "../schema/allowed_values.ts";

/** Names of string formats, singular and plural. */
const FORMATS: Readonly<Record<TextFormat, readonly [singular: string, plural: string]>> = {
  address: ["IP address", "IP addresses"],
  addressOrSubnet: ["IP address or subnet", "IP addresses or subnets"],
  addressPort: ["IP address and port", "IP addresses and ports"],
  base64: ["base64 string", "base64 strings"],
  byteSize: ["size", "sizes"],
  cidr: ["IP address and prefix length", "IP addresses with prefix lengths"],
  diskMatch: ["size comparison", "size comparisons"],
  diskSize: ["size", "sizes"],
  duration: ["duration", "durations"],
  expression: ["CEL expression", "CEL expressions"],
  fileMode: ["file mode", "file modes"],
  hardwareAddress: ["hardware address", "hardware addresses"],
  hostPort: ["host and port", "hosts and ports"],
  manifest: ["string", "strings"],
  pem: ["PEM string", "PEM strings"],
  portRange: ["port or range", "ports or ranges"],
  relativeSize: ["size or percentage", "sizes or percentages"],
  routingTable: ["routing table", "routing tables"],
  subnet: ["subnet", "subnets"],
  url: ["URL", "URLs"],
};

/** Maximum length of a listed enumeration; longer ones are shown as a count. */
const MAX_LIST_LENGTH = 40;

/** Returns a type as text: `list of objects`, `duration`, `one of accept, block`. */
export function typeText(type: FieldType): string {
  switch (type.kind) {
    case "text": {
      const values = allowedValues(type);
      if (values?.length === 1) return `always ${values[0]}`;
      if (values) return `one of ${enumText(values)}`;
      return type.format ? FORMATS[type.format][0] : "string";
    }
    case "bool":
      return "boolean";
    case "number":
      return "integer";
    case "list":
      return `list of ${pluralText(type.item)}`;
    case "map":
      return `map of ${pluralText(type.value)}`;
    case "object":
      return "object";
    case "free":
      return "any YAML";
  }
}

function pluralText(type: FieldType): string {
  switch (type.kind) {
    case "text": {
      const values = allowedValues(type);
      if (values) return enumText(values);
      return type.format ? FORMATS[type.format][1] : "strings";
    }
    case "bool":
      return "booleans";
    case "number":
      return "integers";
    case "list":
      return "lists";
    case "map":
      return "maps";
    case "object":
      return "objects";
    case "free":
      return "any YAML";
  }
}

function enumText(values: readonly string[]): string {
  const text = values.join(", ");
  return text.length <= MAX_LIST_LENGTH ? text : `${values.length} values`;
}

/** Ranges above this only reflect the integer's storage type. */
const MAX_SHOWN_LIMIT = 0xffff;

/** Returns the range of an integer, such as `0 to 255`, or undefined for wide ranges. */
export function rangeText({ min, max }: NumberType): string | undefined {
  return max <= MAX_SHOWN_LIMIT ? `${min} to ${max}` : undefined;
}

/** Returns the merge behaviour of a field in a patch. */
export function mergeText({ type, merge }: Pick<Field, "type" | "merge">): string {
  if (merge === "replace") {
    return type.kind === "list"
      ? "replaced as a whole, even by an empty list"
      : "replaced as a whole, unless empty in the patch";
  }
  if (merge) {
    const [first, ...others] = merge.by;
    const more = others.map((name) => ` or \`${name}\``).join("");
    const how = merge.whole ? "replaced" : "merged";
    return `items with the same \`${first}\`${more} are ${how}, others appended`;
  }
  switch (type.kind) {
    case "bool":
      return "replaced, even by false";
    case "number":
      return "replaced, unless 0";
    case "list":
      return "items appended";
    case "map":
      return "merged by key";
    case "object":
      return "merged field by field";
    case "free":
      return "merged by key at every level, nested lists appended";
    case "text":
      if (type.format === "url") return "URL parts replaced; parts missing in the patch are kept";
      if (type.zero !== undefined) return `replaced, unless \`${type.zero}\``;
      return "replaced, unless empty";
  }
}
