/**
 * How resources are printed, as `-o` says it.
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
 * The format a text names: `table`, `yaml`, `json` or `jsonpath=<expression>`.
 *
 * @throws {OsctlError} of kind `usage` for anything else.
 */
export function parseFormat(text: string): Format {
  if (text === "table" || text === "yaml" || text === "json") return { kind: text };
  if (text.startsWith(PREFIX)) {
    return { kind: "jsonpath", path: new JsonPath(text.slice(PREFIX.length)) };
  }
  throw new OsctlError("usage", `the output "${text}" lacks its expression`, {
    hint: 'write, for example, -o jsonpath="{.spec.hostname}"',
  });
}
