/** Validation of the JSON Schema by an independent validator. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { jsonSchema, type SchemaOptions } from "../../../../lib/machineconfig/json_schema/mod.ts";

/** A compiled JSON Schema. */
export interface Checker {
  /** Subschemas by JSON pointer. */
  readonly validator: Ajv2020;
  /** Returns `/machine/type: must be …` for each error; empty for a valid document. */
  errors(document: unknown): string[];
}

/** Compiles the schema in strict mode, in which keywords without effect are errors. */
export function checker(options: SchemaOptions): Checker {
  const validator = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // These two require redundancy: a type for each pattern, a property for each `required`.
    strictTypes: false,
    strictRequired: false,
  });
  // Keywords of editors.
  validator.addVocabulary(["deprecationMessage", "patternErrorMessage"]);
  const schema = jsonSchema(options);
  const validate = validator.compile(schema);
  return {
    validator,
    errors(document) {
      if (validate(document)) return [];
      // The `if` keyword only names the branch, not the error in it.
      return (validate.errors ?? []).filter(({ keyword }) => keyword !== "if")
        .map(({ instancePath, message, params }) =>
          `${instancePath || "/"}: ${message} ${JSON.stringify(params)}`
        );
    },
  };
}
