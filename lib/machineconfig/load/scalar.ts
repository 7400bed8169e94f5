/**
 * What an unquoted text of YAML means to nodes, which read it with Go's yaml.v3: the core schema
 * of YAML 1.2, with octals and underscores of YAML 1.1.
 *
 * @module
 */
import { type PlainScalar, readPlain } from "../../output/yaml_plain.ts";
import { decodeBase64 } from "../base64.ts";
import type { ScalarNode } from "../tree.ts";

/** Tags of values that are more than texts. */
const FITS: Readonly<Record<string, (value: PlainScalar) => boolean>> = {
  null: (value) => value === null,
  bool: (value) => typeof value === "boolean",
  int: (value) => typeof value === "bigint" || Number.isInteger(value),
  float: (value) => typeof value === "bigint" || typeof value === "number",
};

/** Whether a scalar is what its tag says. */
export function fitsTag({ text, tag }: ScalarNode): boolean {
  return tag === undefined || (FITS[tag]?.(readPlain(text)) ?? true);
}

/** The value of a scalar: what its tag says, else what it looks like. Times stay texts. */
export function resolveScalar(node: ScalarNode): PlainScalar {
  const { text, tag } = node;
  if (tag === undefined) return node.plain ? readPlain(text) : text;
  if (tag === "binary") {
    const bytes = decodeBase64(text);
    return bytes === undefined ? text : new TextDecoder().decode(bytes);
  }
  return tag in FITS ? readPlain(text) : text;
}

/** Nothing is there: left out, `~` or `null`. */
export function isNull(node: ScalarNode): boolean {
  return (node.plain || node.tag === "null") && (node.tag ?? "null") === "null" &&
    readPlain(node.text) === null;
}
