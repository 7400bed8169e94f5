/**
 * Building blocks of JSON Schemas (draft 2020-12) of output.
 *
 * @module
 */

/** A JSON Schema. */
export interface JsonSchema {
  readonly [keyword: string]: SchemaValue;
}

type SchemaValue = string | number | boolean | readonly SchemaValue[] | JsonSchema | undefined;

/** Fields of an object, in order. */
export type FieldSchemas = Readonly<Record<string, JsonSchema>>;

/** Shape of the output of `-o json`. */
export type Shape =
  /** One array with an object per row. */
  | "array"
  /** One object per line. */
  | "lines"
  /** One object. */
  | "object"
  /** Indented objects without separators, one per resource. */
  | "stream"
  /** Any value. */
  | "value";

/** One form of the output of a command. */
export interface OutputSchema {
  /** What the form describes, for commands with several, such as `with --client`. */
  readonly when?: string;
  readonly shape: Shape;
  /** Fields of each row, with `node` where rows have it. */
  readonly fields: FieldSchemas;
  /** Fields that may be absent. */
  readonly optional?: readonly string[];
}

export const text: JsonSchema = { type: "string" };
export const boolean: JsonSchema = { type: "boolean" };
export const integer: JsonSchema = { type: "integer" };
export const count: JsonSchema = { type: "integer", minimum: 0 };
export const number: JsonSchema = { type: "number" };
export const bytes: JsonSchema = { ...count, description: "bytes" };
export const seconds: JsonSchema = { ...number, description: "seconds" };
/** RFC 3339, UTC. */
export const time: JsonSchema = { type: "string", format: "date-time" };
/** ID of a member of etcd. */
export const memberId: JsonSchema = { type: "string", pattern: "^[0-9a-f]{1,16}$" };
/** Any JSON value. */
export const anything: JsonSchema = {};

/** The node as named on the command line; null for a row without a node. */
export const node: JsonSchema = { type: ["string", "null"] };

/** One of some texts. */
export function oneOf(...values: readonly (string | null)[]): JsonSchema {
  return { enum: values as readonly SchemaValue[] };
}

/** A text of a node, usually one of these: newer nodes send others. */
export function known(...values: readonly string[]): JsonSchema {
  return { type: "string", examples: values };
}

/** The value or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  if (typeof type === "string" && rest["enum"] === undefined) {
    return { type: [type, "null"], ...rest };
  }
  return { anyOf: [schema, { type: "null" }] };
}

/** A list. */
export function listOf(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

/** A map with any keys. */
export function mapOf(values: JsonSchema): JsonSchema {
  return { type: "object", additionalProperties: values };
}

/** An object; all fields are present but the optional ones. */
export function objectOf(fields: FieldSchemas, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(fields).filter((name) => !optional.includes(name));
  return { type: "object", properties: fields, required };
}

/** The output of a command that prints an array of rows of nodes. */
export function rows(fields: FieldSchemas, when?: string): OutputSchema {
  return { shape: "array", fields: { node, ...fields }, ...when === undefined ? {} : { when } };
}

/** The output of a command that prints an array of rows without a node. */
export function local(fields: FieldSchemas, when?: string): OutputSchema {
  return { shape: "array", fields, ...when === undefined ? {} : { when } };
}

/** The output of a command that prints an object per line, of nodes. */
export function lines(fields: FieldSchemas, when?: string): OutputSchema {
  return { ...rows(fields, when), shape: "lines" };
}
