/**
 * JSON Schema of machine configurations, derived from the schema table. It describes one document
 * of any kind and accepts what nodes accept: numbers and booleans as strings, and null as absent.
 *
 * @module
 */
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { API_VERSION, HEADER } from "../schema/header.ts";
import { isLater, NEWEST } from "../schema/releases.ts";
import type {
  ConfigRelease,
  DocumentType,
  Field,
  FieldType,
  NumberType,
  ObjectType,
  TextType,
} from "../schema/types.ts";
import { FORMATS, type SchemaPart } from "./formats.ts";

/** Options of the JSON Schema. */
export interface SchemaOptions {
  /** Omits fields and kinds of later releases. */
  readonly release: ConfigRelease;
  /** Describes patches: no field is required, and every object accepts `$patch: delete`. */
  readonly patch?: boolean;
}

/** Returns the JSON Schema, draft 2020-12. */
export function jsonSchema(options: SchemaOptions): SchemaPart {
  return new Builder(options).root();
}

/** Returns the JSON Schema of a text with one object that has no kind, draft 2020-12. */
export function objectSchema(object: ObjectType, id: string): SchemaPart {
  return new Builder({ release: NEWEST }).object(object, id);
}

class Builder {
  readonly #release: ConfigRelease;
  readonly #patch: boolean;
  readonly #definitions = new Map<string, SchemaPart>();

  constructor({ release, patch = false }: SchemaOptions) {
    this.#release = release;
    this.#patch = patch;
  }

  root(): SchemaPart {
    const kinds = DOCUMENTS.filter((document) => document !== MAIN && this.#exists(document));
    this.#define(MAIN.object);
    for (const document of kinds) {
      const { name } = document.object;
      this.#definitions.set(name, {});
      this.#definitions.set(name, this.#document(document));
    }
    const title = this.#patch ? "Machine configuration patch" : "Machine configuration";
    return {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:osctl:machineconfig:${this.#release}${this.#patch ? ":patch" : ""}`,
      title,
      description: `${title} of ${this.#release}: one document of any kind`,
      type: "object",
      // Only the branch of the document's kind applies, so that errors are about that kind.
      ...(kinds.length === 0 ? reference(MAIN.object) : {
        if: { type: "object", anyOf: HEADER.map((key) => ({ required: [key] })) },
        then: {
          required: ["kind"],
          properties: { kind: { enum: kinds.map(({ kind }) => kind) } },
          allOf: kinds.map(({ kind, object }) => ({
            if: { properties: { kind: { const: kind } }, required: ["kind"] },
            then: reference(object),
          })),
        },
        else: { if: { type: "object" }, then: reference(MAIN.object) },
      }),
      $defs: Object.fromEntries(this.#definitions),
    };
  }

  object(object: ObjectType, id: string): SchemaPart {
    this.#define(object);
    return {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: id,
      title: object.doc,
      ...reference(object),
      $defs: Object.fromEntries(this.#definitions),
    };
  }

  #exists({ since }: { readonly since?: ConfigRelease }): boolean {
    return !isLater(since, this.#release);
  }

  /** Returns the schema of a kind with its header fields. */
  #document({ kind, object, named, examples = [] }: DocumentType): SchemaPart {
    const { properties, required = [], ...rest } = this.#object(object);
    const name = named ? ["name"] : [];
    return {
      ...rest,
      description: object.doc,
      properties: {
        apiVersion: { const: API_VERSION, description: "Document version" },
        kind: { const: kind, description: object.doc },
        ...properties as SchemaPart,
      },
      required: [...new Set([...HEADER, ...name, ...required as string[]])],
      examples: examples.map(({ value }) => ({
        apiVersion: API_VERSION,
        kind,
        ...value as SchemaPart,
      })),
    };
  }

  #define(object: ObjectType): SchemaPart {
    if (!this.#definitions.has(object.name)) {
      // Reserves its place before the definitions of its fields.
      this.#definitions.set(object.name, {});
      const { type, ...rest } = this.#object(object);
      this.#definitions.set(object.name, { type: [type, "null"], ...rest });
    }
    return reference(object);
  }

  #object({ name, fields }: ObjectType): SchemaPart {
    const known = Object.entries(fields).filter(([, field]) => this.#exists(field));
    const required = this.#patch ? [] : known.filter(([, field]) => this.#isRequired(field));
    return {
      title: name,
      type: "object",
      properties: {
        ...Object.fromEntries(known.map(([key, field]) => [key, this.#field(field)])),
        ...(this.#patch ? { $patch: DELETE } : {}),
      },
      additionalProperties: false,
      ...(required.length === 0 ? {} : { required: required.map(([key]) => key) }),
    };
  }

  #isRequired({ required, requiredUntil }: Field): boolean {
    if (requiredUntil === undefined) return required === true;
    return !isLater(this.#release, requiredUntil);
  }

  #field(field: Field): SchemaPart {
    const { secret } = field;
    const deprecation = this.#deprecation(field);
    // Editors insert examples; an example secret must not end up in a configuration.
    const examples = secret ? [] : field.examples ?? [];
    return {
      description: describeField(field),
      ...this.#type(field.type, field.always ?? false),
      ...(deprecation === undefined
        ? defaultPart(field)
        : { deprecated: true, deprecationMessage: `Deprecated: ${deprecation}` }),
      ...(examples.length === 0 ? {} : { examples: examples.map(({ value }) => value) }),
    };
  }

  /** Returns what nodes of the release have in place of a field; undefined for current ones. */
  #deprecation({ instead, replacedBy, until }: Field): string | undefined {
    if (instead !== undefined) return `use ${instead} instead`;
    if (replacedBy !== undefined && this.#exists(replacedBy)) {
      return `use documents of kind ${replacedBy.kind} instead`;
    }
    if (until !== undefined && isLater(this.#release, until)) return `no effect after ${until}`;
    return undefined;
  }

  #type(type: FieldType, always: boolean): SchemaPart {
    const part = this.#plainType(type, always);
    // Objects have `$patch` among their own fields, and free-form mappings accept any key.
    if (!this.#patch || type.kind === "object" || type.kind === "free") return part;
    if (type.kind === "map") return { ...part, properties: { $patch: DELETE } };
    // With anyOf, editors insert objects of an example list as "[object Object]".
    if (type.kind === "list") return { ...part, ...DELETION, type: ["array", "object", "null"] };
    return { anyOf: [part, DELETION] };
  }

  #text(type: TextType, always: boolean): SchemaPart {
    const part = textPart(type, always);
    if (type.listSince === undefined || isLater(type.listSince, this.#release)) return part;
    return { anyOf: [part, { type: "array", items: part }] };
  }

  #plainType(type: FieldType, always: boolean): SchemaPart {
    switch (type.kind) {
      case "text":
        return this.#text(type, always);
      case "bool":
        return { type: ["boolean", "null"] };
      case "number":
        return numberPart(type);
      case "list":
        return { type: ["array", "null"], items: this.#type(type.item, false) };
      case "map":
        return { type: ["object", "null"], additionalProperties: this.#type(type.value, false) };
      case "object":
        return this.#define(type);
      case "free":
        return { type: ["object", "null"] };
    }
  }
}

const DELETE = { const: "delete", description: "Delete the enclosing object" };

/** The only object accepted in place of a string, a number or a list. */
const DELETION: SchemaPart = {
  type: "object",
  properties: { $patch: DELETE },
  required: ["$patch"],
  additionalProperties: false,
};

function reference({ name }: ObjectType): SchemaPart {
  return { $ref: `#/$defs/${name}` };
}

function describeField({ doc, since, secret }: Field): string {
  const notes = [...(secret ? ["secret"] : []), ...(since ? [`since ${since}`] : [])];
  return notes.length === 0 ? doc : `${doc} (${notes.join(", ")})`;
}

/** Omits false defaults, because editors write defaults into new objects. */
function defaultPart({ default: value, type }: Field): SchemaPart {
  if (value === undefined || value === false) return {};
  return { default: type.kind === "list" && !Array.isArray(value) ? [value] : value };
}

/**
 * Accepts any scalar as a string. An always written field can be empty, unless the decoder enforces
 * its values.
 */
function textPart({ format, values, checkedValues }: TextType, always: boolean): SchemaPart {
  if (values) return { enum: values };
  if (checkedValues) return { enum: always ? [...checkedValues, ""] : checkedValues };
  return format ? FORMATS[format] : { type: ["string", "number", "boolean", "null"] };
}

/** Omits limits that are not exact as a JSON number. */
function numberPart({ min, max }: NumberType): SchemaPart {
  return {
    type: ["integer", "null"],
    ...(Number.isSafeInteger(min) ? { minimum: min } : {}),
    ...(typeof max === "number" && Number.isSafeInteger(max) ? { maximum: max } : {}),
  };
}
