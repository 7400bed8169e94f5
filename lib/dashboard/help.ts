/**
 * The keys as lines of help.
 *
 * @module
 */
import { keyLabel, KEYS, type Scope, SCOPE_TITLES } from "./keys.ts";

/** A line of help. */
export interface HelpLine {
  readonly text: string;
  readonly isTitle: boolean;
}

/** Returns the keys of scopes with a title for each. */
export function helpLines(scopes: readonly Scope[]): readonly HelpLine[] {
  const entries = scopes.map((scope) =>
    KEYS.filter((one) => one.scope === scope).map(({ keys, text }) => ({
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
