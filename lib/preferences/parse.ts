/**
 * Parses preferences, with the line of each invalid value.
 *
 * @module
 */
import { parseDuration } from "../output/duration.ts";
import { didYouMean } from "../output/nearest.ts";
import { isZone, TIME_FORMATS, type TimeStyle } from "../output/time_style.ts";
import {
  createErrorAt,
  type ErrorAt,
  parseSingleDocument,
  type SourceDocument,
  type SourceEntry,
  type SourceNode,
} from "../yaml/mod.ts";
import { readDashboard } from "./dashboard.ts";
import { defined, FieldReader } from "./fields.ts";
import type {
  CommandPreferences,
  Confirmations,
  ContextPreferences,
  DiagnosisPreferences,
  NodeGroup,
  Preferences,
} from "./types.ts";

/** Maximum number of concurrent calls. */
export const MAX_PARALLEL = 1000;

/** Maximum number of values of a file. */
const MAX_VALUES = 20_000;

/** Names of groups, as in targets such as `@db`. */
const GROUP_NAME = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i;

/** Names that groups cannot have. */
const RESERVED = ["all", "controlplane", "workers", "failed"];

const ALIAS_NAME = /^[a-z0-9][a-z0-9-]*$/i;

const OUTPUTS = ["table", "json", "yaml", "name"];
const CONFIRMATIONS = ["always", "terminal"] as const;

/** The keys of the file. */
export const KEYS = [
  "groups",
  "aliases",
  "commands",
  "contexts",
  "dashboard",
  "diagnosis",
  "output",
  "color",
  "confirmations",
  "gates",
  "maxParallel",
  "pager",
  "session",
  "time",
] as const;

/** Parsed preferences, and the document to edit. */
export interface ParsedPreferences {
  readonly preferences: Preferences;
  /** Undefined in an empty text. */
  readonly document: SourceDocument | undefined;
}

/**
 * Parses preferences. An empty text has none.
 *
 * @param name The text's name in errors: its path.
 * @throws {OsctlError} of kind `input`, starting with `name:line:column`.
 */
export function parsePreferences(text: string, name: string): ParsedPreferences {
  const createError = createErrorAt(text, name);
  const errorAt: ErrorAt = (offset, reason, hint = EDIT) => createError(offset, reason, hint);
  const document = parseSingleDocument(text, errorAt, { values: MAX_VALUES });
  return { preferences: new Reader(errorAt).read(document?.root), document };
}

const EDIT = 'correct it with "osctl preferences edit"';

/** Converts nodes to preferences, and rejects unknown keys and invalid values. */
class Reader extends FieldReader {
  read(root: SourceNode | undefined): Preferences {
    const top = this.map(root, "the preferences");
    this.requireKeys(top, KEYS);
    const node = (key: typeof KEYS[number]) => top?.entries.find((one) => one.key === key)?.value;
    return {
      groups: this.entries(node("groups"), "groups", (entry) => this.#group(entry)),
      aliases: this.entries(node("aliases"), "aliases", (entry) => this.#alias(entry)),
      commands: this.entries(node("commands"), "commands", (entry) => this.#command(entry)),
      contexts: this.entries(node("contexts"), "contexts", (entry) => this.#context(entry)),
      dashboard: readDashboard(this, node("dashboard")),
      ...defined("diagnosis", this.#diagnosis(node("diagnosis"))),
      ...defined("output", this.oneOf(node("output"), "output", OUTPUTS)),
      ...defined("color", this.oneOf(node("color"), "color", ["auto", "always", "never"])),
      ...defined("confirmations", this.#confirmations(node("confirmations"))),
      ...defined("gates", this.#gates(node("gates"), "gates")),
      ...defined("maxParallel", this.#integer(node("maxParallel"), "maxParallel")),
      ...defined("pager", this.text(node("pager"), "pager")),
      ...defined("sessionMs", this.#duration(node("session"), "session")),
      ...defined("time", this.#time(node("time"))),
    };
  }

  #diagnosis(value: SourceNode | undefined): DiagnosisPreferences | undefined {
    const map = this.map(value, '"diagnosis"');
    if (map === undefined) return undefined;
    this.requireKeys(map, ["ignore"]);
    const ignore = this.entries(map.entries[0]?.value, "diagnosis.ignore", (entry) => {
      const reason = this.text(entry.value, `diagnosis.ignore.${entry.key}`);
      if (reason !== undefined) return reason;
      throw this.errorAt(
        entry.keyOffset,
        `"diagnosis.ignore.${entry.key}" has no reason`,
        `write why it is ignored, such as ${entry.key}: known until the next window`,
      );
    });
    return { ignore };
  }

  #group({ key, keyOffset, value }: SourceEntry): NodeGroup {
    if (!GROUP_NAME.test(key) || RESERVED.includes(key)) {
      throw this.errorAt(
        keyOffset,
        `invalid name of a group "${key}"`,
        RESERVED.includes(key)
          ? `every cluster has the group "@${key}"`
          : "use letters, digits and -",
      );
    }
    const field = `groups.${key}`;
    if (value.kind === "map") {
      this.requireKeys(value, ["from"]);
      const from = this.words(value.entries[0]?.value, `${field}.from`);
      if (from === undefined) throw this.errorAt(value.offset, `"${field}" has no nodes`);
      return { from };
    }
    const targets = value.kind === "list"
      ? this.list(value, field)
      : splitTargets(this.text(value, field) ?? "");
    if (targets.length === 0) throw this.errorAt(value.offset, `"${field}" has no nodes`);
    return { targets };
  }

  #alias({ key, keyOffset, value }: SourceEntry): readonly string[] {
    if (!ALIAS_NAME.test(key)) throw this.errorAt(keyOffset, `invalid name of an alias "${key}"`);
    const words = this.words(value, `aliases.${key}`);
    if (words === undefined) throw this.errorAt(value.offset, `"aliases.${key}" has no command`);
    return words;
  }

  #command({ key, value }: SourceEntry): CommandPreferences {
    const field = `commands.${key}`;
    const map = this.map(value, `"${field}"`);
    this.requireKeys(map, ["output", "columns", "pager"]);
    const node = (name: string) => map?.entries.find((one) => one.key === name)?.value;
    const columns = node("columns");
    return {
      ...defined("output", this.oneOf(node("output"), `${field}.output`, OUTPUTS)),
      ...defined("columns", columns && this.list(columns, `${field}.columns`)),
      ...defined("pager", this.text(node("pager"), `${field}.pager`)),
    };
  }

  #context({ key, value }: SourceEntry): ContextPreferences {
    const map = this.map(value, `"contexts.${key}"`);
    this.requireKeys(map, ["confirmations", "gates"]);
    const node = (name: string) => map?.entries.find((one) => one.key === name)?.value;
    return {
      ...defined("confirmations", this.#confirmations(node("confirmations"))),
      ...defined("gates", this.#gates(node("gates"), `contexts.${key}.gates`)),
    };
  }

  /** Gates of a list, or one; an expression may contain any character. */
  #gates(node: SourceNode | undefined, field: string): readonly string[] | undefined {
    if (node?.kind === "list") return this.list(node, field);
    const text = this.text(node, field);
    return text === undefined ? undefined : [text];
  }

  #time(value: SourceNode | undefined): TimeStyle | undefined {
    const map = this.map(value, '"time"');
    if (map === undefined) return undefined;
    this.requireKeys(map, ["zone", "format"]);
    const node = (name: string) => map.entries.find((one) => one.key === name)?.value;
    const zone = this.text(node("zone"), "time.zone");
    if (zone !== undefined && !isZone(zone)) {
      const hint = didYouMean(zone, Intl.supportedValuesOf("timeZone"));
      throw this.errorAt(
        node("zone")!.offset,
        `unknown zone "${zone}" for "time.zone"`,
        hint ?? "use local, UTC or a name such as Europe/Berlin",
      );
    }
    return {
      ...defined("zone", zone),
      ...defined("format", this.oneOf(node("format"), "time.format", TIME_FORMATS)),
    };
  }

  #confirmations(node: SourceNode | undefined): Confirmations | undefined {
    return this.oneOf(node, "confirmations", CONFIRMATIONS);
  }

  #integer(node: SourceNode | undefined, field: string): number | undefined {
    const text = this.text(node, field);
    if (text === undefined) return undefined;
    const number = /^\d+$/.test(text) ? Number(text) : NaN;
    if (number >= 1 && number <= MAX_PARALLEL) return number;
    throw this.errorAt(
      node!.offset,
      `invalid value "${text}" for "${field}"`,
      `use a number from 1 to ${MAX_PARALLEL}`,
    );
  }

  /** A duration of at least one second, milliseconds. */
  #duration(node: SourceNode | undefined, field: string): number | undefined {
    const text = this.text(node, field);
    if (text === undefined) return undefined;
    try {
      const ms = parseDuration(text);
      if (ms >= 1000) return ms;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    throw this.errorAt(
      node!.offset,
      `invalid value "${text}" for "${field}"`,
      "use a duration of at least 1s, such as 10m",
    );
  }
}

/** Splits targets at commas outside of brackets. */
export function splitTargets(text: string): string[] {
  return text.split(/,(?![^([]*[)\]])/).map((target) => target.trim())
    .filter((target) => target !== "");
}
