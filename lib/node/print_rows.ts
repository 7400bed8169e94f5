/**
 * Prints rows from one response per node, or from a stream per node.
 *
 * @module
 */
import { type NodeFailure, OsctlError } from "../errors.ts";
import { createColours } from "../output/colour.ts";
import { readInOrder } from "../output/read_in_order.ts";
import { createRowWriter, type OutputFormat, type View, writeRows } from "../output/rows.ts";
import type { System } from "../platform/system.ts";
import { split, throwFailures } from "../client/collect.ts";
import { failureOf } from "../client/node_error.ts";
import type { ClientTarget } from "../client/open.ts";
import type { NodeAnswer, NodeClient } from "../client/types.ts";

/** Options of {@linkcode printNodeRows}. */
export interface NodeRows<Message, Row> {
  /** Calls every node once. */
  ask(client: NodeClient): Promise<NodeAnswer<Message>[]>;
  /** The rows in a node's answer, in order. */
  rowsOf(message: Message, node: string): Iterable<Row>;
  readonly view: View<Row>;
  /** Print the headers also without rows, when a node has answered. */
  readonly headerAlone?: boolean;
  /** Call the maintenance service; the table names nodes only when there are several. */
  readonly insecure?: boolean;
  /** The table names nodes only when several answered. */
  readonly anonymous?: boolean;
}

/** The nodes to call, and how rows are printed. */
export interface RowFlags extends ClientTarget {
  readonly output: OutputFormat;
  readonly noHeaders: boolean;
}

/** The part of a command's context that printing rows takes. */
export interface RowContext extends Pick<System, "stdout" | "terminal" | "env"> {
  openClient(options: { flags: ClientTarget; insecure?: boolean }): Promise<NodeClient>;
}

/**
 * Prints the rows of every node's response, in the order of the nodes.
 *
 * @throws {MultiNodeError} after the rows of the others, when nodes failed.
 */
export async function printNodeRows<Message, Row>(
  context: RowContext,
  flags: RowFlags,
  options: NodeRows<Message, Row>,
): Promise<void> {
  const { rowsOf, view, headerAlone = false, insecure = false, anonymous = insecure } = options;
  await using client = await context.openClient({ flags, insecure });
  const [asked] = await Promise.allSettled([options.ask(client)]);
  const { values, failures } = split(asked.status === "fulfilled" ? asked.value : []);
  const writer = createRowWriter(context.stdout, view, {
    format: flags.output,
    headers: !flags.noHeaders,
    headerAlone: headerAlone && values.length > 0,
    // Rows of several maintenance services are distinguished by this column only.
    nodes: !anonymous || (insecure ? client.nodes : values).length > 1,
    colours: createColours(context),
  });
  await writeRows(writer, async () => {
    if (asked.status === "rejected") throw asked.reason;
    for (const { node, value } of values) {
      for (const row of rowsOf(value, node)) {
        const full = writer.add(node, row);
        if (full) await full;
      }
    }
    throwFailures(failures);
  });
}

/** Options of {@linkcode printStreamRows}. */
export interface StreamRows<Message> {
  /** Opens one node's stream. */
  open(client: NodeClient, node: string, signal: AbortSignal): AsyncIterable<Message>;
  /** Returns the error in a message, or nothing when the message is a row. */
  problemOf?(message: Message): string | null | undefined;
  readonly view: View<Message>;
  /** Print the headers also without rows. */
  readonly headerAlone?: boolean;
}

/**
 * Prints a row for each message of every node's stream, in the order of the nodes.
 *
 * @throws {MultiNodeError} after all rows, when nodes failed or reported errors.
 */
export async function printStreamRows<Message>(
  context: RowContext,
  flags: RowFlags,
  { open, problemOf, view, headerAlone = false }: StreamRows<Message>,
): Promise<void> {
  await using client = await context.openClient({ flags });
  const writer = createRowWriter(context.stdout, view, {
    format: flags.output,
    headers: !flags.noHeaders,
    headerAlone,
    colours: createColours(context),
  });
  const failures: NodeFailure[] = [];
  await writeRows(writer, () =>
    readInOrder(client.nodes, {
      open: (node, signal) => open(client, node, signal),
      take(node, message) {
        const problem = problemOf?.(message);
        if (!problem) return writer.add(node, message);
        failures.push({ node, error: new OsctlError("node", problem) });
        return undefined;
      },
      failureOf,
      failures,
    }));
  throwFailures(failures);
}
