/**
 * Names of the gates of a rolling change: of the preferences, and of the command line.
 *
 * @module
 */
import type { Preferences } from "../../../preferences/mod.ts";

/**
 * Returns the gates of a context. Gates of the preferences are always checked: a storage gate must not
 * be forgotten, and `--no-preferences` ignores it on purpose.
 */
export function mergeGates(
  { gates = [], contexts }: Pick<Preferences, "gates" | "contexts">,
  context: string,
  given: readonly string[],
): string[] {
  return [...new Set([...gates, ...contexts.get(context)?.gates ?? [], ...given])];
}
