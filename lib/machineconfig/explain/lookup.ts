/**
 * Finds what a path names: a kind of document, a section, a field.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { nearest } from "../../output/nearest.ts";
import { DOCUMENTS, MAIN } from "../schema/documents.ts";
import { fieldsIn } from "../schema/inside.ts";
import { isLater } from "../schema/releases.ts";
import type { ConfigRelease, DocumentType, Field, FieldType } from "../schema/types.ts";
import { type Step, stepsOf } from "./path.ts";

/** What a path names. */
export interface Found {
  readonly document: DocumentType;
  /** As the schema spells it: `machine.network.interfaces[].addresses`, `mirrors[<name>]`. */
  readonly path: string;
  /** The fields on the way, the last of which the path names or is inside of. */
  readonly fields: readonly Field[];
  /** Of what the path names; of an item or value where it goes on into a list or map. */
  readonly type: FieldType;
  /** The path ends at an item of a list or a value of a map, not at the field itself. */
  readonly within: boolean;
}

/** More paths than this are no suggestion. */
const MOST_SUGGESTED = 3;

const SHOWN_ITEM = "[]";
const SHOWN_KEY = "[<name>]";

/**
 * What `path` names. Steps into lists and maps may be left out.
 *
 * @throws {OsctlError} of kind `input` when it names nothing, with what may have been meant.
 */
export function lookup(path: string): Found {
  const steps = stepsOf(path);
  if (steps === undefined) {
    throw new OsctlError("input", `"${path}" is no path`, {
      hint: "join names with points, as in machine.kubelet.extraMounts",
    });
  }
  const end = follow(steps);
  if (end instanceof Walk) return end.found();
  throw end();
}

/** Where steps lead, or what makes the error that they lead nowhere. */
function follow(steps: readonly Step[]): Walk | (() => OsctlError) {
  const [first, ...rest] = steps;
  const kind = first && "name" in first
    ? DOCUMENTS.find((document) => document.kind === first.name)
    : undefined;
  const walk = new Walk(kind ?? MAIN);
  const inside = kind ? rest : steps;
  for (const [index, step] of inside.entries()) {
    const wrong = walk.take(step);
    if (wrong) return () => wrong(inside.slice(index + 1));
  }
  return walk;
}

/** Makes the error of a step that leads nowhere; `rest` are the steps after it. */
type Wrong = (rest: readonly Step[]) => OsctlError;

/** A walk down the schema, one step after the other. */
class Walk {
  readonly #document: DocumentType;
  #path: string;
  readonly #fields: Field[] = [];
  #type: FieldType;
  #within = false;
  /** The path already ends in a key of a map, to which names with points may add. */
  #inKey = false;

  constructor(document: DocumentType) {
    this.#document = document;
    this.#path = document === MAIN ? "" : document.kind;
    this.#type = document.object;
  }

  found(): Found {
    return {
      document: this.#document,
      path: this.#path === "" ? MAIN.kind : this.#path,
      fields: this.#fields,
      type: this.#type,
      within: this.#within,
    };
  }

  /** Goes one step, if there is one. */
  take(step: Step): Wrong | undefined {
    if ("item" in step) {
      // A number can be a key of a map, and anything in what is not ours to know.
      if (this.#type.kind === "list") this.#into(this.#type.item, SHOWN_ITEM);
      else if (this.#type.kind === "map") this.#intoMap();
      else if (this.#type.kind !== "free") return () => this.#noParts("items");
      return undefined;
    }
    return this.#name(step.name);
  }

  #name(name: string): Wrong | undefined {
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
        // `docker.io` comes as two names.
        if (this.#inKey) return undefined;
        return (rest) => this.#unknown(name, Object.keys(type.fields), rest);
      }
      case "list":
        this.#into(type.item, SHOWN_ITEM);
        return this.#name(name);
      case "map": {
        const skipped = type.value.kind === "object" && Object.hasOwn(type.value.fields, name);
        this.#intoMap();
        return skipped ? this.#name(name) : undefined;
      }
      case "free":
        return undefined;
      default:
        return this.#inKey ? undefined : () => this.#noParts("fields");
    }
  }

  #into(type: FieldType, shown: string): void {
    this.#type = type;
    this.#path += shown;
    this.#within = true;
  }

  #intoMap(): void {
    if (this.#type.kind === "map") this.#into(this.#type.value, SHOWN_KEY);
    this.#inKey = true;
  }

  #noParts(what: "fields" | "items"): OsctlError {
    const place = this.#path === "" ? MAIN.kind : this.#path;
    return new OsctlError("input", `"${place}" has no ${what}`, {
      hint: `run "osctl explain ${place}" for what it is`,
    });
  }

  #unknown(name: string, names: readonly string[], rest: readonly Step[]): OsctlError {
    const here = this.#path === "";
    const near = nearest(name, here ? [...names, ...KINDS] : names);
    const prefix = here ? "" : `${this.#path}.`;
    const meant = completed(near === undefined ? elsewhere(name) : [prefix + near], rest);
    const paths = meant.length > MOST_SUGGESTED ? [] : meant;
    const hint = paths.length === 0
      ? `run "osctl explain${here ? "" : ` ${this.#path}`}" for what there is`
      : `did you mean ${paths.map((path) => `"${path}"`).join(" or ")}`;
    const message = here
      ? `there is no document, section or field "${name}"`
      : `"${this.#path}" has no field "${name}"`;
    return new OsctlError("input", message, { hint });
  }
}

const KINDS = DOCUMENTS.map(({ kind }) => kind);

/** Where fields have the very name, upper and lower case being the same. */
function elsewhere(name: string): string[] {
  const meant = name.toLowerCase();
  return [...allPaths()].filter((path) => path.toLowerCase().endsWith(`.${meant}`));
}

/** The paths with the rest of what was asked for, where that leads somewhere; else as they are. */
function completed(paths: readonly string[], rest: readonly Step[]): readonly string[] {
  const tail = rest.map((step) => "name" in step ? `.${step.name}` : SHOWN_ITEM).join("");
  const leads = (path: string) => follow(stepsOf(path) ?? []) instanceof Walk;
  const whole = paths.map((path) => path + tail).filter(leads);
  return whole.length === 0 ? paths : whole;
}

/** Every path there is, without steps into lists and maps, each before those below it. */
export function* allPaths(): Generator<string> {
  for (const document of DOCUMENTS) {
    if (document !== MAIN) yield document.kind;
    yield* below(document.object, document === MAIN ? "" : `${document.kind}.`);
  }
}

function* below(type: FieldType, prefix: string): Generator<string> {
  for (const [name, field] of fieldsIn(type)) {
    yield prefix + name;
    yield* below(field.type, `${prefix}${name}.`);
  }
}

/** The first release that has all of what a path goes through; undefined for the oldest. */
export function sinceOf(
  { document, fields }: Pick<Found, "document" | "fields">,
): ConfigRelease | undefined {
  return [document, ...fields].map(({ since }) => since).reduce(newest, undefined);
}

/** The newer one of two releases; undefined is the oldest. */
export function newest(
  a: ConfigRelease | undefined,
  b: ConfigRelease | undefined,
): ConfigRelease | undefined {
  return a === undefined || isLater(b, a) ? b : a;
}
