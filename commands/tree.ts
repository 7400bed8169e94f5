/**
 * The command tree: every command there is.
 *
 * @module
 */
import { type Definition, group } from "../lib/cli/command.ts";
import { globalFlags } from "../lib/cli/global_flags.ts";
import type { NodeClient } from "../lib/client/types.ts";

const commands: readonly Definition<NodeClient>[] = [];

/** The root of all commands. */
export const tree = group<NodeClient>("osctl", {
  summary: "Manage nodes of an API-driven operating system and the clusters they form",
  flags: globalFlags,
  children: commands,
});
