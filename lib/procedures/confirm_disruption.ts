/**
 * Confirmation of actions that interrupt or destroy something, on a terminal.
 *
 * @module
 */
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";
import { countCodePoints, escapeControls, oneLine } from "../output/text.ts";
import type { AffectedNode, Effect } from "./affected_nodes.ts";
import type { ConnectionOptions, OperationContext } from "./context.ts";

/** An action on nodes to confirm. */
export interface Disruption {
  /** The action, imperative: `Remove the node from etcd`. */
  readonly action: string;
  readonly flags: ConnectionOptions & { readonly yes: boolean };
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
  /** Texts after the names of nodes, such as `v1.8.0 → v1.8.4`. */
  readonly notes?: ReadonlyMap<string, string>;
  /** Returns a further line of the question. */
  readonly describe?: () => Promise<string>;
  /** Maintenance mode has neither context nor cluster. */
  readonly insecure?: boolean;
  /**
   * Destroys data: on a terminal the name of the context is typed, elsewhere `--yes` or
   * `OSCTL_YES=1` is required.
   */
  readonly isIrreversible?: boolean;
}

/**
 * Reports whether `confirmDisruption` would ask: on a terminal, without `--yes` and `OSCTL_YES=1`.
 */
export function asksForConfirmation(
  { env, terminal }: Pick<OperationContext, "env" | "terminal">,
  { yes }: { readonly yes: boolean },
): boolean {
  if (isConfirmed(env, yes)) return false;
  return terminal.isTerminal("stdin") && terminal.isTerminal("stderr");
}

function isConfirmed(env: OperationContext["env"], yes: boolean): boolean {
  return yes || env.get("OSCTL_YES") === "1";
}

/** Reports whether the preferences require `--yes` where no terminal is. */
async function isAlwaysConfirmed(
  context: ConfirmationContext,
  flags: ConnectionOptions,
  insecure: boolean,
): Promise<boolean> {
  const { loadPreferences } = await import("../preferences/load.ts");
  const { contexts, confirmations } = await loadPreferences(context, flags);
  const own = insecure || contexts.size === 0
    ? undefined
    : contexts.get((await describeContext(context, flags)).name)?.confirmations;
  return (own ?? confirmations) === "always";
}

/** The parts of a context that a confirmation uses. */
type ConfirmationContext = Pick<
  OperationContext,
  "env" | "terminal" | "stdin" | "stderr" | "signal" | "home" | "cwd" | "clock"
>;

/**
 * Asks once on stderr when stdin and stderr are terminals, naming context, cluster, nodes and what
 * follows for etcd. Several nodes that come from the client configuration require their number to
 * be typed, an irreversible action the name of the context. Without a terminal, with `--yes` or
 * with `OSCTL_YES=1` nothing is asked.
 *
 * @throws {OsctlError} of kind `cancelled` unless confirmed; of kind `usage` for an irreversible
 *   action that nothing confirms.
 */
export async function confirmDisruption(
  context: ConfirmationContext,
  disruption: Disruption,
): Promise<void> {
  const { action, flags, client, insecure = false, isIrreversible = false } = disruption;
  if (!asksForConfirmation(context, flags)) {
    if (isConfirmed(context.env, flags.yes)) return;
    if (!isIrreversible && !await isAlwaysConfirmed(context, flags, insecure)) return;
    throw new OsctlError("usage", `"${action}" is not confirmed: no terminal for a prompt`, {
      hint: "confirm it with --yes or OSCTL_YES=1",
    });
  }
  const nodes = disruption.nodes ?? client.nodes;
  const [expected, question] = isIrreversible
    ? mustType(
      insecure ? nodes.join(",") : (await describeContext(context, flags)).name,
      "This cannot be undone",
    )
    : nodes.length > 1 && flags.nodes.length === 0
    ? mustType(String(nodes.length), "Nodes are from the client configuration")
    : ["y", "Continue? [y/N] "];
  await context.stderr.write(`${await describeDisruption(context, disruption)}${question}`);
  const answer = (await readLine(context)).trim();
  if (answer === expected || expected === "y" && isYes(answer)) return;
  throw new OsctlError("cancelled", "not confirmed, nothing was changed", {
    hint: "pass --yes to skip the confirmation",
  });
}

/**
 * Returns what an action affects, in lines: the action, context and cluster, the nodes, the effect
 * on etcd.
 */
export async function describeDisruption(
  context: ConfirmationContext,
  disruption: Disruption,
): Promise<string> {
  return (await inspectDisruption(context, disruption)).text;
}

/** What an action affects. */
export interface InspectedDisruption {
  /** As {@linkcode describeDisruption}. */
  readonly text: string;
  /** Why the effect on etcd could not be determined. */
  readonly unchecked: OsctlError | undefined;
}

/** Determines what an action affects. */
export async function inspectDisruption(
  context: ConfirmationContext,
  disruption: Disruption,
): Promise<InspectedDisruption> {
  const { action, flags, client, effect, insecure = false } = disruption;
  // Loaded here: the question of `asksForConfirmation` is loaded with every command.
  const { createUncheckedError, describeCount, describeEffect, readAffectedNodes } = await import(
    "./affected_nodes.ts"
  );
  const nodes = disruption.nodes ?? client.nodes;
  const known = insecure || disruption.affected !== undefined
    ? undefined
    : await readAffectedNodes(client, context);
  const affected = disruption.affected !== undefined
    ? { nodes: disruption.affected, controlPlanes: undefined }
    : known === undefined
    ? {
      nodes: nodes.map((address) => ({ address, name: "", role: "" })),
      controlPlanes: undefined,
    }
    : { ...known, nodes: known.nodes.filter(({ address }) => nodes.includes(address)) };
  const hasEffect = effect !== undefined && !insecure;
  const target = insecure ? undefined : await describeContext(context, flags);
  const lines = [
    oneLine(target?.text ?? "maintenance mode"),
    ...formatNodes(affected.nodes, disruption.notes),
    hasEffect ? escapeControls(describeEffect(affected, effect)) : "",
    oneLine(await disruption.describe?.() ?? ""),
  ].filter((line) => line !== "").map((line) => `  ${line}\n`);
  const count = disruption.isIndirect ? "" : `: ${describeCount(affected.nodes)}`;
  return {
    text: `${action}${count}\n${lines.join("")}`,
    unchecked: hasEffect ? createUncheckedError(affected) : undefined,
  };
}

/** Asks on stderr, `text? [y/N]`; call it when `asksForConfirmation`. */
export async function askYesNo(
  context: Pick<OperationContext, "stdin" | "stderr" | "signal">,
  text: string,
): Promise<boolean> {
  await context.stderr.write(`${oneLine(text)}? [y/N] `);
  return isYes((await readLine(context)).trim());
}

function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer);
}

function mustType(expected: string, reason: string): [expected: string, question: string] {
  return [expected, `${reason}. Type ${oneLine(expected)} to continue: `];
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

async function describeContext(
  context: Pick<OperationContext, "env" | "home" | "cwd" | "stdin">,
  flags: ConnectionOptions,
): Promise<{ readonly name: string; readonly text: string }> {
  const { loadClientConfig, selectContext } = await import("../osconfig/load.ts");
  const { name, record } = selectContext(
    await loadClientConfig(flags.osconfig, context),
    flags.context,
  );
  const endpoints = (flags.endpoints.length > 0 ? flags.endpoints : record.endpoints)
    // URLs may contain credentials.
    .map((endpoint) => endpoint.replace(/\/\/[^/]*@/, "//"));
  const cluster = flags.cluster || record.cluster;
  const text = `context "${name}", ` +
    (cluster ? `cluster "${cluster}", ` : "") + `endpoints ${endpoints.join(", ")}`;
  return { name, text };
}

/**
 * Reads one line of stdin, and nothing after it; a closed stdin yields what was read so far. A
 * terminal delivers whole lines.
 */
async function readLine(
  { stdin, signal }: Pick<OperationContext, "stdin" | "signal">,
): Promise<string> {
  const reader = stdin.readable.getReader();
  const decoder = new TextDecoder();
  // A pending read then ends; the signal's reason is thrown, not what cancelling a broken stdin
  // throws.
  const cancel = () => reader.cancel(signal.reason).catch(() => signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    let text = "";
    while (!text.includes("\n")) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    return text.split("\n")[0]!;
  } finally {
    signal.removeEventListener("abort", cancel);
    reader.releaseLock();
  }
}
