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
import { extendSystem } from "../lib/platform/system.ts";
import { isExpression } from "../lib/targets/is_expression.ts";

/** Context of the commands in this folder. */
export type Context = CliContext<NodeClient>;

/** Returns a builder of a command. */
export function command(name: string): CommandBuilder<NodeClient> {
  return commandFor<NodeClient>(name);
}

/** Global flags that take effect for commands that call no node; all do for the others. */
const LOCAL: Readonly<Record<string, readonly string[]>> = {
  "alias": [],
  "cluster fault": ["context", "osconfig"],
  "cluster": [],
  "completion": [],
  "config": ["context", "osconfig"],
  "context": ["osconfig"],
  "explain": [],
  "gen": [],
  "image default": [],
  "images": [],
  "inject": [],
  "machineconfig": [],
  "plugin": [],
  "preferences": [],
  "schema": [],
  "shell": ["context", "osconfig"],
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

/** Commands that change nodes: whether they list the nodes themselves when they ask. */
const CHANGES: Readonly<Record<string, "asks" | "prints">> = {
  "apply-config": "prints",
  "bootstrap": "prints",
  "edit": "prints",
  "etcd alarm disarm": "prints",
  "etcd defrag": "prints",
  "etcd downgrade cancel": "prints",
  "etcd downgrade enable": "prints",
  "etcd forfeit-leadership": "prints",
  "etcd leave": "asks",
  "etcd remove-member": "asks",
  "image pull": "prints",
  "meta delete": "prints",
  "meta write": "prints",
  "patch": "prints",
  "reboot": "asks",
  "reset": "asks",
  "restart": "prints",
  "rollback": "asks",
  "shutdown": "asks",
  "upgrade": "asks",
  "wipe disk": "asks",
};

/** Contexts of commands that have called configured nodes. */
const CALLERS = new WeakSet<object>();

/** Names of the running commands, below the program's. */
const PATHS = new WeakMap<object, string>();

/** Commands whose events with `-o json` start with a record of the nodes. */
const RECORDED = ["reboot", "reset", "shutdown", "upgrade"];

/** Flags of some commands. */
type OptionalFlags = { readonly output?: string; readonly dryRun?: boolean };

/** Returns how the running command shows the nodes that it changes; undefined when it changes none. */
function describeChange(system: ClientContext, flags: ConnectionOptions & OptionalFlags) {
  const path = PATHS.get(system) ?? "";
  const change = flags.isChange === true ? "prints" : CHANGES[path];
  if (change === undefined) return undefined;
  const hasEvents = RECORDED.includes(path) && flags.output === "json" && flags.dryRun !== true;
  return { isAsking: change === "asks", hasEvents, flags };
}

/** Returns the addresses that the values of `--nodes` stand for; prints them before a change. */
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
  const nodes = await resolveNodes(system, target);
  const change = describeChange(system, target);
  if (change !== undefined) {
    const { printTargets } = await import("../lib/operations/print_targets.ts");
    await printTargets(system, nodes, { ...change, isRecorded: change.hasEvents });
  }
  return nodes.map(({ address }) => address);
}

/** Returns how many nodes are called at the same time; undefined for the default. */
async function parallelOf(
  system: ClientContext,
  flags: ConnectionOptions,
): Promise<{ readonly maxParallel?: number }> {
  const { maxParallel = 0 } = flags;
  if (maxParallel < 0) {
    throw new OsctlError("usage", `invalid value "${maxParallel}" for --max-parallel`, {
      hint: "use a number of nodes, such as 8",
    });
  }
  if (maxParallel > 0) return { maxParallel };
  const { loadPreferences } = await import("../lib/preferences/load.ts");
  const { maxParallel: preferred } = await loadPreferences(system, flags);
  return preferred === undefined ? {} : { maxParallel: preferred };
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
        extendSystem(system, { signal, status: undefined }),
        { target: { ...target, nodes: [node] } },
      );
      const options = { clock: system.clock, callMs: MEMBER_LOOKUP_MS };
      return await listMembers(new ResourceReader(lookup, options), node, signal);
    };
    if (options.insecure !== true) CALLERS.add(system);
    const parallel = await parallelOf(system, flags);
    const client = await openClient(system, { ...options, ...parallel, target, members });
    if (options.insecure !== true) client.nodes.forEach(rejectPort);
    const isChoice = nodes.length === 0 && client.nodes.length > 1;
    const change = describeChange(system, flags);
    if (change !== undefined && isChoice && !selectControlPlane) {
      const { printConfiguredNodes } = await import("../lib/operations/print_targets.ts");
      await printConfiguredNodes(system, client, change);
    }
    // Several nodes of the command line are an error of the command.
    if (!selectControlPlane || !isChoice) return client;
    const selection = await import("../lib/resource/control_plane.ts");
    const count = client.nodes.length;
    const node = await selection.selectControlPlane(client, system).finally(() => client.close());
    await system.stderr.write(
      `osctl: using node ${node}, one of ${count} configured nodes; ` +
        "select another with --nodes\n",
    );
    return await openClient(system, {
      ...options,
      ...parallel,
      target: { ...target, nodes: [node] },
      members,
    });
  },
  async finished(system, flags, error) {
    if (!CALLERS.has(system)) return;
    const { storeFailedNodes } = await import("../lib/targets/failed_nodes.ts");
    await storeFailedNodes(system, flags, error);
  },
  starting(system, path, given) {
    PATHS.set(system, path.join(" "));
    if (callsNodes(path, given)) system.random.seedTlsRandom?.();
  },
  globalFlagsOf,
  async warnings(system, flags) {
    const { dueWarnings } = await import("../lib/osconfig/warning.ts");
    return await dueWarnings(flags, system);
  },
  async completers() {
    const [{ completers }, { valueCompleters }] = await Promise.all([
      import("./completers.ts"),
      import("./value_completers.ts"),
    ]);
    return { ...completers, ...valueCompleters };
  },
};
