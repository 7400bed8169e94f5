/**
 * Predicts when changes of a machine configuration take effect.
 *
 * @module
 */
import { type ConfigDocument, type Data, isList, isMap, type Value } from "./data.ts";
import { encodeConfig } from "./encode/mod.ts";
import { decodeMachineConfig } from "./load/mod.ts";
import { MAIN } from "./schema/documents.ts";
import {
  type EffectKind,
  effectTableOf,
  type FieldEffect,
  ownEffect,
} from "./schema/effects/mod.ts";
import { NEWEST } from "./schema/releases.ts";
import type { ConfigRelease, FieldType } from "./schema/types.ts";

/** The predicted time at which a change of a field takes effect. */
export interface PredictedEffect {
  /**
   * JSON pointer into the main document, or into another one after its kind and name:
   * `/machine/install/disk`, `UserVolumeConfig/data#/provisioning/maxSize`. A document, object or
   * map that is added or removed as a whole is one change, unless the effects of its fields differ.
   */
  readonly path: string;
  readonly effect: EffectKind;
  /** The service or static pod that the node restarts; only with `service-restart`. */
  readonly service?: string;
}

/**
 * Predicts the effect of each changed field; lists are one field.
 *
 * @param before All documents, YAML; neither text needs to be valid for the release.
 * @param after All documents, YAML.
 * @param release Release of the node.
 */
export function predictEffect(
  before: string,
  after: string,
  release: ConfigRelease,
): PredictedEffect[] {
  const [old, next] = [before, after].map(readDocuments);
  const names = new Set([...next!.keys(), ...old!.keys()]);
  return [...names].flatMap((name) => {
    const [from, to] = [old!.get(name), next!.get(name)];
    return new Comparison(name, from ?? to!, release).compare(from?.data, to?.data);
  });
}

/** Returns the documents by kind and name, in the form that nodes compare. */
function readDocuments(text: string): Map<string, ConfigDocument> {
  const options = { release: NEWEST, isLenient: true };
  const { documents } = decodeMachineConfig(text, options);
  const canonical = encodeConfig(documents, { docs: false, examples: false });
  return new Map(
    decodeMachineConfig(canonical, options).documents.map((document) => {
      const { type: { kind, named }, data } = document;
      return [named ? `${kind}/${String(data["name"] ?? "")}` : kind, document];
    }),
  );
}

/** The nearest entry of the table above a field, with the values of its field. */
interface Scope {
  readonly effect: FieldEffect;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** Compares two versions of a document. */
class Comparison {
  readonly #prefix: string;
  readonly #document: ConfigDocument;
  readonly #release: ConfigRelease;

  constructor(prefix: string, document: ConfigDocument, release: ConfigRelease) {
    this.#prefix = prefix;
    this.#document = document;
    this.#release = release;
  }

  compare(before: Data | undefined, after: Data | undefined): PredictedEffect[] {
    return this.#compare(this.#document.type.object, { before, after }, [], [], undefined);
  }

  #compare(
    type: FieldType | undefined,
    { before, after }: Pick<Scope, "before" | "after">,
    path: readonly string[],
    schemaPath: readonly string[],
    outer: Scope | undefined,
  ): PredictedEffect[] {
    if (isEqual(before, after)) return [];
    const table = effectTableOf(this.#document.type.kind)!;
    const effect = ownEffect(table, schemaPath.join("."), this.#release);
    const scope = effect === undefined ? outer : { effect, before, after };
    const isNested = type?.kind === "object" || type?.kind === "map";
    const areMaps = [before, after].every((value) => value === undefined || isMap(value));
    if (!isNested || !areMaps) return [this.#predict(path, scope)];
    const [old, next] = [before ?? {}, after ?? {}] as [Data, Data];
    const changes = [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((name) => {
      const child = type.kind === "map" ? type.value : type.fields[name]?.type;
      const values = { before: old[name], after: next[name] };
      const step = type.kind === "map" ? "*" : name;
      return this.#compare(child, values, [...path, name], [...schemaPath, step], scope);
    });
    const isWhole = before === undefined || after === undefined;
    const [first, ...others] = changes;
    if (first === undefined) return [this.#predict(path, scope)];
    const isUniform = others.every(({ effect, service }) =>
      effect === first.effect && service === first.service
    );
    return isWhole && isUniform ? [{ ...first, path: this.#format(path) }] : changes;
  }

  #predict(path: readonly string[], scope: Scope | undefined): PredictedEffect {
    // An object without fields.
    if (scope === undefined) return { path: this.#format(path), effect: "none" };
    const kind = kindOf(scope);
    const { service } = scope.effect;
    if (kind !== "service-restart" || service === undefined) {
      return { path: this.#format(path), effect: kind };
    }
    const name = String(this.#document.data["name"] ?? "");
    return { path: this.#format(path), effect: kind, service: service.replace("<name>", name) };
  }

  #format(path: readonly string[]): string {
    const pointer = path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)
      .join("");
    if (this.#document.type === MAIN) return pointer;
    return pointer === "" ? this.#prefix : `${this.#prefix}#${pointer}`;
  }
}

function kindOf({ effect: { kind, added, removed }, before, after }: Scope): EffectKind {
  if (added !== undefined && isAddition(before, after)) return added;
  return removed !== undefined && after === undefined ? removed : kind;
}

/** Reports whether a value is new, or a list with all items of the one before. */
function isAddition(before: Value | undefined, after: Value | undefined): boolean {
  if (before === undefined) return true;
  if (!isList(before) || !isList(after)) return false;
  return before.every((item) => after.some((other) => isEqual(item, other)));
}

function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  if (isList(a) && isList(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (isMap(a) && isMap(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]));
  }
  return a === b;
}
