/**
 * What the schema says, in words.
 *
 * @module
 */
import type { Field, FieldType, NumberType, TextFormat } from "../schema/types.ts";
import { wordsOf } from "../schema/words.ts";

/** The forms of texts, one and several. */
const FORMATS: Readonly<Record<TextFormat, readonly [one: string, several: string]>> = {
  address: ["IP address", "IP addresses"],
  addressOrSubnet: ["IP address or subnet", "IP addresses or subnets"],
  addressPort: ["IP address with port", "IP addresses with ports"],
  base64: ["base64", "base64 texts"],
  byteSize: ["size", "sizes"],
  diskMatch: ["size to match", "sizes to match"],
  diskSize: ["size", "sizes"],
  duration: ["duration", "durations"],
  expression: ["CEL expression", "CEL expressions"],
  fileMode: ["file mode", "file modes"],
  hostPort: ["host with port", "hosts with ports"],
  manifest: ["text", "texts"],
  pem: ["PEM", "PEM texts"],
  portRange: ["port or range", "ports or ranges"],
  subnet: ["subnet", "subnets"],
  url: ["URL", "URLs"],
};

/** Enumerations longer than this are named by the number of their words. */
const LONGEST_LIST = 40;

/** A type as people say it: `list of objects`, `duration`, `one of accept, block`. */
export function typeText(type: FieldType): string {
  switch (type.kind) {
    case "text": {
      const words = wordsOf(type);
      if (words?.length === 1) return `always ${words[0]}`;
      if (words) return `one of ${listed(words)}`;
      return type.format ? FORMATS[type.format][0] : "text";
    }
    case "bool":
      return "true or false";
    case "number":
      return "number";
    case "list":
      return `list of ${several(type.item)}`;
    case "map":
      return `map of ${several(type.value)}`;
    case "object":
      return "object";
    case "free":
      return "any YAML";
  }
}

function several(type: FieldType): string {
  switch (type.kind) {
    case "text": {
      const words = wordsOf(type);
      if (words) return listed(words);
      return type.format ? FORMATS[type.format][1] : "texts";
    }
    case "bool":
      return "true or false";
    case "number":
      return "numbers";
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

function listed(words: readonly string[]): string {
  const text = words.join(", ");
  return text.length <= LONGEST_LIST ? text : `${words.length} words`;
}

/** Limits that are no more than those of what a number is kept in. */
const WIDE = 0xffff;

/** `0 to 255`, where the limits of a number say something. */
export function rangeText({ min, max }: NumberType): string | undefined {
  return max <= WIDE ? `${min} to ${max}` : undefined;
}

/** What becomes of a field when a patch has one: a clause. */
export function mergeText({ type, merge }: Pick<Field, "type" | "merge">): string {
  if (merge === "replace") {
    return type.kind === "list"
      ? "the whole list is replaced, also by an empty one"
      : "replaced as a whole, unless the patch has an empty one";
  }
  if (merge) {
    const [first, ...others] = merge.by;
    const more = others.map((name) => ` (else \`${name}\`)`).join("");
    return `items with an equal \`${first}\`${more} are merged, others appended`;
  }
  switch (type.kind) {
    case "bool":
      return "replaced, also by false";
    case "number":
      return "replaced, unless by 0";
    case "list":
      return "items are appended";
    case "map":
      return "merged by name";
    case "object":
      return "merged field by field";
    case "free":
      return "merged by name at every level, lists within are appended";
    case "text":
      if (type.format === "url") return "replaced part by part: what the new URL lacks stays";
      if (type.zero !== undefined) return `replaced, unless by \`${type.zero}\``;
      return "replaced, unless by an empty text";
  }
}
