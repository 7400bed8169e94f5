/** Output of `alias list`. */
import type { View } from "../output/rows.ts";
import { shellQuoted } from "../output/shell_quoted.ts";

/** An alias of the list. */
export interface ListedAlias {
  readonly name: string;
  readonly words: readonly string[];
}

/** View of aliases. */
export const aliasesView: View<ListedAlias> = {
  local: true,
  columns: [
    { header: "NAME", cell: ({ name }) => name },
    { header: "COMMAND", cell: ({ words }) => words.map(shellQuoted).join(" ") },
  ],
  fields: {
    name: ({ name }) => name,
    command: ({ words }) => words,
  },
};
