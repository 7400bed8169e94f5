/**
 * Completes a command line for a shell.
 *
 * @module
 */
import type { GroupDefinition } from "./command.ts";
import type { Context } from "./context.ts";
import { childrenOf } from "./tree.ts";
import type { Completers } from "./wiring.ts";

/** Prints the candidates for the last of `words`, one a line. */
export async function complete<Client>(
  tree: GroupDefinition<Client>,
  words: readonly string[],
  context: Context<Client>,
  _completers: Completers<Client>,
): Promise<void> {
  const prefix = words.at(-1) ?? "";
  const names = childrenOf(tree, context.release).map(({ name }) => name);
  const fitting = names.filter((name) => name.startsWith(prefix));
  await context.stdout.write(fitting.map((name) => `${name}\n`).join(""));
}
