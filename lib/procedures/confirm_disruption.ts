/**
 * Confirmation of actions that interrupt or destroy something, on a terminal.
 *
 * @module
 */
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";
import { countCodePoints, escapeControls, oneLine } from "../output/text.ts";
import type { AffectedNode } from "./affected_nodes.ts";
import type { ConnectionOptions, OperationContext } from "./context.ts";
import type { Effect } from "./quorum/decide_quorum.ts";

/** An action on nodes to confirm. */
export interface Disruption {
  /** The action, imperative: `Remove the node from etcd`. */
  readonly action: string;
  readonly flags: ConnectionOptions & {
    readonly yes: boolean;
    /** Whether the loss of the quorum of etcd is accepted. */
    readonly acceptQuorumLoss?: boolean;
  };
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
 * Whether it asks or not, an action that may end the quorum of etcd is refused without
 * `--accept-quorum-loss`. After a question the members are read again: an answer takes its time.
 *
 * @throws {OsctlError} of kind `cancelled` unless confirmed; of kind `usage` for an irreversible
 *   action that nothing confirms; of kind `node` for an action that is refused.
 */
export async function confirmDisruption(
  context: ConfirmationContext,
  disruption: Disruption,
): Promise<void> {
  const { action, flags, client, insecure = false, isIrreversible = false } = disruption;
  if (!asksForConfirmation(context, flags)) {
    const isRequired = isIrreversible || await isAlwaysConfirmed(context, flags, insecure);
    if (isRequired && !isConfirmed(context.env, flags.yes)) {
      throw new OsctlError("usage", `"${action}" is not confirmed: no terminal for a prompt`, {
        hint: "confirm it with --yes or OSCTL_YES=1",
      });
    }
    return await requireQuorum(context, disruption);
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
  const { text, refusal } = await inspectDisruption(context, disruption);
  if (refusal !== undefined && flags.acceptQuorumLoss !== true) {
    await context.stderr.write(text);
    throw refusal;
  }
  await context.stderr.write(`${text}${question}`);
  const answer = (await readLine(context)).trim();
  if (answer === expected || expected === "y" && isYes(answer)) {
    return await requireQuorum(context, disruption);
  }
  throw new OsctlError("cancelled", "not confirmed, nothing was changed", {
    hint: "pass --yes to skip the confirmation",
  });
}

/**
 * Checks that an action keeps the quorum of etcd.
 *
 * @throws {OsctlError} of kind `node` for an action that may end it, without the consent of
 *   `--accept-quorum-loss`.
 */
export async function requireQuorum(
  context: ConfirmationContext,
  disruption: Disruption,
): Promise<void> {
  const { effect, assess, insecure = false, flags } = disruption;
  const isChecked = (effect !== undefined || assess !== undefined) && !insecure;
  if (!isChecked || flags.acceptQuorumLoss === true) return;
  const { refusal } = await inspectDisruption(context, disruption);
  if (refusal !== undefined) throw refusal;
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
  /** The effect on etcd alone; empty without one. */
  readonly effect: string;
  /** Why the action is refused without `--accept-quorum-loss`. */
  readonly refusal: OsctlError | undefined;
}

/** Determines what an action affects. */
export async function inspectDisruption(
  context: ConfirmationContext,
  disruption: Disruption,
): Promise<InspectedDisruption> {
  const { action, flags, client, effect, insecure = false } = disruption;
  // Loaded here: the question of `asksForConfirmation` is loaded with every command.
  const { describeCount, readAffectedNodes } = await import("./affected_nodes.ts");
  const nodes = disruption.nodes ?? client.nodes;
  const known = insecure || disruption.affected !== undefined
    ? undefined
    : await readAffectedNodes(client, context);
  const affected = {
    ...known ?? { controlPlanes: undefined },
    nodes: disruption.affected ?? known?.nodes.filter(({ address }) => nodes.includes(address)) ??
      nodes.map((address) => ({ address, name: "", role: "" })),
  };
  const { assessEffect } = await import("./quorum/assess_effect.ts");
  const assessed = insecure
    ? undefined
    : effect !== undefined
    ? await assessEffect(client, context, { affected, effect, on: disruption.effectNodes })
    : { ...await disruption.assess?.(), nodes: affected.nodes };
  const target = insecure ? undefined : await describeContext(context, flags);
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
 * Prints on stdout what an action affects, for `--dry-run`.
 *
 * @throws {OsctlError} why the action would be refused.
 */
export async function printDryRun(
  context: ConfirmationContext & Pick<OperationContext, "stdout">,
  disruption: Disruption,
): Promise<void> {
  const { text, refusal } = await inspectDisruption(context, disruption);
  await context.stdout.write(`${text}nothing was changed: --dry-run\n`);
  if (refusal !== undefined && disruption.flags.acceptQuorumLoss !== true) throw refusal;
}

/**
 * Confirms an action, or prints what it affects with `--dry-run`. Returns whether it is confirmed.
 *
 * @throws {OsctlError} as {@linkcode confirmDisruption}.
 */
export async function confirmOrPrint(
  context: ConfirmationContext & Pick<OperationContext, "stdout">,
  disruption: Disruption & { readonly flags: { readonly dryRun: boolean } },
): Promise<boolean> {
  if (disruption.flags.dryRun) await printDryRun(context, disruption);
  else await confirmDisruption(context, disruption);
  return !disruption.flags.dryRun;
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
