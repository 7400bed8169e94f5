/**
 * Parses `-o, --output` of commands that print rows: whole rows, selected fields, an expression or the
 * name of each row.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { nearest } from "./nearest.ts";
import { type FieldValue, formatJson } from "./records.ts";
import type { RowFormat, View } from "./rows.ts";
import { escapeTerminalLine } from "./text.ts";

/** A value of `-o, --output`. */
export type OutputFormat =
  | "table"
  | "json"
  | "yaml"
  | "name"
  | `json=${string}`
  | `jsonpath=${string}`;

/** A value of `-o, --output` of commands that print text, or records of it. */
export type RecordOutput = "text" | Exclude<OutputFormat, "table" | "yaml" | "name">;

/** Prefixes of values with a parameter. */
const FIELDS = "json=";
const EXPRESSION = "jsonpath=";

/** Options of {@linkcode selectFormat}. */
export interface SelectOptions<Row> {
  /** The fields of a row. */
  readonly view: Pick<View<Row>, "fields" | "name" | "local">;
  /** Whether stdout is a terminal; control characters of texts are then escaped. */
  readonly terminal: boolean;
}

/**
 * Parses an output format. Call it before the first request: it rejects unknown fields.
 *
 * @throws {OsctlError} of kind `usage` for unknown fields, and for none, with the list of fields.
 */
export async function selectFormat<Row>(
  text: OutputFormat,
  { view, terminal }: SelectOptions<Row>,
): Promise<RowFormat> {
  if (text === "table" || text === "json" || text === "yaml") return text;
  const known = fieldNames(view);
  const escaped = (line: string) => terminal ? escapeTerminalLine(line) : line;
  if (text === "name") {
    const name = view.name === undefined ? known.find((field) => field !== "node") : view.name;
    if (name === null || name === undefined) {
      throw new OsctlError("usage", "rows of this command have no name", {
        hint: `use -o json=<fields>; ${listFields(known)}`,
      });
    }
    return { text: (field) => `${escaped(nameText(field(name)))}\n` };
  }
  if (text.startsWith(FIELDS)) return { fields: parseFields(text, known) };
  return { text: await createExpression(text.slice(EXPRESSION.length), known, escaped) };
}

/** Returns the names of a row's fields, in order. */
function fieldNames<Row>({ fields, local }: SelectOptions<Row>["view"]): string[] {
  return local ? Object.keys(fields) : ["node", ...Object.keys(fields)];
}

function listFields(known: readonly string[]): string {
  return `fields: ${known.join(", ")}`;
}

function parseFields(text: string, known: readonly string[]): string[] {
  const names = text.slice(FIELDS.length).split(",").map((name) => name.trim());
  if (names.every((name) => name === "")) {
    throw new OsctlError("usage", `missing fields in -o ${text}`, { hint: listFields(known) });
  }
  for (const name of names) requireField(name, `-o ${text}`, known);
  return [...new Set(names)];
}

function requireField(name: string, place: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const near = nearest(name, known);
  throw new OsctlError("usage", `unknown field "${name}" in ${place}`, {
    hint: near === undefined ? listFields(known) : `did you mean "${near}"; ${listFields(known)}`,
  });
}

/** Returns the text of a name; a missing one is an empty line, so that lines correspond to rows. */
function nameText(value: FieldValue): string {
  if (value === null) return "";
  return typeof value === "object" ? formatJson(value) : String(value);
}

async function createExpression(
  expression: string,
  known: readonly string[],
  escaped: (line: string) => string,
): Promise<(field: (name: string) => FieldValue) => string> {
  if (expression === "") {
    throw new OsctlError("usage", "missing expression in -o jsonpath=", {
      hint: `use, for example, -o jsonpath='{.${known[0]}}'; ${listFields(known)}`,
    });
  }
  const { JsonPath } = await import("./jsonpath/mod.ts");
  const { toFieldValue } = await import("./value.ts");
  // Fields below the first level depend on the row, such as the data of an event.
  const path = new JsonPath(expression, { allowMissing: true });
  for (const name of path.topFields) requireField(name, `-o jsonpath=${expression}`, known);
  return (field) => {
    const row = Object.fromEntries(known.map((name) => [name, field(name)]));
    // Not `path.text`: it formats floats for tables, as `1e+06`.
    const texts = path.results(row).map((group) =>
      group.map((result) => resultText(toFieldValue(result)))
    );
    const lines = path.isSingle
      ? texts.flat()
      : [texts.map((group) => group.join(" ")).join("").replace(/\n$/, "")];
    return lines.map((line) => `${line.split("\n").map(escaped).join("\n")}\n`).join("");
  };
}

/** Formats a result of an expression: objects and arrays as JSON. */
function resultText(value: FieldValue): string {
  return value === null ? "<nil>" : nameText(value);
}
