/**
 * JSON Schema of machine configurations, for editors.
 *
 * @module
 */
export { jsonSchema, type SchemaOptions } from "./json_schema.ts";
