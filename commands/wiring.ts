/**
 * Connects `lib/cli` to the client, to the warning about the client configuration and to completers.
 *
 * @module
 */
import { type CommandBuilder, commandFor } from "../lib/cli/command.ts";
import type { Context as CliContext } from "../lib/cli/context.ts";
import type { ClientContext, Wiring } from "../lib/cli/wiring.ts";
import type { NodeClient } from "../lib/client/types.ts";
import type { ConnectionOptions } from "../lib/operations/context.ts";
import type { MemberLookup } from "../lib/client/unknown_node.ts";
import { OsctlError } from "../lib/errors.ts";
import { isExpression } from "../lib/targets/is_expression.ts";

/** Context of the commands in this folder. */
export type Context = CliContext<NodeClient>;

/** Returns a builder of a command. */
export function command(name: string): CommandBuilder<NodeClient> {
  return commandFor<NodeClient>(name);
}

/** Global flags that take effect for commands that call no node; all do for the others. */
const LOCAL: Readonly<Record<string, readonly string[]>> = {
  "cluster": [],
  "completion": [],
  "config": ["context", "osconfig"],
  "explain": [],
  "gen": [],
  "image default": [],
  "images": [],
  "inject": [],
  "machineconfig": [],
  "validate": [],
};

/** Commands of local groups that call nodes. */
const REMOTE = ["config new"];

function globalFlagsOf(path: readonly string[]): readonly string[] | undefined {
  const typed = path.join(" ");
  if (REMOTE.includes(typed)) return undefined;
  const local = Object.keys(LOCAL).find((name) => typed === name || typed.startsWith(`${name} `));
  return local === undefined ? undefined : LOCAL[local];
}

function callsNodes(path: readonly string[], given: ReadonlySet<string>): boolean {
  if (path.join(" ") === "version" && given.has("client")) return false;
  return globalFlagsOf(path) === undefined;
}

/** Returns the addresses that the values of `--nodes` stand for. */
async function addressesOf(
  system: ClientContext,
  target: ConnectionOptions,
  isInsecure: boolean,
): Promise<readonly string[]> {
  if (!isExpression(target.nodes)) return target.nodes;
  if (isInsecure) {
    const text = target.nodes.join(",");
    throw new OsctlError("usage", `invalid target "${text}": --insecure accepts addresses only`, {
      hint: "nodes in maintenance mode are not members of the cluster",
    });
  }
  const { resolveNodes } = await import("../lib/targets/mod.ts");
  return (await resolveNodes(system, target)).map(({ address }) => address);
}

/** The wiring of the program. */
export const wiring: Wiring<NodeClient> = {
  async openClient(system, { flags, selectControlPlane = false, ...options }) {
    const nodes = await addressesOf(system, flags, options.insecure === true);
    const target = { ...flags, nodes };
    const { MEMBER_LOOKUP_MS, openClient, rejectPort } = await import("../lib/client/mod.ts");
    // Connects on first use.
    const members: MemberLookup = async (node, signal) => {
      const { listMembers, ResourceReader } = await import("../lib/resource/mod.ts");
      await using lookup = await openClient(
        { ...system, signal, status: undefined },
        { target: { ...target, nodes: [node] } },
      );
      const options = { clock: system.clock, callMs: MEMBER_LOOKUP_MS };
      return await listMembers(new ResourceReader(lookup, options), node, signal);
    };
    const client = await openClient(system, { ...options, target, members });
    if (options.insecure !== true) client.nodes.forEach(rejectPort);
    // Several nodes of the command line are an error of the command.
    if (!selectControlPlane || target.nodes.length > 0 || client.nodes.length === 1) return client;
    const selection = await import("../lib/resource/control_plane.ts");
    const count = client.nodes.length;
    const node = await selection.selectControlPlane(client, system).finally(() => client.close());
    await system.stderr.write(
      `osctl: using node ${node}, one of ${count} configured nodes; ` +
        "select another with --nodes\n",
    );
    return await openClient(system, {
      ...options,
      target: { ...target, nodes: [node] },
      members,
    });
  },
  starting({ random }, path, given) {
    if (callsNodes(path, given)) random.seedTlsRandom?.();
  },
  globalFlagsOf,
  async warnings(system, flags) {
    const { dueWarnings } = await import("../lib/osconfig/warning.ts");
    return await dueWarnings(flags, system);
  },
  async completers() {
    return (await import("./completers.ts")).completers;
  },
};
