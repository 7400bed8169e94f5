/**
 * Descriptions of schema elements as plain data, the JSON output of `explain`.
 *
 * @module
 */
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { isLater } from "../schema/releases.ts";
import { childFields } from "../schema/child_fields.ts";
import type {
  ConfigRelease,
  DocumentType,
  Example,
  Facts,
  Field,
  FieldType,
} from "../schema/types.ts";
import { allowedValues } from "../schema/allowed_values.ts";
import { type LookupResult, newest, sinceOf } from "./lookup.ts";
import { mergeText, rangeText, typeText } from "./type_text.ts";

/** Summary of a field. */
export interface FieldSummary {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly default: Facts["default"] | null;
  /** Allowed values, or null without a limit. */
  readonly values: readonly string[] | null;
  readonly required: boolean;
  readonly secret: boolean;
  /** First release with the field, or null for the oldest one. */
  readonly since: ConfigRelease | null;
  /** Last release in which the field has an effect, or null. */
  readonly until: ConfigRelease | null;
  /** Replacement of a deprecated field, or null. */
  readonly instead: string | null;
  /** Kind of documents in its place, and the first release with it, or null. */
  readonly replacedBy: Facts["replacedBy"] | null;
  /** Child fields, only in recursive mode. */
  readonly fields?: readonly FieldSummary[];
}

/** Description of one schema element. */
export interface Explanation extends Omit<FieldSummary, "name" | "fields"> {
  readonly path: string;
  /** Kind of the document that contains it. */
  readonly document: string;
  /** Range of an integer, or null for wide ranges. */
  readonly range: string | null;
  /** Merge behaviour in a patch; null for items and documents. */
  readonly merge: string | null;
  readonly examples: readonly { readonly title: string | null; readonly value: unknown }[];
  /** Fields of the object or document, also through lists and maps. */
  readonly fields: readonly FieldSummary[];
}

/** Summary of a document kind. */
export interface DocumentSummary {
  readonly kind: string;
  readonly doc: string;
  readonly named: boolean;
  readonly since: ConfigRelease | null;
  readonly fields?: readonly FieldSummary[];
}

/** All document kinds and the sections of the main one. */
export interface Overview {
  /** Sections of the main document. */
  readonly fields: readonly FieldSummary[];
  /** Other document kinds. */
  readonly documents: readonly DocumentSummary[];
}

/** Depth and release of the field list. */
export interface Depth {
  readonly recursive: boolean;
  /** Omits fields and kinds of later releases. */
  readonly until?: ConfigRelease;
}

/** Describes the schema element of a path. */
export function describe(found: LookupResult, depth: Depth): Explanation {
  const { document, path, fields, type, within } = found;
  const field = fields.at(-1);
  // Metadata of a list or map field does not apply to its items.
  const own: Partial<Field> = within ? {} : field ?? {};
  const since = sinceOf(found) ?? null;
  return {
    path,
    document: document.kind,
    type: field ? typeText(type) : "document",
    doc: field?.doc ?? document.object.doc,
    default: own.default ?? null,
    values: allowedValues(type) ?? null,
    range: type.kind === "number" ? rangeText(type) ?? null : null,
    required: own.required ?? false,
    secret: fields.some(({ secret }) => secret),
    since,
    until: own.until ?? null,
    instead: own.instead ?? null,
    replacedBy: own.replacedBy ?? null,
    // Other documents than configurations have no patches.
    merge: field && !within && DOCUMENTS.includes(document) ? mergeText(field) : null,
    examples: (field ? own.examples ?? [] : document.examples ?? []).map(example),
    fields: fieldsOf(type, since ?? undefined, depth),
  };
}

function example({ title, value }: Example): { title: string | null; value: unknown } {
  return { title: title ?? null, value };
}

/** Describes all document kinds and the sections of the main one. */
export function overview(depth: Depth): Overview {
  return {
    fields: fieldsOf(MAIN.object, undefined, depth),
    documents: DOCUMENTS.filter((document) => document !== MAIN && isKnown(document, depth))
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

function isKnown({ since }: Pick<Facts, "since">, { until }: Depth): boolean {
  return until === undefined || !isLater(since, until);
}

function fieldsOf(
  type: FieldType,
  since: ConfigRelease | undefined,
  depth: Depth,
): FieldSummary[] {
  return childFields(type).filter(([, field]) => isKnown(field, depth)).map(([name, field]) =>
    summary(name, field, since, depth)
  );
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
    values: allowedValues(field.type) ?? null,
    required: field.required ?? false,
    secret: field.secret ?? false,
    since: since ?? null,
    until: field.until ?? null,
    instead: field.instead ?? null,
    replacedBy: field.replacedBy ?? null,
    ...(depth.recursive ? { fields: fieldsOf(field.type, since, depth) } : {}),
  };
}
