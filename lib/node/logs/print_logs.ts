/**
 * The way of commands that print lines of several nodes as they arrive.
 *
 * @module
 */
import type { Context, GlobalValues } from "../../cli/context.ts";
import { report } from "../../cli/report.ts";
import { untilInterrupted } from "../../cli/until_interrupted.ts";
import { MultiNodeError, type NodeFailure, OsctlError } from "../../errors.ts";
import { createLogPrinter } from "../../output/log_printer.ts";
import type { OutputFormat } from "../../output/rows.ts";
import { type DataMessage, throwFailures } from "../../client/collect.ts";
import { mergeStreams } from "../../client/merge_streams.ts";
import type { NodeClient } from "../../client/types.ts";

/** What a command of this kind differs in. */
export interface NodeLogs {
  /** The command as it is typed, for messages: `osctl logs`. */
  readonly typed: string;
  /** The log has no end of its own: ^C ends it, and a node's failure is told when it happens. */
  readonly follow: boolean;
  /** Opens one node's log. */
  open(client: NodeClient, node: string, signal: AbortSignal): AsyncIterable<DataMessage>;
}

/**
 * Prints the logs of all nodes, whole lines in the order of their arrival.
 *
 * @throws {OsctlError} when nodes failed, after the lines of all.
 */
export async function printLogs(
  context: Context<NodeClient>,
  flags: GlobalValues & { output: OutputFormat },
  { typed, follow, open }: NodeLogs,
): Promise<void> {
  await using client = await context.openClient({ flags });
  const { nodes } = client;
  const printer = createLogPrinter(context.stdout, {
    format: flags.output,
    terminal: context.terminal.isTerminal("stdout"),
  });
  const failures: NodeFailure[] = [];
  const tellNow = follow && nodes.length > 1;
  const failed = {
    push(failure: NodeFailure) {
      failures.push(failure);
      // The other nodes may go on for hours.
      const line = report(new MultiNodeError([failure]), { typed, debug: false });
      if (tellNow) void context.stderr.write(line);
    },
  };
  const print = async () => {
    const stream = (node: string, signal: AbortSignal) => open(client, node, signal);
    try {
      for await (const { node, value } of mergeStreams(nodes, stream, failed)) {
        const full = value.bytes && printer.add(node, value.bytes);
        if (full) await full;
      }
    } finally {
      await printer.end();
    }
  };
  if (follow) {
    if (await untilInterrupted(context.signal, print)) return;
  } else await print();
  if (!tellNow) throwFailures(failures);
  if (failures.length > 0) {
    const message = `${failures.length} of ${nodes.length} nodes could not be followed`;
    throw new OsctlError("node", message);
  }
}
