/**
 * The keys as lines of help.
 *
 * @module
 */
import { keyLabel, keyLines, type Scope, SCOPE_TITLES } from "../dashboard_keys/keys.ts";
import { DEFAULT_KEYMAP, type Keymap } from "../dashboard_keys/keymap.ts";

/** A line of help. */
export interface HelpLine {
  readonly text: string;
  readonly isTitle: boolean;
}

/** Returns the keys of scopes with a title for each. */
export function helpLines(
  scopes: readonly Scope[],
  { entries: all }: Keymap = DEFAULT_KEYMAP,
): readonly HelpLine[] {
  const entries = scopes.map((scope) =>
    keyLines(all, scope).map(({ keys, text }) => ({
      label: keys.map(keyLabel).join(" "),
      text: text.replaceAll("`", ""),
    }))
  );
  const width = Math.max(...entries.flat().map(({ label }) => label.length));
  return scopes.flatMap((scope, index) => [
    ...index === 0 ? [] : [{ text: "", isTitle: false }],
    { text: SCOPE_TITLES[scope], isTitle: true },
    ...entries[index]!.map(({ label, text }) => ({
      text: `  ${label.padEnd(width)}  ${text}`,
      isTitle: false,
    })),
  ]);
}
