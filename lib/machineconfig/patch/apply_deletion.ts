/**
 * Applies a `$patch: delete`.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import { type ConfigDocument, type Data, isList, isMap, type Value } from "../data.ts";
import type { FieldType } from "../schema/types.ts";
import type { Deletion, StrategicPatch } from "./patch.ts";
import { errorAt } from "./problems.ts";
import { itemType, memberType, own } from "./values.ts";

/**
 * Returns the documents without the deleted part.
 *
 * @throws {OsctlError} of kind `input` when that part is absent, unless
 * it is a field of the schema.
 */
export function applyDeletion(
  documents: readonly ConfigDocument[],
  deletion: Deletion,
  patch: StrategicPatch,
): ConfigDocument[] {
  const fail = (message: string): OsctlError => errorAt(patch, deletion.offset, message);
  const { kind, name, path } = deletion;
  const at = documents.findIndex(({ type, data }) =>
    type.kind === kind && (!type.named || (data["name"] ?? "") === (name ?? ""))
  );
  const document = documents[at];
  if (document === undefined) {
    throw fail(`no ${kind}${name === undefined ? "" : ` "${name}"`} to delete`);
  }
  if (path.length === 0 && deletion.item === undefined) return documents.toSpliced(at, 1);
  const data = without(document.type.object, document.data, deletion, path, fail) as Data;
  return documents.with(at, { type: document.type, data });
}

type Fail = (message: string) => OsctlError;

/** Returns a value without the deleted part. */
function without(
  type: FieldType | undefined,
  value: Value | undefined,
  deletion: Deletion,
  path: readonly string[],
  fail: Fail,
): Value {
  const fullPath = deletion.path.join(".");
  const [step, ...rest] = path;
  if (step === undefined) return withoutItem(type, value, deletion, fail);
  const isField = type?.kind === "object";
  if (isField && !Object.hasOwn(type.fields, step)) throw fail(`unknown field "${fullPath}"`);
  const data: Data = isMap(value) ? value : {};
  const isLast = rest.length === 0 && deletion.item === undefined;
  if (!Object.hasOwn(data, step)) {
    if (isLast && isField && isMap(value)) return data;
    throw fail(`no "${fullPath}" to delete`);
  }
  if (isLast) {
    const { [step]: _, ...others } = data;
    return others;
  }
  return { ...data, [step]: without(memberType(type, step), data[step], deletion, rest, fail) };
}

function withoutItem(
  type: FieldType | undefined,
  value: Value | undefined,
  { path, item }: Deletion,
  fail: Fail,
): Value {
  const list = isList(value) ? value : [];
  const at = list.findIndex((other) =>
    isMap(other) && String(own(other, item!.field) ?? "") === item!.value
  );
  if (at < 0) {
    const object = itemType(type);
    const field = object?.kind === "object" ? object.fields[item!.field] : undefined;
    // A possible secret is not shown.
    const shown = field === undefined || field.secret ? "the value given" : `"${item!.value}"`;
    throw fail(`no item of "${path.join(".")}" has ${shown} as its ${item!.field}`);
  }
  return list.toSpliced(at, 1);
}
