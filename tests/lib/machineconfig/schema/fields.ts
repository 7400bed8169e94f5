/** Traversal of all schema fields. */
import type { Data, Value } from "../../../../lib/machineconfig/data.ts";
import { DOCUMENTS } from "../../../../lib/machineconfig/schema/documents.ts";
import type {
  ConfigRelease,
  DocumentType,
  Field,
  FieldType,
  ObjectType,
} from "../../../../lib/machineconfig/schema/types.ts";

/** A field at its path. */
export interface Visit {
  readonly document: DocumentType;
  /** Path with `[]` for items and `*` for keys. */
  readonly path: string;
  readonly field: Field;
  /** Latest minor release along the path. */
  readonly since: number;
  /** Returns a document that contains only a value of the field. */
  wrap(value: Value): Data;
}

/** Returns `v1.7` as 7, and 0 without a release. */
export function minor(release: ConfigRelease | undefined): number {
  return release === undefined ? 0 : Number(release.slice("v1.".length));
}

/** Yields all fields of all documents. */
export function* allFields(): Generator<Visit> {
  for (const document of DOCUMENTS) {
    yield* fieldsOf(document, document.object, document.kind, minor(document.since), asData);
  }
}

/** Returns all objects, each once. */
export function allObjects(): ReadonlySet<ObjectType> {
  const objects = new Set(DOCUMENTS.map(({ object }) => object));
  for (const { field } of allFields()) {
    const inner = innermost(field.type);
    if (inner.kind === "object") objects.add(inner);
  }
  return objects;
}

function innermost(type: FieldType): FieldType {
  if (type.kind === "list") return innermost(type.item);
  return type.kind === "map" ? innermost(type.value) : type;
}

function asData(value: Value): Data {
  return value as Data;
}

function* fieldsOf(
  document: DocumentType,
  object: ObjectType,
  path: string,
  since: number,
  wrap: (value: Value) => Data,
): Generator<Visit> {
  for (const [name, field] of Object.entries(object.fields)) {
    const visit: Visit = {
      document,
      path: `${path}.${name}`,
      field,
      since,
      wrap: (value) => wrap({ [name]: value }),
    };
    yield visit;
    const from = Math.max(since, minor(field.since));
    yield* inside(document, field.type, visit.path, from, visit.wrap);
  }
}

function* inside(
  document: DocumentType,
  type: FieldType,
  path: string,
  since: number,
  wrap: (value: Value) => Data,
): Generator<Visit> {
  if (type.kind === "object") yield* fieldsOf(document, type, path, since, wrap);
  if (type.kind === "list") {
    yield* inside(document, type.item, `${path}[]`, since, (value) => wrap([value]));
  }
  if (type.kind === "map") {
    yield* inside(document, type.value, `${path}.*`, since, (value) => wrap({ name: value }));
  }
}
