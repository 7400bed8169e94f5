/**
 * Filters of rows: CEL expressions over the fields of `-o json`.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { parseDuration } from "./duration.ts";
import { celFunc, CelScalar, parseExpression } from "./expression.ts";
import { didYouMean } from "./nearest.ts";
import type { FieldValue } from "./records.ts";

/** Returns whether a row matches. */
export type RowFilter = (field: (name: string) => FieldValue) => boolean;

/** Units of sizes, in bytes, as selectors of machine configurations have them. */
const SIZES: Readonly<Record<string, bigint>> = {
  ...unitsOf(["kB", "MB", "GB", "TB", "PB", "EB"], 1000n),
  ...unitsOf(["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"], 1024n),
};

const SYNTAX_HINT = "for example: size > 10 * MiB && name.startsWith('etc')";

/** All fields of a row, for names that the language reserves. */
const ROW = "row";

const FUNCTIONS = [
  celFunc(
    "seconds",
    [CelScalar.STRING],
    CelScalar.DOUBLE,
    (value) => parseDuration(value) / 1000,
  ),
];

/**
 * Parses a filter. Call it before the first request: it rejects unknown fields.
 *
 * A row without a value for a comparison (null, or a missing nested field) does not match.
 *
 * @param fields Names of the fields; undefined when they differ between rows.
 * @throws {OsctlError} of kind `usage` with the position of the error.
 */
export function createFilter(text: string, fields: readonly string[] | undefined): RowFilter {
  const fail = (offset: number, reason: string, hint = SYNTAX_HINT) =>
    new OsctlError("usage", `invalid --filter at character ${offset + 1}: ${reason}`, { hint });
  const expression = parseExpression(text, { functions: FUNCTIONS, fail });
  const used = [...expression.variables.keys()]
    .filter((name) => name !== ROW && !Object.hasOwn(SIZES, name));
  for (const name of used) {
    if (fields === undefined || fields.includes(name)) continue;
    const list = `fields: ${fields.join(", ")}`;
    const near = didYouMean(name, fields);
    throw fail(
      expression.variables.get(name)!,
      `unknown field "${name}"`,
      near === undefined ? list : `${near}; ${list}`,
    );
  }
  const names = fields ?? used;
  return (field) => {
    const row = Object.fromEntries(names.map((name) => [name, field(name)]));
    const result = expression.evaluate({ ...SIZES, ...row, [ROW]: row });
    if (result.kind === "value") {
      if (typeof result.value === "boolean") return result.value;
      throw fail(0, "the result is not true or false");
    }
    if (result.isAbsent) return false;
    throw fail(result.offset, result.reason);
  };
}

function unitsOf(names: readonly string[], base: bigint): Record<string, bigint> {
  return Object.fromEntries(names.map((name, index) => [name, base ** BigInt(index + 1)]));
}
