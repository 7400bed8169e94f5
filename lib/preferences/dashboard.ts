/**
 * Preferences of the dashboard: views, columns, keys, colours, plugins.
 *
 * @module
 */
import {
  checkKey,
  findConflict,
  type KeyProblem,
  parseKey,
  scopesOf,
} from "../dashboard_keys/check_keys.ts";
import { COLOUR_ROLES, parseStyle, STYLE_HINT } from "../dashboard_keys/colours.ts";
import { keyLabel, VIEW_NAMES } from "../dashboard_keys/keys.ts";
import { didYouMean } from "../output/nearest.ts";
import type { Style } from "../output/screen/frame.ts";
import type { SourceNode } from "../yaml/mod.ts";
import { defined, type FieldReader, valueOf } from "./fields.ts";
import type { DashboardPreferences } from "./types.ts";

const VIEW_NAME = /^[a-z0-9][a-z0-9-]*$/i;

/** Reads the section `dashboard`. */
export function readDashboard(
  reader: FieldReader,
  section: SourceNode | undefined,
): DashboardPreferences {
  const map = reader.map(section, '"dashboard"');
  reader.requireKeys(map, ["start", "views", "columns", "keys", "colors", "plugins"]);
  const node = (name: string) => valueOf(map, name);
  return {
    ...defined("start", reader.text(node("start"), "dashboard.start")),
    views: reader.entries(node("views"), "dashboard.views", ({ key, keyOffset, value }) => {
      if (!VIEW_NAME.test(key) || VIEW_NAMES.includes(key)) {
        throw reader.errorAt(
          keyOffset,
          `invalid name of a view "${key}"`,
          VIEW_NAMES.includes(key) ? "the dashboard has this view" : "use letters, digits and -",
        );
      }
      const line = reader.text(value, `dashboard.views.${key}`);
      if (line !== undefined) return line;
      throw reader.errorAt(value.offset, `"dashboard.views.${key}" has no command line`);
    }),
    columns: reader.entries(
      node("columns"),
      "dashboard.columns",
      ({ key, value }) => reader.list(value, `dashboard.columns.${key}`),
    ),
    keys: readKeys(reader, node("keys")),
    colors: readColours(reader, node("colors")),
    plugins: reader.entries(node("plugins"), "dashboard.plugins", ({ key, value }) => {
      const words = reader.words(value, `dashboard.plugins.${key}`);
      if (words !== undefined) return words;
      throw reader.errorAt(value.offset, `"dashboard.plugins.${key}" has no command`);
    }),
  };
}

/** Reads keys by `scope.action`; an action without scope is of every scope that has it. */
function readKeys(
  reader: FieldReader,
  node: SourceNode | undefined,
): ReadonlyMap<string, readonly string[]> {
  const changes = new Map<string, readonly string[]>();
  const offsets = new Map<string, number>();
  const fail = (offset: number, { reason, hint }: KeyProblem) =>
    reader.errorAt(offset, `${reason} in "dashboard.keys"`, hint);
  const entries = reader.map(node, '"dashboard.keys"')?.entries ?? [];
  // An entry with a scope overrides one without.
  const isScoped = ({ key }: { readonly key: string }) => key.includes(".");
  for (const entry of [...entries].sort((a, b) => Number(isScoped(a)) - Number(isScoped(b)))) {
    const { key: name, keyOffset, value } = entry;
    const scopes = scopesOf(name);
    if ("reason" in scopes) throw fail(keyOffset, scopes);
    const items = value.kind === "list" ? value.items : [value];
    const keys = items.map((item) => {
      const text = reader.text(item, `dashboard.keys.${name}`) ?? "";
      const problem = checkKey(text);
      if (problem !== undefined) throw fail(item.offset, problem);
      return parseKey(text)!;
    });
    const action = name.slice(name.indexOf(".") + 1);
    for (const scope of scopes) {
      changes.set(`${scope}.${action}`, [...new Set(keys)]);
      offsets.set(`${scope}.${action}`, value.offset);
    }
  }
  const conflict = findConflict(changes);
  if (conflict !== undefined) {
    const { key, name, other } = conflict;
    throw fail(offsets.get(name)!, {
      reason: `the key "${keyLabel(key)}" of "${name}" is also the key of "${other}"`,
      hint: `choose another key, or set one for "${other}" as well`,
    });
  }
  return changes;
}

function readColours(
  reader: FieldReader,
  node: SourceNode | undefined,
): ReadonlyMap<string, Style> {
  return reader.entries(node, "dashboard.colors", ({ key, keyOffset, value }) => {
    const roles = Object.keys(COLOUR_ROLES);
    if (!roles.includes(key)) {
      const hint = didYouMean(key, roles) ?? `names: ${roles.join(", ")}`;
      throw reader.errorAt(keyOffset, `unknown name "${key}" in "dashboard.colors"`, hint);
    }
    const text = reader.text(value, `dashboard.colors.${key}`) ?? "";
    const style = parseStyle(text);
    if (style !== undefined) return style;
    throw reader.errorAt(
      value.offset,
      `invalid value "${text}" for "dashboard.colors.${key}"`,
      STYLE_HINT,
    );
  });
}
