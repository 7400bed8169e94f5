/**
 * The output format of resources (`-o`).
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { JsonPath } from "../jsonpath/mod.ts";

/** An output format. */
export type Format =
  | { readonly kind: "table" | "yaml" | "json" }
  | { readonly kind: "jsonpath"; readonly path: JsonPath };

const PREFIX = "jsonpath=";

/**
 * Parses `table`, `yaml`, `json` or `jsonpath=<expression>`.
 *
 * @throws {OsctlError} of kind `usage` for anything else.
 */
export function parseFormat(text: string): Format {
  if (text === "table" || text === "yaml" || text === "json") return { kind: text };
  if (text.startsWith(PREFIX)) {
    return { kind: "jsonpath", path: new JsonPath(text.slice(PREFIX.length)) };
  }
  throw new OsctlError("usage", `missing expression in output format "${text}"`, {
    hint: 'use, for example, -o jsonpath="{.spec.hostname}"',
  });
}
