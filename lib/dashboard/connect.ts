/**
 * Connects the dashboard to the nodes of a context. Reads the client configuration, never writes it.
 *
 * @module
 */
import type { NodeClient } from "../client/types.ts";
import type { ConnectionOptions } from "../procedures/context.ts";
import { loadClientConfig, type Osconfig, selectContext } from "../osconfig/load.ts";
import { loadPreferences } from "../preferences/load.ts";
import { isExpression } from "../targets/is_expression.ts";
import { BUILT_IN_GROUPS } from "../targets/parse.ts";
import type { ActionContext } from "./actions/types.ts";
import type { ResolveTargets } from "./browse/command_line.ts";
import { type NameStore, openNameStore } from "./stored_names.ts";

/** What the dashboard shows. */
export interface Selection {
  /** Name of a context. */
  readonly context: string;
  /** Addresses or target expressions; empty for the nodes of the context. */
  readonly nodes: readonly string[];
}

/** A context that can be selected. */
export interface ContextChoice {
  readonly name: string;
  readonly endpoints: readonly string[];
}

/** What can be selected. */
export interface Choices {
  readonly contexts: readonly ContextChoice[];
  /** Groups of nodes, such as `@workers`. */
  readonly targets: readonly string[];
}

/** A connection to the nodes of a selection. */
export interface Connection extends AsyncDisposable {
  readonly client: NodeClient;
  readonly contextName: string;
  /** The target expressions that selected the nodes; empty for addresses. */
  readonly targets: readonly string[];
  /** Names of nodes in earlier dashboards. */
  readonly names: NameStore;
  /** Resolves target expressions to addresses. */
  readonly resolve: ResolveTargets;
  /** What actions are performed with; undefined while changes are not permitted. */
  readonly actions: ActionContext | undefined;
}

/** Lists contexts and connects to them. */
export interface Connector {
  choices(): Promise<Choices>;
  /**
   * Connects to the nodes of a selection, or of the command line without one.
   *
   * @throws {OsctlError} for an unknown context, and when targets cannot be resolved.
   */
  connect(selection?: Selection): Promise<Connection>;
}

/** Every node of the cluster, for a context that names none. */
const ALL = "@all";

/** Creates the connector of a command. */
export function createConnector(
  context: ActionContext["context"],
  flags: ConnectionOptions & { readonly allowChanges: boolean },
): Connector {
  return {
    async choices() {
      const [{ contexts }, { groups }] = await Promise.all([
        loadClientConfig(flags.osconfig, context),
        loadPreferences(context, flags),
      ]);
      return {
        contexts: [...contexts].map(([name, { endpoints }]) => ({ name, endpoints })),
        targets: [...BUILT_IN_GROUPS, ...groups.keys()].map((name) => `@${name}`),
      };
    },
    async connect(selection) {
      const config = await loadClientConfig(flags.osconfig, context);
      const target = selection === undefined ? flags : selectTarget(config, flags, selection);
      const { nodes } = target;
      const client = await context.openClient({ connection: target });
      try {
        const contextName = selectContext(config, target.context).name;
        return {
          client,
          contextName,
          targets: isExpression(nodes) ? nodes : [],
          names: await openNameStore(context, `${config.path ?? ""} ${contextName}`),
          actions: flags.allowChanges ? { context, client, flags: target } : undefined,
          async resolve(words) {
            const { resolveNodes } = await import("../targets/mod.ts");
            const resolved = await resolveNodes(context, { ...target, nodes: [...words] });
            return resolved.map(({ address }) => address);
          },
          [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
        };
      } catch (error) {
        await client[Symbol.asyncDispose]();
        throw error;
      }
    },
  };
}

/** Returns the flags that select other nodes. */
function selectTarget<Flags extends ConnectionOptions>(
  config: Osconfig,
  flags: Flags,
  { context, nodes }: Selection,
): Flags {
  const { name, record } = selectContext(config, context);
  const isUnset = nodes.length === 0 && record.nodes.length === 0;
  const target = { ...flags, context: name, nodes: isUnset ? [ALL] : nodes };
  if (name === (flags.context || config.current)) return target;
  // The endpoints of the command line are of another cluster.
  return { ...target, endpoints: [], cluster: "" };
}
