/**
 * Filters of rows: CEL expressions over the fields of `-o json`.
 *
 * @module
 */
import { celEnv, celFunc, type CelInput, CelScalar, isCelError, parse, plan } from "@bufbuild/cel";
import { OsctlError } from "../errors.ts";
import { didYouMean } from "./nearest.ts";
import type { FieldValue } from "./records.ts";
import { parseDuration } from "./duration.ts";

/** Returns whether a row matches. */
export type RowFilter = (field: (name: string) => FieldValue) => boolean;

/** Units of sizes, in bytes, as selectors of machine configurations have them. */
const SIZES: Readonly<Record<string, bigint>> = {
  ...unitsOf(["kB", "MB", "GB", "TB", "PB", "EB"], 1000n),
  ...unitsOf(["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"], 1024n),
};

/** Functions and operators of the language, besides those of this module. */
const SYNTAX_HINT = "for example: size > 10 * MiB && name.startsWith('etc')";

/** All fields of a row, for names that the language reserves. */
const ROW = "row";

type Expression = NonNullable<ReturnType<typeof parse>["expr"]>;

/**
 * Parses a filter. Call it before the first request: it rejects unknown fields.
 *
 * A row without a value for a comparison (null, or a missing nested field) does not match.
 *
 * @param fields Names of the fields; undefined when they differ between rows.
 * @throws {OsctlError} of kind `usage` with the position of the error.
 */
export function createFilter(text: string, fields: readonly string[] | undefined): RowFilter {
  const fail = (offset: number, reason: string, hint = SYNTAX_HINT) => {
    // Positions of operators include the space before them.
    const at = offset + /^\s*/.exec(text.slice(offset))![0].length;
    return new OsctlError("usage", `invalid --filter at character ${at + 1}: ${reason}`, { hint });
  };
  const parsed = parseText(text, fail);
  const positions = parsed.sourceInfo?.positions ?? {};
  const offsetOf = (id: bigint) => positions[String(id)] ?? 0;
  const used = new Set<string>();
  visit(parsed.expr!, new Set(), (name, id) => {
    if (name === ROW || Object.hasOwn(SIZES, name)) return;
    used.add(name);
    if (fields === undefined || fields.includes(name)) return;
    const list = `fields: ${fields.join(", ")}`;
    const near = didYouMean(name, fields);
    throw fail(
      offsetOf(id),
      `unknown field "${name}"`,
      near === undefined ? list : `${near}; ${list}`,
    );
  });
  const evaluate = plan(
    celEnv({
      funcs: [
        celFunc(
          "seconds",
          [CelScalar.STRING],
          CelScalar.DOUBLE,
          (value) => parseDuration(value) / 1000,
        ),
      ],
    }),
    parsed,
  );
  const names = fields ?? [...used];
  return (field) => {
    const row = Object.fromEntries(names.map((name) => [name, toCel(field(name))]));
    const result = evaluate({ ...SIZES, ...row, [ROW]: row });
    if (typeof result === "boolean") return result;
    if (!isCelError(result)) throw fail(0, "the result is not true or false");
    if (isAbsent(result.message)) return false;
    throw fail(offsetOf(result.exprId ?? 0n), describe(result.message));
  };
}

function parseText(
  text: string,
  fail: (offset: number, reason: string) => OsctlError,
): ReturnType<typeof parse> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof Error) || !("location" in error)) throw error;
    const { location } = error as { location: { start: { offset: number } } };
    const { offset } = location.start;
    const rest = text.slice(offset).trim();
    if (/^(and|or|not)\b/.test(rest)) throw fail(offset, "use &&, || and !");
    throw fail(offset, rest === "" ? "the expression is incomplete" : `unexpected "${rest}"`);
  }
}

/** Calls `found` with each variable that no macro declares. */
function visit(
  expression: Expression,
  declared: ReadonlySet<string>,
  found: (name: string, id: bigint) => void,
): void {
  const { exprKind: { case: kind, value }, id } = expression;
  const inner = (expr: Expression | undefined, more = declared) =>
    expr === undefined ? undefined : visit(expr, more, found);
  switch (kind) {
    case "identExpr":
      if (!declared.has(value.name)) found(value.name, id);
      return;
    case "selectExpr":
      return inner(value.operand);
    case "callExpr":
      inner(value.target);
      for (const arg of value.args) inner(arg);
      return;
    case "listExpr":
      for (const element of value.elements) inner(element);
      return;
    case "structExpr":
      for (const entry of value.entries) inner(entry.value);
      return;
    case "comprehensionExpr": {
      inner(value.iterRange);
      inner(value.accuInit);
      const more = new Set([...declared, value.iterVar, value.iterVar2, value.accuVar]);
      for (const expr of [value.loopCondition, value.loopStep, value.result]) inner(expr, more);
      return;
    }
  }
}

/** Converts a field: integers are ints of CEL, so that they can be multiplied with units. */
function toCel(value: FieldValue): CelInput {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(toCel);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toCel(one)]));
  }
  return value as CelInput;
}

/** Whether an error of the evaluation is that a row lacks a value. */
function isAbsent(message: string): boolean {
  return /null_type|field not found|unresolved attribute|index out of bounds|no such key/i
    .test(message);
}

function describe(message: string): string {
  const overload = /no matching overload for '([^']+)' applied to '\((.*)\)'/.exec(message);
  if (overload === null) return message;
  const name = overload[1]!.replaceAll("_", " ").trim();
  return `"${name}" cannot be applied to ${overload[2]}`;
}

function unitsOf(names: readonly string[], base: bigint): Record<string, bigint> {
  return Object.fromEntries(names.map((name, index) => [name, base ** BigInt(index + 1)]));
}
