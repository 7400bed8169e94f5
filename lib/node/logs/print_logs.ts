/**
 * Prints the logs of several nodes.
 *
 * @module
 */
import { type DataMessage, mergeStreams } from "../../client/mod.ts";
import type { NodeFailure } from "../../errors.ts";
import { createLogPrinter, logView } from "../../output/log_printer.ts";
import { hasColour } from "../../output/colour.ts";
import { type OutputFormat, selectFormat } from "../../output/select_format.ts";
import type { System } from "../../platform/system.ts";

/** Options of {@linkcode printLogs}. */
export interface LogOptions {
  readonly nodes: readonly string[];
  readonly output: OutputFormat;
  /** Opens one node's log. */
  open(node: string, signal: AbortSignal): AsyncIterable<DataMessage>;
  /** Receives the failures of nodes; the logs of the others continue. */
  readonly failures: { push(failure: NodeFailure): unknown };
  /** The logs do not end, so that an interruption leaves none incomplete. */
  readonly follow: boolean;
}

/** Prints the logs of all nodes, complete lines in order of arrival. */
export async function printLogs(
  { stdout, terminal, env }: Pick<System, "stdout" | "terminal" | "env">,
  { nodes, output, open, failures, follow }: LogOptions,
): Promise<void> {
  const isTerminal = terminal.isTerminal("stdout");
  const format = await selectFormat(output, { view: logView, terminal: isTerminal });
  const printer = createLogPrinter(stdout, {
    format,
    terminal: isTerminal,
    colour: hasColour({ env, terminal }),
  });
  try {
    const merged = mergeStreams(nodes, open, failures, { recordInterruption: !follow });
    for await (const { node, value } of merged) {
      const full = value.bytes && printer.add(node, value.bytes);
      if (full) await full;
    }
  } finally {
    await printer.end();
  }
}
