import { isMap, type Value } from "../data.ts";
import type { LoadedDocument } from "../load.ts";
import { isLater } from "../schema/releases.ts";
import type { ConfigRelease, FieldType } from "../schema/types.ts";

/**
 * Returns the release whose rules apply to a configuration for nodes of an unknown release: the
 * oldest one, from `oldest` on, with all its documents and fields.
 */
export function rulesRelease(
  documents: readonly LoadedDocument[],
  oldest: ConfigRelease,
): ConfigRelease {
  return documents.reduce(
    (release, { type, data }) => later(type.since, newestField(type.object, data, release)),
    oldest,
  );
}

function newestField(type: FieldType, value: Value, oldest: ConfigRelease): ConfigRelease {
  switch (type.kind) {
    case "object":
      if (!isMap(value)) return oldest;
      return Object.entries(value).reduce((release, [name, item]) => {
        const field = type.fields[name];
        return field === undefined
          ? release
          : later(field.since, newestField(field.type, item, release));
      }, oldest);
    case "map":
      return isMap(value) ? newestOf(type.value, Object.values(value), oldest) : oldest;
    case "list":
      return Array.isArray(value) ? newestOf(type.item, value, oldest) : oldest;
    case "text":
      return Array.isArray(value) ? later(type.listSince, oldest) : oldest;
    default:
      return oldest;
  }
}

function newestOf(
  type: FieldType,
  values: readonly Value[],
  oldest: ConfigRelease,
): ConfigRelease {
  return values.reduce<ConfigRelease>(
    (release, value) => newestField(type, value, release),
    oldest,
  );
}

function later(since: ConfigRelease | undefined, release: ConfigRelease): ConfigRelease {
  return since !== undefined && isLater(since, release) ? since : release;
}
