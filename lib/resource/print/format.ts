/**
 * The output format of resources (`-o`).
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { JsonPath } from "../../output/jsonpath/mod.ts";
import { type FieldFormat, parseFields } from "./fields.ts";

/** An output format. */
export type Format =
  | { readonly kind: "table" | "yaml" | "json" }
  | { readonly kind: "jsonpath"; readonly path: JsonPath }
  | { readonly kind: "fields"; readonly fields: FieldFormat };

const PREFIX = "jsonpath=";

/**
 * Parses `table`, `yaml`, `json`, `name`, `json=<fields>` or `jsonpath=<expression>`.
 *
 * @throws {OsctlError} of kind `usage` for anything else.
 */
export async function parseFormat(text: string, terminal: boolean): Promise<Format> {
  if (text === "table" || text === "yaml" || text === "json") return { kind: text };
  if (text === "name" || isFieldList(text)) {
    return { kind: "fields", fields: await parseFields(text, terminal) };
  }
  if (text.startsWith(PREFIX)) {
    return { kind: "jsonpath", path: new JsonPath(text.slice(PREFIX.length)) };
  }
  throw new OsctlError("usage", `missing expression in output format "${text}"`, {
    hint: 'use, for example, -o jsonpath="{.spec.hostname}"',
  });
}

function isFieldList(text: string): text is `json=${string}` {
  return text.startsWith("json=");
}
