/**
 * The JSON Schema of machine configurations, derived from the table. It describes one document, of
 * whatever kind, and accepts what nodes read: numbers and booleans where a text is due, and null
 * for what is absent.
 *
 * @module
 */
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { API_VERSION, HEADER } from "../schema/header.ts";
import { isLater } from "../schema/releases.ts";
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

/** What the schema is for. */
export interface SchemaOptions {
  /** Fields and kinds of later releases do not exist in it. */
  readonly release: ConfigRelease;
  /** For patches: nothing is required, and `$patch: delete` may stand in every object. */
  readonly patch?: boolean;
}

/** The JSON Schema, draft 2020-12. */
export function jsonSchema(options: SchemaOptions): SchemaPart {
  return new Builder(options).root();
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
      this.#definitions.set(document.kind, {});
      this.#definitions.set(document.kind, this.#document(document));
    }
    const what = this.#patch ? "patch of a machine configuration" : "machine configuration";
    return {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `urn:osctl:machineconfig:${this.#release}${this.#patch ? ":patch" : ""}`,
      title: this.#patch ? "Patch of a machine configuration" : "Machine configuration",
      description: `One document of a ${what} of ${this.#release}`,
      type: "object",
      // One branch is in force, so that errors are about the kind that is meant.
      ...(kinds.length === 0 ? reference(MAIN.object) : {
        if: { type: "object", anyOf: HEADER.map((key) => ({ required: [key] })) },
        then: {
          required: ["kind"],
          properties: { kind: { enum: kinds.map(({ kind }) => kind) } },
          allOf: kinds.map(({ kind }) => ({
            if: { properties: { kind: { const: kind } }, required: ["kind"] },
            then: { $ref: `#/$defs/${kind}` },
          })),
        },
        else: { if: { type: "object" }, then: reference(MAIN.object) },
      }),
      $defs: Object.fromEntries(this.#definitions),
    };
  }

  #exists({ since }: { readonly since?: ConfigRelease }): boolean {
    return !isLater(since, this.#release);
  }

  /** A kind with its header, which is no part of its object. */
  #document({ kind, object, named, examples = [] }: DocumentType): SchemaPart {
    const { properties, required = [], ...rest } = this.#object(object);
    const name = named ? ["name"] : [];
    return {
      ...rest,
      description: object.doc,
      properties: {
        apiVersion: { const: API_VERSION, description: "Version of this document" },
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
      // Its place in the order of definitions comes before those of its parts.
      this.#definitions.set(object.name, {});
      const { type, ...rest } = this.#object(object);
      this.#definitions.set(object.name, { type: [type, "null"], ...rest });
    }
    return reference(object);
  }

  #object({ name, fields }: ObjectType): SchemaPart {
    const known = Object.entries(fields).filter(([, field]) => this.#exists(field));
    const required = this.#patch ? [] : known.filter(([, field]) => field.required);
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

  #field(field: Field): SchemaPart {
    const { secret, instead } = field;
    // An editor writes examples too; nobody shall keep one for a secret.
    const examples = secret ? [] : field.examples ?? [];
    return {
      description: describe(field),
      ...this.#type(field.type, field.always ?? false),
      ...defaultPart(field),
      ...(instead === undefined ? {} : {
        deprecated: true,
        deprecationMessage: `Deprecated: use ${instead} instead`,
      }),
      ...(examples.length === 0 ? {} : { examples: examples.map(({ value }) => value) }),
    };
  }

  #type(type: FieldType, always: boolean): SchemaPart {
    const part = this.#plainType(type, always);
    // An object has `$patch` among its own fields, and YAML of others may have anything.
    if (!this.#patch || type.kind === "object" || type.kind === "free") return part;
    if (type.kind === "map") return { ...part, properties: { $patch: DELETE } };
    // With anyOf, editors would put objects of an example into a list as "[object Object]".
    if (type.kind === "list") return { ...part, ...DELETION, type: ["array", "object", "null"] };
    return { anyOf: [part, DELETION] };
  }

  #plainType(type: FieldType, always: boolean): SchemaPart {
    switch (type.kind) {
      case "text":
        return textPart(type, always);
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

const DELETE = { const: "delete", description: "Delete what this stands in" };

/** The only object that can stand for a text, a number or a list. */
const DELETION: SchemaPart = {
  type: "object",
  properties: { $patch: DELETE },
  required: ["$patch"],
  additionalProperties: false,
};

function reference({ name }: ObjectType): SchemaPart {
  return { $ref: `#/$defs/${name}` };
}

function describe({ doc, since, secret }: Field): string {
  const notes = [...(secret ? ["secret"] : []), ...(since ? [`since ${since}`] : [])];
  return notes.length === 0 ? doc : `${doc} (${notes.join(", ")})`;
}

/** Editors write defaults into new objects, so those that go without saying are left out. */
function defaultPart({ default: value, type, instead }: Field): SchemaPart {
  if (value === undefined || value === false || instead !== undefined) return {};
  return { default: type.kind === "list" && !Array.isArray(value) ? [value] : value };
}

/** Any scalar is read as a text; an always written one can be empty, unless readers know words only. */
function textPart({ format, values, words }: TextType, always: boolean): SchemaPart {
  if (values) return { enum: values };
  if (words) return { enum: always ? [...words, ""] : words };
  return format ? FORMATS[format] : { type: ["string", "number", "boolean", "null"] };
}

/** Limits that a JSON number cannot tell exactly are left out. */
function numberPart({ min, max }: NumberType): SchemaPart {
  return {
    type: ["integer", "null"],
    ...(Number.isSafeInteger(min) ? { minimum: min } : {}),
    ...(typeof max === "number" && Number.isSafeInteger(max) ? { maximum: max } : {}),
  };
}
