/**
 * Connects `lib/cli` to the client, to the warning about the client configuration and to completers.
 *
 * @module
 */
import { type CommandBuilder, commandFor } from "../lib/cli/command.ts";
import type { Context as CliContext } from "../lib/cli/context.ts";
import type { Wiring } from "../lib/cli/wiring.ts";
import type { NodeClient } from "../lib/client/types.ts";

/** Context of the commands in this folder. */
export type Context = CliContext<NodeClient>;

/** Returns a builder of a command. */
export function command(name: string): CommandBuilder<NodeClient> {
  return commandFor<NodeClient>(name);
}

/** Commands that call no node, or whose latency does not matter. */
const LOCAL = [
  "cluster",
  "completion",
  "config",
  "explain",
  "gen",
  "image default",
  "images",
  "inject",
  "machineconfig",
  "validate",
];

function asksNodes(path: readonly string[], given: ReadonlySet<string>): boolean {
  const typed = path.join(" ");
  if (typed === "version" && given.has("client")) return false;
  return !LOCAL.some((local) => typed === local || typed.startsWith(`${local} `));
}

/** The wiring of the program. */
export const wiring: Wiring<NodeClient> = {
  async openClient(system, { flags: target, ...options }) {
    const { openClient, rejectPort } = await import("../lib/client/mod.ts");
    if (options.insecure !== true) target.nodes.forEach(rejectPort);
    return await openClient(system, { ...options, target });
  },
  starting({ random }, path, given) {
    if (asksNodes(path, given)) random.seedTlsRandom?.();
  },
  async warnings(system, flags) {
    const { dueWarnings } = await import("../lib/osconfig/warning.ts");
    return await dueWarnings(flags, system);
  },
  async completers() {
    return (await import("./completers.ts")).completers;
  },
};
