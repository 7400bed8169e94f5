import { deepStrictEqual, match, ok } from "node:assert/strict";
import type { Value } from "../../../../lib/machineconfig/data.ts";
import { encodeConfig, normalise } from "../../../../lib/machineconfig/encode/mod.ts";
import { decodeMachineConfig } from "../../../../lib/machineconfig/load/mod.ts";
import { DOCUMENTS } from "../../../../lib/machineconfig/schema/documents.ts";
import type { FieldType } from "../../../../lib/machineconfig/schema/types.ts";
import { NEWEST } from "../../../../lib/machineconfig/schema/releases.ts";
import { allFields, allObjects, minor } from "./fields.ts";

const FIELDS = [...allFields()];
const MAX_DOC_LENGTH = 110;

Deno.test("every field and object has a one-line description", () => {
  const docs = [
    ...FIELDS.map(({ path, field }) => [path, field.doc] as const),
    ...[...allObjects()].map(({ name, doc }) => [name, doc] as const),
  ];
  for (const [what, doc] of docs) {
    match(doc, /^\S.*[^.\s]$/, `${what}: ${doc}`);
    ok(doc.length <= MAX_DOC_LENGTH, `${what} has a description of ${doc.length} characters`);
  }
});

Deno.test("object names are unique", () => {
  const names = [...allObjects()].map(({ name }) => name);
  deepStrictEqual(names, [...new Set(names)]);
});

Deno.test("every field has an example, except booleans with a default", () => {
  const without = FIELDS.filter(({ field }) =>
    field.instead === undefined && field.examples === undefined &&
    !(field.type.kind === "bool" && field.default !== undefined)
  );
  deepStrictEqual(without.map(({ path }) => path), []);
});

Deno.test("each of several structured examples has a caption", () => {
  const structured = ["object", "map", "free"];
  for (const { path, field: { examples = [], type } } of FIELDS) {
    const what = type.kind === "list" ? type.item : type;
    if (examples.length < 2 || !structured.includes(what.kind)) continue;
    for (const { title } of examples) ok(title, path);
  }
});

Deno.test("a field is not older than the objects that contain it", () => {
  // An object can be used in several places; the oldest one counts.
  for (const { path, field } of FIELDS) {
    if (field.since === undefined) continue;
    const places = FIELDS.filter((other) => other.field === field).map(({ since }) => since);
    ok(minor(field.since) >= Math.min(...places), `${path} is from ${field.since}`);
  }
});

Deno.test("every example survives encoding and decoding", () => {
  for (const { path, field, document, wrap } of FIELDS) {
    for (const { value } of field.examples ?? []) {
      const data = wrap(value as Value);
      const config = [{ type: document, data }];
      const text = encodeConfig(config, { docs: false, examples: false });
      const { documents, problems } = decodeMachineConfig(text, { release: NEWEST });
      deepStrictEqual(problems.map(({ message }) => message), [], `${path}\n${text}`);
      deepStrictEqual(normalise(documents[0]!), normalise(config[0]!), path);
    }
  }
});

Deno.test("every example document survives encoding and decoding", () => {
  for (const type of DOCUMENTS) {
    for (const { value } of type.examples ?? []) {
      const data = value as { [name: string]: Value };
      const text = encodeConfig([{ type, data }], { docs: false, examples: false });
      const { documents, problems } = decodeMachineConfig(text, { release: NEWEST });
      deepStrictEqual(problems.map(({ message }) => message), [], text);
      deepStrictEqual(normalise(documents[0]!), normalise({ type, data }), type.kind);
    }
  }
});

Deno.test("examples and defaults match the type of their field", () => {
  for (const { path, field } of FIELDS) {
    for (const { value } of field.examples ?? []) check(field.type, value, path);
    if (field.default !== undefined) check(field.type, field.default, `default of ${path}`);
  }
});

function check(type: FieldType, value: unknown, path: string): void {
  switch (type.kind) {
    case "text":
      if (type.format === "portRange" && typeof value === "number") return;
      ok(typeof value === "string" && value !== "", path);
      if (type.values) ok(type.values.includes(value), `${path}: ${value}`);
      if (type.checkedValues) ok(type.checkedValues.includes(value), `${path}: ${value}`);
      return;
    case "bool":
      return ok(typeof value === "boolean", path);
    case "number":
      return ok(typeof value === "number" && value >= type.min && value <= type.max, path);
    case "list":
      ok(Array.isArray(value) && value.length > 0, path);
      return value.forEach((item) => check(type.item, item, `${path}[]`));
    case "map":
      ok(typeof value === "object" && value !== null, path);
      return Object.values(value).forEach((item) => check(type.value, item, `${path}.*`));
    case "free":
      return ok(typeof value === "object" && value !== null, path);
    case "object":
      ok(typeof value === "object" && value !== null, path);
      for (const [name, item] of Object.entries(value)) {
        const field = type.fields[name];
        ok(field, `${path} has no ${name}`);
        check(field.type, item, `${path}.${name}`);
      }
  }
}

Deno.test("fields named like credentials are secret", () => {
  const credential = /token|passphrase|password|privateKey|secret(?!box)|EncryptionSecret|\.auth$/i;
  for (const { path, field } of FIELDS) {
    if (field.type.kind !== "text") continue;
    const name = path.slice(path.lastIndexOf("."));
    if (credential.test(name) || name === ".key") ok(field.secret, path);
  }
});

Deno.test("fields are replaced by documents of the same release", () => {
  for (const { path, field: { replacedBy } } of FIELDS) {
    if (replacedBy === undefined) continue;
    const document = DOCUMENTS.find(({ kind }) => kind === replacedBy.kind);
    ok(document, `${path} is replaced by ${replacedBy.kind}`);
    ok(minor(document.since) <= minor(replacedBy.since), path);
  }
});
