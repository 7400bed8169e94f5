/**
 * Resolves schema paths to document kinds, sections and fields.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { nearest } from "../../output/nearest.ts";
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { childFields } from "../schema/child_fields.ts";
import { isLater } from "../schema/releases.ts";
import type { ConfigRelease, DocumentType, Field, FieldType } from "../schema/types.ts";
import { parsePath, type Segment } from "./parse_path.ts";

/** The schema element of a path. */
export interface LookupResult {
  readonly document: DocumentType;
  /** Canonical path: `machine.network.interfaces[].addresses`, `mirrors[<name>]`. */
  readonly path: string;
  /** Fields along the path; the last one is the element or contains it. */
  readonly fields: readonly Field[];
  /** Type of the element; of an item if the path ends within a list or map. */
  readonly type: FieldType;
  /** Whether the path ends at a list item or map value instead of the field itself. */
  readonly within: boolean;
}

/** Maximum number of suggested paths; with more, none is shown. */
const MAX_SUGGESTIONS = 3;

const ITEM_SUFFIX = "[]";
const KEY_SUFFIX = "[<name>]";

/**
 * Resolves `path`. Segments of list items and map keys may be omitted.
 *
 * @param further Document kinds besides the kinds of machine configurations.
 * @throws {OsctlError} of kind `input` for an unknown path, with suggestions as the hint.
 */
export function lookup(path: string, further: readonly DocumentType[] = []): LookupResult {
  const segments = parsePath(path);
  if (segments === undefined) {
    throw new OsctlError("input", `invalid path "${path}"`, {
      hint: "separate names with dots, as in machine.kubelet.extraMounts",
    });
  }
  const end = resolve(segments, further);
  if (end instanceof Traversal) return end.result();
  throw end();
}

/** Resolves segments, or returns a function that creates the error. */
function resolve(
  segments: readonly Segment[],
  further: readonly DocumentType[] = [],
): Traversal | (() => OsctlError) {
  const [first, ...rest] = segments;
  const kind = first && "name" in first
    ? [...DOCUMENTS, ...further].find((document) => document.kind === first.name)
    : undefined;
  const traversal = new Traversal(kind ?? MAIN);
  const inside = kind ? rest : segments;
  for (const [index, segment] of inside.entries()) {
    const createError = traversal.enter(segment);
    if (createError) return () => createError(inside.slice(index + 1));
  }
  return traversal;
}

/** Creates the error of an unknown segment; `rest` are the segments after it. */
type CreateError = (rest: readonly Segment[]) => OsctlError;

/** A traversal of the schema, one segment at a time. */
class Traversal {
  readonly #document: DocumentType;
  #path: string;
  readonly #fields: Field[] = [];
  #type: FieldType;
  #within = false;
  /** Whether the path ends in a map key, which further segments may extend (`docker.io`). */
  #inKey = false;

  constructor(document: DocumentType) {
    this.#document = document;
    this.#path = document === MAIN ? "" : document.kind;
    this.#type = document.object;
  }

  result(): LookupResult {
    return {
      document: this.#document,
      path: this.#path === "" ? MAIN.kind : this.#path,
      fields: this.#fields,
      type: this.#type,
      within: this.#within,
    };
  }

  /** Enters a segment, or returns a function that creates the error. */
  enter(segment: Segment): CreateError | undefined {
    if ("item" in segment) {
      // A number can also be a map key, and free-form mappings accept any segment.
      if (this.#type.kind === "list") this.#into(this.#type.item, ITEM_SUFFIX);
      else if (this.#type.kind === "map") this.#intoMap();
      else if (this.#type.kind !== "free") return () => this.#leafError("items");
      return undefined;
    }
    return this.#name(segment.name);
  }

  #name(name: string): CreateError | undefined {
    const type = this.#type;
    switch (type.kind) {
      case "object": {
        const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
        if (field) {
          this.#fields.push(field);
          this.#type = field.type;
          this.#path += this.#path === "" ? name : `.${name}`;
          this.#within = false;
          this.#inKey = false;
          return undefined;
        }
        // `docker.io` is parsed as two names.
        if (this.#inKey) return undefined;
        return (rest) => this.#unknownField(name, Object.keys(type.fields), rest);
      }
      case "list":
        this.#into(type.item, ITEM_SUFFIX);
        return this.#name(name);
      case "map": {
        const skipped = type.value.kind === "object" && Object.hasOwn(type.value.fields, name);
        this.#intoMap();
        return skipped ? this.#name(name) : undefined;
      }
      case "free":
        return undefined;
      default:
        return this.#inKey ? undefined : () => this.#leafError("fields");
    }
  }

  #into(type: FieldType, suffix: string): void {
    this.#type = type;
    this.#path += suffix;
    this.#within = true;
  }

  #intoMap(): void {
    if (this.#type.kind === "map") this.#into(this.#type.value, KEY_SUFFIX);
    this.#inKey = true;
  }

  #leafError(what: "fields" | "items"): OsctlError {
    const place = this.#path === "" ? MAIN.kind : this.#path;
    return new OsctlError("input", `"${place}" has no ${what}`, {
      hint: `see "osctl explain ${place}"`,
    });
  }

  #unknownField(name: string, names: readonly string[], rest: readonly Segment[]): OsctlError {
    const isTop = this.#path === "";
    const near = nearest(name, isTop ? [...names, ...KINDS] : names);
    const prefix = isTop ? "" : `${this.#path}.`;
    const equal = near === undefined || isTop ? completed(pathsEndingIn(name), rest) : [];
    // A field with exactly this name is a better suggestion than a similar kind.
    const isFew = equal.length > 0 && equal.length <= MAX_SUGGESTIONS;
    const candidates = near === undefined || isFew ? equal : completed([prefix + near], rest);
    const paths = candidates.length > MAX_SUGGESTIONS ? [] : candidates;
    const hint = paths.length === 0
      ? `see "osctl explain${isTop ? "" : ` ${this.#path}`}" for the available fields`
      : `did you mean ${paths.map((path) => `"${path}"`).join(" or ")}`;
    const message = isTop
      ? `unknown document, section or field "${name}"`
      : `"${this.#path}" has no field "${name}"`;
    return new OsctlError("input", message, { hint });
  }
}

const KINDS = DOCUMENTS.map(({ kind }) => kind);

/** Returns the paths of fields with a name, ignoring case. */
function pathsEndingIn(name: string): string[] {
  const wanted = name.toLowerCase();
  return [...allPaths()].filter((path) => path.toLowerCase().endsWith(`.${wanted}`));
}

/** Appends the remaining segments to the paths where the result exists; else returns the paths. */
function completed(paths: readonly string[], rest: readonly Segment[]): readonly string[] {
  const tail = rest.map((segment) => "name" in segment ? `.${segment.name}` : ITEM_SUFFIX).join("");
  const isValid = (path: string) => resolve(parsePath(path) ?? []) instanceof Traversal;
  const whole = paths.map((path) => path + tail).filter(isValid);
  return whole.length === 0 ? paths : whole;
}

/** Yields every path without item and key segments, parents first. */
export function* allPaths(): Generator<string> {
  for (const document of DOCUMENTS) {
    if (document !== MAIN) yield document.kind;
    yield* pathsBelow(document.object, document === MAIN ? "" : `${document.kind}.`);
  }
}

function* pathsBelow(type: FieldType, prefix: string): Generator<string> {
  for (const [name, field] of childFields(type)) {
    yield prefix + name;
    yield* pathsBelow(field.type, `${prefix}${name}.`);
  }
}

/** Returns the first release with every field along a path; undefined for the oldest. */
export function sinceOf(
  { document, fields }: Pick<LookupResult, "document" | "fields">,
): ConfigRelease | undefined {
  return [document, ...fields].map(({ since }) => since).reduce(newest, undefined);
}

/** Returns the newer of two releases; undefined is the oldest. */
export function newest(
  a: ConfigRelease | undefined,
  b: ConfigRelease | undefined,
): ConfigRelease | undefined {
  return a === undefined || isLater(b, a) ? b : a;
}
