/**
 * Fields by which several machine configurations differ.
 *
 * @module
 */
import { type ConfigDocument, type Data, isList, isMap, type Value } from "./data.ts";
import { changeText } from "./changed_fields.ts";
import { normalise } from "./encode/normalise.ts";
import { decodeMachineConfig } from "./load/mod.ts";
import type { Path } from "./problem.ts";
import { descend, type Position, topOf } from "./redact/secret.ts";
import { NEWEST } from "./schema/releases.ts";

/** A configuration and its name. */
export interface NamedConfig {
  readonly name: string;
  /** All documents, YAML. */
  readonly text: string;
}

/** A value of a field, and the configurations that have it. */
export interface Distinction {
  /** As in errors: `machine.network.hostname`, `HostnameConfig.hostname`. */
  readonly path: string;
  /** Secrets are replaced by `******`; undefined when the field is absent. */
  readonly value: Value | undefined;
  readonly names: readonly string[];
}

const REDACTED = "******";

/**
 * Returns the fields whose values are not the same in all configurations, each value with the
 * configurations that have it. A list is one field. Empty when all are the same.
 */
export function findDistinctions(configs: readonly NamedConfig[]): Distinction[] {
  const all = configs.map(({ name, text }) => ({ name, documents: documentsOf(text) }));
  const keys = [...new Set(all.flatMap(({ documents }) => [...documents.keys()]))];
  return keys.flatMap((key) => {
    const document = all.map(({ documents }) => documents.get(key)).find((one) => one)!;
    const values = all.map(({ name, documents }) => {
      const own = documents.get(key);
      return { name, value: own && normalise(own) };
    });
    return [...compare(document, [], topOf(document.type), values)];
  });
}

/** Returns the documents by kind and name. */
function documentsOf(text: string): ReadonlyMap<string, ConfigDocument> {
  const { documents } = decodeMachineConfig(text, { release: NEWEST, isLenient: true });
  return new Map(
    documents.map((
      document,
    ) => [`${document.type.kind}/${String(document.data["name"] ?? "")}`, document]),
  );
}

interface NamedValue {
  readonly name: string;
  readonly value: Value | undefined;
}

function* compare(
  document: ConfigDocument,
  path: Path,
  position: Position,
  values: readonly NamedValue[],
): Generator<Distinction> {
  const groups = Map.groupBy(values, ({ value }) => keyOf(value));
  if (groups.size === 1) return;
  const maps = values.flatMap(({ value }) => isMap(value) ? [value] : []);
  if (maps.length > 0 && values.every(({ value }) => value === undefined || isMap(value))) {
    for (const field of new Set(maps.flatMap(Object.keys))) {
      const inner = values.map(({ name, value }) => ({ name, value: (value as Data)?.[field] }));
      yield* compare(document, [...path, field], descend(position, field), inner);
    }
    return;
  }
  for (const group of groups.values()) {
    yield {
      path: changeText({ document, path }),
      value: redact(position, group[0]!.value),
      names: group.map(({ name }) => name),
    };
  }
}

/** Returns equal texts for equal values; an empty object is the same as an absent one. */
function keyOf(value: Value | undefined): string {
  if (value === undefined || isMap(value) && Object.keys(value).length === 0) return "";
  return JSON.stringify(sorted(value));
}

function sorted(value: Value): unknown {
  if (isList(value)) return value.map(sorted);
  if (isMap(value)) {
    return Object.fromEntries(
      Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map((
        [key, one],
      ) => [key, sorted(one)]),
    );
  }
  return typeof value === "bigint" ? `${value}n` : value;
}

function redact(position: Position, value: Value | undefined): Value | undefined {
  if (value === undefined) return undefined;
  if (isList(value)) {
    return value.map((item, index) => redact(descend(position, index), item)!);
  }
  if (isMap(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, redact(descend(position, key), one)!]),
    );
  }
  return position.secret && value !== "" && value !== null ? REDACTED : value;
}
