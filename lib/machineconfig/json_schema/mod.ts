/**
 * The machine configuration as JSON Schema, for editors.
 *
 * @module
 */
export { jsonSchema, type SchemaOptions } from "./build.ts";
