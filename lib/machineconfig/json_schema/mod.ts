/**
 * JSON Schema of machine configurations, for editors.
 *
 * @module
 */
export { jsonSchema, objectSchema, type SchemaOptions } from "./json_schema.ts";
