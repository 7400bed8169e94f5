/** Hides the secrets of documents. */
import type { ConfigDocument, Data, Value } from "../data.ts";
import { HIDDEN, type Place, stepInto, topOf } from "./secret.ts";

/** The same documents with secrets replaced by `******`; empty ones stay. */
export function redact(documents: readonly ConfigDocument[]): ConfigDocument[] {
  return documents.map(({ type, data }) => ({ type, data: redactData(data, topOf(type)) }));
}

function redactData(data: Data, place: Place): Data {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, redactValue(value, stepInto(place, name))]),
  );
}

function redactValue(value: Value, place: Place): Value {
  if (value === null || value === "") return value;
  if (isList(value)) {
    return value.map((item, index) => redactValue(item, stepInto(place, index)));
  }
  if (typeof value === "object") return redactData(value, place);
  return place.secret ? HIDDEN : value;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
