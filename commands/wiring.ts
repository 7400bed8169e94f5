/**
 * Hands `lib/cli` what it cannot import: the client opener, the warning about the client
 * configuration, live values for completion.
 *
 * @module
 */
import { type CommandBuilder, commandFor } from "../lib/cli/command.ts";
import type { Context as CliContext } from "../lib/cli/context.ts";
import type { Wiring } from "../lib/cli/wiring.ts";
import type { NodeClient } from "../lib/client/types.ts";

/** The context of every command in this folder. */
export type Context = CliContext<NodeClient>;

/** Starts the description of a command. */
export function command(name: string): CommandBuilder<NodeClient> {
  return commandFor<NodeClient>(name);
}

/** Commands that ask no node, or for which it does not matter when the answer comes. */
const LOCAL = [
  "cluster",
  "completion",
  "config",
  "explain",
  "gen",
  "image default",
  "images",
  "machineconfig",
  "validate",
];

function asksNodes(path: readonly string[], given: ReadonlySet<string>): boolean {
  const typed = path.join(" ");
  if (typed === "version" && given.has("client")) return false;
  return !LOCAL.some((local) => typed === local || typed.startsWith(`${local} `));
}

/** What `lib/cli` needs of the layers it cannot import. */
export const wiring: Wiring<NodeClient> = {
  async openClient(system, options) {
    const { openClient } = await import("../lib/client/mod.ts");
    return await openClient(system, { ...options, release: system.release });
  },
  starting({ random }, path, given) {
    if (asksNodes(path, given)) random.seedAhead?.();
  },
  async warning(system, flags) {
    const { dueWarning } = await import("../lib/osconfig/warning.ts");
    return await dueWarning(flags, system);
  },
  async completers() {
    return (await import("./completers.ts")).completers;
  },
};
