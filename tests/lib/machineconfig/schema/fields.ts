/** Every field of the schema, with the way to it. */
import type { Data, Value } from "../../../../lib/machineconfig/data.ts";
import { DOCUMENTS } from "../../../../lib/machineconfig/schema/documents.ts";
import type {
  ConfigRelease,
  DocumentType,
  Field,
  FieldType,
  ObjectType,
} from "../../../../lib/machineconfig/schema/types.ts";

/** A field where it stands. */
export interface Visit {
  readonly document: DocumentType;
  /** As people write it, with `[]` for any item and `*` for any name. */
  readonly path: string;
  readonly field: Field;
  /** The last release that brought something on the way to the field. */
  readonly since: number;
  /** A whole document with nothing but a value of the field. */
  wrap(value: Value): Data;
}

/** `v1.7` as 7; what has always been there is 0. */
export function minor(release: ConfigRelease | undefined): number {
  return release === undefined ? 0 : Number(release.slice("v1.".length));
}

/** All fields of all documents. */
export function* allFields(): Generator<Visit> {
  for (const document of DOCUMENTS) {
    yield* fieldsOf(document, document.object, document.kind, minor(document.since), asData);
  }
}

/** All objects, each once. */
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
