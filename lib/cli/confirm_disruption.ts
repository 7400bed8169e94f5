/**
 * Confirmation of actions that interrupt or destroy something, on a terminal.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { oneLine } from "./report.ts";
import type { Context, GlobalValues } from "./context.ts";
import { bool } from "./flags.ts";

/** `-y, --yes` of every disruptive command; an extension of the interface. */
export const yesFlag = {
  yes: bool({ short: "y", help: "skip the confirmation, as does OSCTL_YES=1", extra: true }),
};

/** An action on nodes to confirm. */
export interface Disruption {
  /** The action, imperative: `Remove the node from etcd`. */
  readonly action: string;
  readonly flags: GlobalValues & { readonly yes: boolean };
  /** Nodes the action applies to. */
  readonly nodes: readonly string[];
  /** Maintenance mode has neither context nor cluster. */
  readonly insecure?: boolean;
}

/** Whether `confirmDisruption` would ask: on a terminal, without `--yes` and `OSCTL_YES=1`. */
export function asksForConfirmation(
  { env, terminal }: Pick<Context, "env" | "terminal">,
  { yes }: { readonly yes: boolean },
): boolean {
  if (yes || env.get("OSCTL_YES") === "1") return false;
  return terminal.isTerminal("stdin") && terminal.isTerminal("stderr");
}

/**
 * Asks once on stderr when stdin and stderr are terminals, naming context, cluster and nodes. Several
 * nodes that come from the client configuration require their number to be typed. Without a terminal,
 * with `--yes` or with `OSCTL_YES=1` nothing is asked.
 *
 * @throws {OsctlError} of kind `cancelled` unless confirmed.
 */
export async function confirmDisruption(
  context: Pick<Context, "env" | "terminal" | "stdin" | "stderr" | "signal" | "home" | "cwd">,
  { action, flags, nodes, insecure = false }: Disruption,
): Promise<void> {
  if (!asksForConfirmation(context, flags)) return;
  const target = insecure ? "maintenance mode" : await describeContext(context, flags);
  const listed = nodes.length === 1 ? nodes[0]! : `${nodes.length} nodes: ${nodes.join(", ")}`;
  const mustType = nodes.length > 1 && flags.nodes.length === 0;
  const expected = mustType ? String(nodes.length) : "y";
  const ask = mustType
    ? `Nodes are from the client configuration. Type ${expected} to continue: `
    : "Continue? [y/N] ";
  await context.stderr.write(`${action}\n  ${oneLine(target)}\n  ${oneLine(listed)}\n${ask}`);
  const answer = (await readLine(context)).trim().toLowerCase();
  if (answer === expected || !mustType && answer === "yes") return;
  throw new OsctlError("cancelled", "not confirmed, nothing was changed", {
    hint: "pass --yes to skip the confirmation",
  });
}

async function describeContext(
  context: Pick<Context, "env" | "home" | "cwd" | "stdin">,
  flags: GlobalValues,
): Promise<string> {
  const { loadClientConfig, selectContext } = await import("../osconfig/load.ts");
  const { name, record } = selectContext(
    await loadClientConfig(flags.osconfig, context),
    flags.context,
  );
  const endpoints = (flags.endpoints.length > 0 ? flags.endpoints : record.endpoints)
    // URLs may contain credentials.
    .map((endpoint) => endpoint.replace(/\/\/[^/]*@/, "//"));
  const cluster = flags.cluster || record.cluster;
  return `context "${name}", ` +
    (cluster ? `cluster "${cluster}", ` : "") + `endpoints ${endpoints.join(", ")}`;
}

/**
 * Reads one line of stdin, and nothing after it; a closed stdin yields what was read so far. A
 * terminal delivers whole lines.
 */
async function readLine({ stdin, signal }: Pick<Context, "stdin" | "signal">): Promise<string> {
  const reader = stdin.readable.getReader();
  const decoder = new TextDecoder();
  // A pending read then ends; the signal's reason is thrown, not what cancelling a broken stdin throws.
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
