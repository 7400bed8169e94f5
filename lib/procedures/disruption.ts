/**
 * What an action that interrupts or destroys something affects: context, nodes, and etcd.
 *
 * @module
 */
import type { NodeClient } from "../client/types.ts";
import type { OsctlError } from "../errors.ts";
import { loadClientConfig, selectContext } from "../osconfig/load.ts";
import { countCodePoints, escapeControls, oneLine } from "../output/text.ts";
import { type AffectedNode, describeCount, readAffectedNodes } from "./affected_nodes.ts";
import type { ConnectionOptions, ProcedureSystem } from "./context.ts";
import { assessEffect } from "./quorum/assess_effect.ts";
import type { Effect } from "./quorum/decide_quorum.ts";

/** An action that interrupts or destroys something. */
export interface Disruption {
  /** The action, imperative: `Remove the node from etcd`. */
  readonly action: string;
  readonly connection: ConnectionOptions;
  /** Whether the loss of the quorum of etcd is accepted. */
  readonly acceptsQuorumLoss?: boolean;
  /** A client for the nodes of the action. */
  readonly client: NodeClient;
  /** The nodes that the action disrupts; all of the client without them. */
  readonly nodes?: readonly string[];
  /** The nodes as printed, when other nodes than the client's are affected. */
  readonly affected?: readonly AffectedNode[];
  /** Whether the nodes only carry out an action on another one. */
  readonly isIndirect?: boolean;
  /** Effect on the nodes; undefined when they keep running. */
  readonly effect?: Effect;
  /** The nodes that the effect is on; all of the action without them. */
  readonly effectNodes?: readonly string[];
  /** Texts after the names of nodes, such as `v1.8.0 → v1.8.4`. */
  readonly notes?: ReadonlyMap<string, string>;
  /** Returns a further line of the question. */
  readonly describe?: () => Promise<string>;
  /** Assesses an effect on etcd that is not the one of the nodes of the action. */
  readonly assess?: () => Promise<{
    readonly text: string;
    readonly refusal?: OsctlError | undefined;
  }>;
  /** Maintenance mode has neither context nor cluster. */
  readonly insecure?: boolean;
}

/** The parts of the system that a description uses. */
type DisruptionSystem = Pick<ProcedureSystem, "env" | "signal" | "home" | "cwd" | "clock">;

/** What an action affects. */
export interface InspectedDisruption {
  /** In lines: the action, context and cluster, the nodes, the effect on etcd. */
  readonly text: string;
  /** The effect on etcd alone; empty without one. */
  readonly effect: string;
  /** Why the action is refused without `--accept-quorum-loss`. */
  readonly refusal: OsctlError | undefined;
}

/** Determines what an action affects. */
export async function inspectDisruption(
  system: DisruptionSystem,
  disruption: Disruption,
): Promise<InspectedDisruption> {
  const { action, connection, client, effect, insecure = false } = disruption;
  const nodes = disruption.nodes ?? client.nodes;
  const known = insecure || disruption.affected !== undefined
    ? undefined
    : await readAffectedNodes(client, system);
  const affected = {
    ...known ?? { controlPlanes: undefined },
    nodes: disruption.affected ?? known?.nodes.filter(({ address }) => nodes.includes(address)) ??
      nodes.map((address) => ({ address, name: "", role: "" })),
  };
  const assessed = insecure
    ? undefined
    : effect !== undefined
    ? await assessEffect(client, system, { affected, effect, on: disruption.effectNodes })
    : { ...await disruption.assess?.(), nodes: affected.nodes };
  const target = insecure ? undefined : await describeContext(system, connection);
  const lines = [
    oneLine(target?.text ?? "maintenance mode"),
    ...formatNodes(assessed?.nodes ?? affected.nodes, disruption.notes),
    oneLine(assessed?.text ?? ""),
    oneLine(await disruption.describe?.() ?? ""),
  ].filter((line) => line !== "").map((line) => `  ${line}\n`);
  const count = disruption.isIndirect
    ? ""
    : `: ${describeCount(assessed?.nodes ?? affected.nodes)}`;
  return {
    text: `${action}${count}\n${lines.join("")}`,
    effect: oneLine(assessed?.text ?? ""),
    refusal: assessed?.refusal,
  };
}

/**
 * Checks that an action keeps the quorum of etcd.
 *
 * @throws {OsctlError} of kind `node` for an action that may end it, without the consent of
 *   `--accept-quorum-loss`.
 */
export async function requireQuorum(
  system: DisruptionSystem,
  disruption: Disruption,
): Promise<void> {
  const { effect, assess, insecure = false, acceptsQuorumLoss = false } = disruption;
  const isChecked = (effect !== undefined || assess !== undefined) && !insecure;
  if (!isChecked || acceptsQuorumLoss) return;
  const { refusal } = await inspectDisruption(system, disruption);
  if (refusal !== undefined) throw refusal;
}

/** Returns a line per node, in columns: host name, role, address, note. */
function formatNodes(
  nodes: readonly AffectedNode[],
  notes: ReadonlyMap<string, string> = new Map(),
): string[] {
  const rows = nodes.map((
    { name, role, address },
  ) => [name, role, address, notes.get(address) ?? ""]);
  const shown = [0, 1, 2, 3].filter((column) => rows.some((row) => row[column] !== ""));
  const width = (column: number) =>
    Math.max(...rows.map((row) => countCodePoints(escapeControls(row[column]!))));
  return rows.map((row) =>
    shown.map((column) => {
      const text = escapeControls(row[column]!);
      return text + " ".repeat(width(column) - countCodePoints(text));
    }).join("  ").trimEnd()
  );
}

/** Returns the name of the selected context, and a text with its cluster and endpoints. */
export async function describeContext(
  system: Pick<ProcedureSystem, "env" | "home" | "cwd">,
  connection: ConnectionOptions,
): Promise<{ readonly name: string; readonly text: string }> {
  const { name, record } = selectContext(
    await loadClientConfig(connection.osconfig, system),
    connection.context,
  );
  const endpoints = (connection.endpoints.length > 0 ? connection.endpoints : record.endpoints)
    // URLs may contain credentials.
    .map((endpoint) => endpoint.replace(/\/\/[^/]*@/, "//"));
  const cluster = connection.cluster || record.cluster;
  const text = `context "${name}", ` +
    (cluster ? `cluster "${cluster}", ` : "") + `endpoints ${endpoints.join(", ")}`;
  return { name, text };
}
