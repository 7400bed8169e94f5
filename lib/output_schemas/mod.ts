/**
 * JSON Schemas of the output of `-o json`, by command.
 *
 * @module
 */
import { CLUSTER_ROWS } from "./cluster_rows.ts";
import { GET_FIELDS, NODE_ROWS } from "./node_rows.ts";
import { type JsonSchema, objectOf, type OutputSchema } from "./types.ts";

export type { JsonSchema, OutputSchema } from "./types.ts";

/** Forms of the output by path of the command, such as `etcd members`. */
export const OUTPUT_SCHEMAS: Readonly<Record<string, readonly OutputSchema[]>> = {
  ...NODE_ROWS,
  ...CLUSTER_ROWS,
};

/** Returns the names of the fields for `-o json=`; empty for other commands. */
export function fieldNames(command: string): string[] {
  if (command === "get") return Object.keys(GET_FIELDS);
  const forms = Object.hasOwn(OUTPUT_SCHEMAS, command) ? OUTPUT_SCHEMAS[command]! : [];
  return [...new Set(forms.flatMap(({ fields }) => Object.keys(fields)))];
}

/** Comments on the forms that are not one JSON document. */
const COMMENTS: Readonly<Record<OutputSchema["shape"], string | undefined>> = {
  array: undefined,
  object: undefined,
  value: undefined,
  lines: "The output has one such object per line.",
  stream: "The output has one such object per resource, without separators; one array with --list.",
};

/** Returns the JSON Schema of a command's output; undefined for commands without `-o json`. */
export function outputSchema(command: string): JsonSchema | undefined {
  const forms = Object.hasOwn(OUTPUT_SCHEMAS, command) ? OUTPUT_SCHEMAS[command]! : undefined;
  if (forms === undefined) return undefined;
  const schemas = forms.map((form) => schemaOf(form));
  const head = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `osctl ${command}`,
  };
  return schemas.length === 1 ? { ...head, ...schemas[0]! } : { ...head, anyOf: schemas };
}

function schemaOf({ when, shape, fields, optional }: OutputSchema): JsonSchema {
  const object = shape === "value" ? {} : objectOf(fields, optional);
  const comment = COMMENTS[shape];
  return {
    ...when === undefined ? {} : { description: when },
    ...comment === undefined ? {} : { $comment: comment },
    ...shape === "array" ? { type: "array", items: object } : object,
  };
}
