/**
 * Connects `lib/cli` to the client, to the warning about the client configuration and to completers.
 *
 * @module
 */
import { NEVER } from "../lib/async/never.ts";
import { type CommandBuilder, commandFor } from "../lib/cli/command.ts";
import type { Context as CliContext } from "../lib/cli/context.ts";
import type { ClientContext, Wiring } from "../lib/cli/wiring.ts";
import type { NodeClient } from "../lib/client/types.ts";
import type { ConnectionOptions } from "../lib/procedures/context.ts";
import type { MemberLookup } from "../lib/client/unknown_node.ts";
import { allowsSessions, findSessions } from "../lib/client/session_use.ts";
import { OsctlError } from "../lib/errors.ts";
import { oneLine } from "../lib/output/text.ts";
import { extendSystem } from "../lib/platform/system.ts";
import { NodeSelection } from "./node_selection.ts";

/** Context of the commands in this folder. */
export type Context = CliContext<NodeClient>;

/** Returns a builder of a command. */
export function command(name: string): CommandBuilder<NodeClient> {
  return commandFor<NodeClient>(name);
}

/** Starts a session for the next commands, where the preferences ask for it. */
async function startSession(
  system: ClientContext,
  flags: ConnectionOptions,
  error: unknown,
): Promise<void> {
  // Endpoints that failed would fail again.
  if (
    system.running?.clients.isUnshared !== true || error !== undefined || !allowsSessions(system)
  ) return;
  const { loadPreferences } = await import("../lib/preferences/load.ts");
  const { sessionMs } = await loadPreferences(system, flags);
  if (sessionMs === undefined) return;
  const { autostartSession } = await import("../lib/procedures/shared_connection/autostart.ts");
  await autostartSession(system, flags, sessionMs);
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
  async openClient(
    system,
    { connection, selectControlPlane = false, isUninterrupted, ...options },
  ) {
    const selection = new NodeSelection(system, connection);
    const nodes = await selection.select(options.insecure === true);
    const target = { ...connection, nodes };
    const { checkNode, MEMBER_LOOKUP_MS, openClient } = await import("../lib/client/mod.ts");
    const sessions = findSessions(system);
    const { running } = system;
    const onSessionMissing = () => {
      if (running !== undefined) running.clients.isUnshared = true;
    };
    if (sessions === undefined && options.insecure !== true) onSessionMissing();
    // Connects on first use.
    const members: MemberLookup = async (signal) => {
      const { listMembers, ResourceReader } = await import("../lib/resource/mod.ts");
      await using lookup = await openClient(
        extendSystem(system, { signal, status: undefined, sessions }),
        // The endpoint itself: its DNS may be dead, so that it does not even resolve its own name.
        { target: { ...target, nodes: [] }, defaultToEndpoints: true, isLocal: true },
      );
      const options = { clock: system.clock, callMs: MEMBER_LOOKUP_MS };
      return await listMembers(new ResourceReader(lookup, options), lookup.nodes[0]!, signal);
    };
    if (options.insecure !== true && running !== undefined) running.clients.hasCalled = true;
    const parallel = await parallelOf(system, connection);
    const signal = isUninterrupted ? NEVER : system.signal;
    let ignored: string | undefined;
    const onUnknownKeys = (name: string, keys: readonly string[]) => {
      const list = keys.map((key) => JSON.stringify(key)).join(", ");
      ignored = `context "${name}" has keys without effect: ${list}`;
    };
    const caller = extendSystem(system, { signal, sessions, onSessionMissing, onUnknownKeys });
    const client = await openClient(caller, {
      ...options,
      ...parallel,
      target,
      members,
      resolveConfigured: (configured) => selection.resolveConfigured(configured),
    });
    if (ignored !== undefined && running?.clients.hasWarned !== true) {
      if (running !== undefined) running.clients.hasWarned = true;
      await system.stderr.write(`osctl: warning: ${oneLine(ignored)}\n`);
    }
    if (options.insecure !== true) client.nodes.forEach(checkNode);
    const isChoice = nodes.length === 0 && client.nodes.length > 1;
    if (nodes.length === 0 && !selectControlPlane) await selection.printConfigured(client);
    // Several nodes of the command line are an error of the command.
    if (!selectControlPlane || !isChoice) return client;
    const controlPlanes = await import("../lib/resource/control_plane.ts");
    const count = client.nodes.length;
    const node = await controlPlanes.selectControlPlane(client, system).finally(() =>
      client.close()
    );
    await system.stderr.write(
      `osctl: using node ${node}, one of ${count} configured nodes; ` +
        "select another with --nodes\n",
    );
    return await openClient(extendSystem(system, { sessions, onSessionMissing }), {
      ...options,
      ...parallel,
      target: { ...target, nodes: [node] },
      members,
    });
  },
  async finished(system, flags, error) {
    if (system.running?.clients.hasCalled !== true) return;
    const { storeFailedNodes } = await import("../lib/targets/failed_nodes.ts");
    await storeFailedNodes(system, flags, error);
    await startSession(system, flags, error);
  },
  starting(system) {
    // A session needs no TLS here, and the seed takes a third of a small call's CPU.
    if (system.running?.isLocal === false && findSessions(system) === undefined) {
      system.random.seedTlsRandom?.();
    }
  },
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
