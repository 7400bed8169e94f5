/**
 * Validates JSON output of commands against the schemas that `osctl schema` prints.
 *
 * @module
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { tree } from "../../commands/tree.ts";
import { canonicalize } from "../../lib/cli/pflag.ts";
import type { Release } from "../../lib/distribution.ts";
import {
  type JsonSchema,
  OUTPUT_SCHEMAS,
  type OutputSchema,
  outputSchema,
} from "../../lib/output_schemas/mod.ts";

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
});
ajv.addFormat("date-time", /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);

const validators = new Map<string, ValidateFunction>();

/** Rejects undocumented fields, which the published schemas allow for later versions. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const result = Object.fromEntries(entries);
  return "properties" in result && !("additionalProperties" in result)
    ? { ...result, additionalProperties: false }
    : result;
}

function validatorOf(command: string): ValidateFunction {
  let validator = validators.get(command);
  if (validator === undefined) {
    validator = ajv.compile(closed(outputSchema(command)) as JsonSchema);
    validators.set(command, validator);
  }
  return validator;
}

/** Splits the output into the documents that the schema describes. */
function documentsOf(stdout: string, shapes: ReadonlySet<OutputSchema["shape"]>): unknown[] {
  // Indented objects start and end at the first column.
  if (shapes.has("stream")) return stdout.split(/^(?<=^\}\n)(?=\{)/m).map(parse);
  const text = stdout.trim();
  const isArray = text.startsWith("[");
  if (isArray || !shapes.has("lines")) return [parse(text)];
  return text.split("\n").map(parse);
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

/** The command and whether its output is whole JSON records. */
function jsonCommand(args: readonly string[], release: Release): string | undefined {
  const { chain, flags, error, help } = canonicalize(tree, args, release);
  if (error !== undefined || help) return undefined;
  const command = chain.slice(1).map(({ name }) => name).join(" ");
  const value = (name: string) => flags.findLast(({ key }) => key === name)?.text;
  if (value("list") !== undefined || !Object.hasOwn(OUTPUT_SCHEMAS, command)) return undefined;
  return value("output") === "json" || value("format") === "json" ? command : undefined;
}

/**
 * Throws when the JSON output of a command line does not match its schema. Other lines are not
 * checked, nor are outputs that are empty or incomplete.
 */
export function checkOutputSchema(args: readonly string[], stdout: string, release: Release): void {
  const command = jsonCommand(args, release);
  if (command === undefined || stdout.trim() === "") return;
  const shapes = new Set(OUTPUT_SCHEMAS[command]!.map(({ shape }) => shape));
  const validate = validatorOf(command);
  for (const document of documentsOf(stdout, shapes)) {
    if (validate(document)) continue;
    const errors = ajv.errorsText(validate.errors, { separator: "\n" });
    throw new Error(
      `osctl ${args.join(" ")}: output does not match "osctl schema ${command}":\n${errors}\n` +
        JSON.stringify(document).slice(0, 2000),
    );
  }
}
