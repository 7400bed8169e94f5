/**
 * Confirmation of actions that interrupt or destroy something, on a terminal.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { oneLine } from "../output/text.ts";
import type { ConnectionOptions } from "../procedures/context.ts";
import type { Disruption } from "../procedures/disruption.ts";
import type { ConsoleContext } from "./context.ts";

/** An action on nodes to confirm. */
export interface Confirmation extends Disruption {
  /** Confirmed on the command line. */
  readonly yes: boolean;
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
  { env, terminal }: Pick<ConsoleContext, "env" | "terminal">,
  { yes }: { readonly yes: boolean },
): boolean {
  if (isConfirmed(env, yes)) return false;
  return terminal.isTerminal("stdin") && terminal.isTerminal("stderr");
}

function isConfirmed(env: ConsoleContext["env"], yes: boolean): boolean {
  return yes || env.get("OSCTL_YES") === "1";
}

/** Reports whether the preferences require `--yes` where no terminal is. */
async function isAlwaysConfirmed(
  context: ConfirmationContext,
  connection: ConnectionOptions,
  insecure: boolean,
): Promise<boolean> {
  const { loadPreferences } = await import("../preferences/load.ts");
  const { contexts, confirmations } = await loadPreferences(context, connection);
  const own = insecure || contexts.size === 0
    ? undefined
    : contexts.get(await contextName(context, connection))?.confirmations;
  return (own ?? confirmations) === "always";
}

async function contextName(
  context: ConfirmationContext,
  connection: ConnectionOptions,
): Promise<string> {
  // Loaded here: the question of `asksForConfirmation` is loaded with every command.
  const { describeContext } = await import("../procedures/disruption.ts");
  return (await describeContext(context, connection)).name;
}

/** The parts of a context that a confirmation uses. */
type ConfirmationContext = Pick<
  ConsoleContext,
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
  confirmation: Confirmation,
): Promise<void> {
  const { action, connection, yes, client, insecure = false, isIrreversible = false } =
    confirmation;
  // Loaded here: the question of `asksForConfirmation` is loaded with every command.
  const { inspectDisruption, requireQuorum } = await import("../procedures/disruption.ts");
  if (!asksForConfirmation(context, { yes })) {
    const isRequired = isIrreversible || await isAlwaysConfirmed(context, connection, insecure);
    if (isRequired && !isConfirmed(context.env, yes)) {
      throw new OsctlError("usage", `"${action}" is not confirmed: no terminal for a prompt`, {
        hint: "confirm it with --yes or OSCTL_YES=1",
      });
    }
    return await requireQuorum(context, confirmation);
  }
  const nodes = confirmation.nodes ?? client.nodes;
  const [expected, question] = isIrreversible
    ? mustType(
      insecure ? nodes.join(",") : await contextName(context, connection),
      "This cannot be undone",
    )
    : nodes.length > 1 && connection.nodes.length === 0
    ? mustType(String(nodes.length), "Nodes are from the client configuration")
    : ["y", "Continue? [y/N] "];
  const { text, refusal } = await inspectDisruption(context, confirmation);
  if (refusal !== undefined && confirmation.acceptsQuorumLoss !== true) {
    await context.stderr.write(text);
    throw refusal;
  }
  await context.stderr.write(`${text}${question}`);
  const answer = (await readLine(context)).trim();
  if (answer === expected || expected === "y" && isYes(answer)) {
    return await requireQuorum(context, confirmation);
  }
  throw new OsctlError("cancelled", "not confirmed, nothing was changed", {
    hint: "pass --yes to skip the confirmation",
  });
}

/**
 * Prints on stdout what an action affects, for `--dry-run`.
 *
 * @throws {OsctlError} why the action would be refused.
 */
export async function printDryRun(
  context: ConfirmationContext & Pick<ConsoleContext, "stdout">,
  disruption: Disruption,
): Promise<void> {
  const { inspectDisruption } = await import("../procedures/disruption.ts");
  const { text, refusal } = await inspectDisruption(context, disruption);
  await context.stdout.write(`${text}nothing was changed: --dry-run\n`);
  if (refusal !== undefined && disruption.acceptsQuorumLoss !== true) throw refusal;
}

/**
 * Confirms an action, or prints what it affects with `--dry-run`. Returns whether it is confirmed.
 *
 * @throws {OsctlError} as {@linkcode confirmDisruption}.
 */
export async function confirmOrPrint(
  context: ConfirmationContext & Pick<ConsoleContext, "stdout">,
  confirmation: Confirmation & { readonly isDryRun: boolean },
): Promise<boolean> {
  if (confirmation.isDryRun) await printDryRun(context, confirmation);
  else await confirmDisruption(context, confirmation);
  return !confirmation.isDryRun;
}

/** Asks on stderr, `text? [y/N]`; call it when `asksForConfirmation`. */
export async function askYesNo(
  context: Pick<ConsoleContext, "stdin" | "stderr" | "signal">,
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

/**
 * Reads one line of stdin, and nothing after it; a closed stdin yields what was read so far. A
 * terminal delivers whole lines.
 */
async function readLine(
  { stdin, signal }: Pick<ConsoleContext, "stdin" | "signal">,
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
