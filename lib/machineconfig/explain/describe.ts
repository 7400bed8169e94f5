/**
 * What can be said about a part of the machine configuration, as plain data.
 *
 * @module
 */
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { fieldsIn } from "../schema/inside.ts";
import type {
  ConfigRelease,
  DocumentType,
  Example,
  Facts,
  Field,
  FieldType,
} from "../schema/types.ts";
import { wordsOf } from "../schema/words.ts";
import { type Found, newest, sinceOf } from "./lookup.ts";
import { mergeText, rangeText, typeText } from "./words.ts";

/** A field in a list of fields. */
export interface FieldSummary {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly default: Facts["default"] | null;
  /** The words that can stand there, or null when there is no list of them. */
  readonly values: readonly string[] | null;
  readonly required: boolean;
  readonly secret: boolean;
  /** The first release that has it, null for the oldest one. */
  readonly since: ConfigRelease | null;
  /** The last release in which it means something, null when it still does. */
  readonly until: ConfigRelease | null;
  /** What to use in its place: the field is deprecated. */
  readonly instead: string | null;
  /** What is below it; left out unless asked for. */
  readonly fields?: readonly FieldSummary[];
}

/** All there is to say about one part. */
export interface Explanation extends Omit<FieldSummary, "name" | "fields"> {
  readonly path: string;
  /** The kind of the document it is part of. */
  readonly document: string;
  /** The limits of a number, where they say something. */
  readonly range: string | null;
  /** What becomes of it when a patch has one; null of an item and of a document. */
  readonly merge: string | null;
  readonly examples: readonly { readonly title: string | null; readonly value: unknown }[];
  /** Of an object, of the objects in a list or map, of a document. */
  readonly fields: readonly FieldSummary[];
}

/** One kind of document in a list of kinds. */
export interface DocumentSummary {
  readonly kind: string;
  readonly doc: string;
  readonly named: boolean;
  readonly since: ConfigRelease | null;
  readonly fields?: readonly FieldSummary[];
}

/** What there is. */
export interface Overview {
  /** The sections of the main document. */
  readonly fields: readonly FieldSummary[];
  /** The other kinds. */
  readonly documents: readonly DocumentSummary[];
}

/** Whether fields are listed with all that is below them. */
export interface Depth {
  readonly recursive: boolean;
}

/** All there is to say about what a path names. */
export function describe(found: Found, depth: Depth): Explanation {
  const { document, path, fields, type, within } = found;
  const field = fields.at(-1);
  // An item has the type of the list's items, and of the field nothing but its meaning.
  const own: Partial<Field> = within ? {} : field ?? {};
  const since = sinceOf(found) ?? null;
  return {
    path,
    document: document.kind,
    type: field ? typeText(type) : "document",
    doc: field?.doc ?? document.object.doc,
    default: own.default ?? null,
    values: wordsOf(type) ?? null,
    range: type.kind === "number" ? rangeText(type) ?? null : null,
    required: own.required ?? false,
    secret: fields.some(({ secret }) => secret),
    since,
    until: own.until ?? null,
    instead: own.instead ?? null,
    merge: field && !within ? mergeText(field) : null,
    examples: (field ? own.examples ?? [] : document.examples ?? []).map(example),
    fields: fieldsOf(type, since ?? undefined, depth),
  };
}

function example({ title, value }: Example): { title: string | null; value: unknown } {
  return { title: title ?? null, value };
}

/** The kinds of documents, and the sections of the main one. */
export function overview(depth: Depth): Overview {
  return {
    fields: fieldsOf(MAIN.object, undefined, depth),
    documents: DOCUMENTS.filter((document) => document !== MAIN)
      .map((document) => documentSummary(document, depth)),
  };
}

function documentSummary(
  { kind, object, named, since }: DocumentType,
  depth: Depth,
): DocumentSummary {
  const fields = depth.recursive ? { fields: fieldsOf(object, since, depth) } : {};
  return { kind, doc: object.doc, named: named ?? false, since: since ?? null, ...fields };
}

/** What is inside of a value, through lists and maps. */
function fieldsOf(
  type: FieldType,
  since: ConfigRelease | undefined,
  depth: Depth,
): FieldSummary[] {
  return fieldsIn(type).map(([name, field]) => summary(name, field, since, depth));
}

function summary(
  name: string,
  field: Field,
  above: ConfigRelease | undefined,
  depth: Depth,
): FieldSummary {
  const since = newest(above, field.since);
  return {
    name,
    type: typeText(field.type),
    doc: field.doc,
    default: field.default ?? null,
    values: wordsOf(field.type) ?? null,
    required: field.required ?? false,
    secret: field.secret ?? false,
    since: since ?? null,
    until: field.until ?? null,
    instead: field.instead ?? null,
    ...(depth.recursive ? { fields: fieldsOf(field.type, since, depth) } : {}),
  };
}
