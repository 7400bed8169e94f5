/**
 * Commands of the user: aliases of the preferences and plugins. Commands of the program take
 * precedence, then aliases.
 *
 * @module
 */
import { loadPreferences } from "../preferences/load.ts";
import type { System } from "../platform/system.ts";
import type { GroupDefinition } from "./command.ts";
import type { Context } from "./context.ts";
import { followPath } from "./follow_path.ts";
import { findPlugin, listPlugins, type Plugin } from "./plugins.ts";
import { childrenOf } from "./tree.ts";

/** A line whose command is the user's. */
export type CustomCommand =
  /** The line with the alias replaced. */
  | { readonly kind: "alias"; readonly words: readonly string[] }
  | { readonly kind: "plugin"; readonly plugin: Plugin; readonly words: readonly string[] };

/** Returns the alias or plugin that a line names; undefined for all others. */
export async function findCustomCommand<Client>(
  tree: GroupDefinition<Client>,
  words: readonly string[],
  context: Pick<Context, "release"> & Pick<System, "env" | "home">,
): Promise<CustomCommand | undefined> {
  const { chain, unknown, after } = followPath(tree, words, context.release);
  if (unknown === undefined || chain.length > 1) return undefined;
  const at = words.length - after.length - 1;
  const noPreferences = words.slice(0, at).includes("--no-preferences");
  const { aliases } = await loadPreferences(context, { noPreferences });
  const alias = aliases.get(unknown);
  if (alias !== undefined) {
    return { kind: "alias", words: [...words.slice(0, at), ...alias, ...after] };
  }
  // A plugin parses its own flags.
  if (at > 0) return undefined;
  const plugin = await findPlugin(unknown, context);
  return plugin && { kind: "plugin", plugin, words: after };
}

/** Returns the names of aliases and plugins with descriptions, for completion. */
export async function customNames<Client>(
  tree: GroupDefinition<Client>,
  context: Pick<Context, "release"> & Pick<System, "env" | "home">,
): Promise<{ readonly value: string; readonly meaning: string }[]> {
  const { aliases } = await loadPreferences(context);
  const names = new Map<string, string>();
  for (const [name, words] of aliases) names.set(name, `alias of ${words.join(" ")}`);
  for (const { name, path, isExecutable } of await listPlugins(context)) {
    if (isExecutable && !names.has(name)) names.set(name, `plugin ${path}`);
  }
  for (const { name, aliases } of childrenOf(tree, context.release)) {
    for (const own of [name, ...aliases]) names.delete(own);
  }
  return [...names].map(([value, meaning]) => ({ value, meaning }));
}
