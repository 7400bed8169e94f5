/** The JSON Schema in the hands of a validator that is not ours. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { jsonSchema, type SchemaOptions } from "../../../../lib/machineconfig/json_schema/mod.ts";

/** What a validator finds. */
export interface Checker {
  /** The schema's own parts, by pointer. */
  readonly validator: Ajv2020;
  /** `/machine/type: must be …` for each mistake; nothing when the document is accepted. */
  errors(document: unknown): string[];
}

/** Compiles the schema; strict, so that keywords without effect are errors. */
export function checker(options: SchemaOptions): Checker {
  const validator = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // These two ask for redundancy: the type again beside a pattern, a property beside `required`.
    strictTypes: false,
    strictRequired: false,
  });
  // Words of editors.
  validator.addVocabulary(["deprecationMessage", "patternErrorMessage"]);
  const schema = jsonSchema(options);
  const validate = validator.compile(schema);
  return {
    validator,
    errors(document) {
      if (validate(document)) return [];
      // Which branch was taken says nothing about the mistake in it.
      return (validate.errors ?? []).filter(({ keyword }) => keyword !== "if")
        .map(({ instancePath, message, params }) =>
          `${instancePath || "/"}: ${message} ${JSON.stringify(params)}`
        );
    },
  };
}
