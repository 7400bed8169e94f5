/**
 * Prints rows from one response per node, or from a stream per node.
 *
 * @module
 */
import { type NodeFailure, OsctlError } from "../errors.ts";
import { readInOrder } from "../output/read_in_order.ts";
import { createRowWriter, type RowWriter, type View, writeRows } from "../output/rows.ts";
import { printColumnHelp, type TableFlags, toTableOptions } from "../output/table_options.ts";
import type { Writer } from "../output/write_behind.ts";
import type { System } from "../platform/system.ts";
import { splitResults, throwFailures } from "../client/collect.ts";
import { toNodeFailure } from "../client/node_error.ts";
import type { ClientTarget } from "../client/open.ts";
import type { NodeClient, NodeResult } from "../client/types.ts";

/** Options of {@linkcode printNodeRows}. */
export interface NodeRows<Message, Row> {
  /** Calls every node once. */
  call(client: NodeClient): Promise<NodeResult<Message>[]>;
  /** Returns the rows of a node's message, in order. */
  toRows(message: Message, node: string): Iterable<Row>;
  readonly view: View<Row>;
  /** Formats rows as text that replaces the table. */
  readonly toText?: ((rows: readonly NodeRow<Row>[]) => string) | undefined;
  /** Creates the error for no rows from any node. */
  readonly emptyError?: ((nodes: readonly string[]) => OsctlError) | undefined;
  /** Print the headers also without rows, when a node responded. */
  readonly headerWithoutRows?: boolean;
  /** Printed on stderr of a terminal in place of a table without rows. */
  readonly emptyNote?: string;
  /** Call the maintenance service; the table has a NODE column only for several nodes. */
  readonly insecure?: boolean;
  /** Print the NODE column only when several nodes responded. */
  readonly hideSingleNode?: boolean;
  /** Call one control plane node of those in the client configuration. */
  readonly selectControlPlane?: boolean;
}

/** A row of a node. */
export interface NodeRow<Row> {
  readonly node: string;
  readonly row: Row;
}

/** Flags of a command that prints rows. */
export interface RowFlags extends ClientTarget, TableFlags {
  /** The call changes nodes: print them before. */
  readonly isChange?: boolean;
}

/** The part of a command's context that printing rows uses. */
export interface RowContext extends Pick<System, "stdout" | "stderr" | "terminal" | "env"> {
  openClient(options: {
    connection: ClientTarget;
    insecure?: boolean;
    selectControlPlane?: boolean;
  }): Promise<NodeClient>;
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
  const { toRows, view, toText, emptyError, emptyNote } = options;
  const { headerWithoutRows = false, insecure = false, hideSingleNode = insecure } = options;
  const { selectControlPlane = false } = options;
  if (await printColumnHelp(context.stdout, view, flags)) return;
  const table = await toTableOptions(context, view, flags);
  // Selected columns are columns of the table.
  const isText = flags.output === "table" && !flags.columns?.length && !flags.sortBy &&
    !flags.filter;
  await using client = await context.openClient({
    connection: flags,
    insecure,
    selectControlPlane,
  });
  const [outcome] = await Promise.allSettled([options.call(client)]);
  const { values, failures } = splitResults(outcome.status === "fulfilled" ? outcome.value : []);
  const writer = toText !== undefined && isText
    ? createTextWriter(context.stdout, toText)
    : createRowWriter(context.stdout, view, {
      ...table,
      headerWithoutRows: headerWithoutRows && values.length > 0,
      // Rows of several maintenance services are distinguished by this column only.
      nodes: !hideSingleNode || (insecure ? client.nodes : values).length > 1,
    });
  await writeRows(writer, async () => {
    if (outcome.status === "rejected") throw outcome.reason;
    let isEmpty = true;
    for (const { node, value } of values) {
      for (const row of toRows(value, node)) {
        isEmpty = false;
        const full = writer.add(node, row);
        if (full) await full;
      }
    }
    throwFailures(failures);
    if (isEmpty && emptyError !== undefined) throw emptyError(client.nodes);
    const isShown = table.format === "table" && context.terminal.isTerminal("stdout");
    if (isEmpty && emptyNote !== undefined && isShown) {
      await context.stderr.write(`${emptyNote}\n`);
    }
  });
}

function createTextWriter<Row>(
  out: Writer,
  toText: (rows: readonly NodeRow<Row>[]) => string,
): RowWriter<Row> {
  const rows: NodeRow<Row>[] = [];
  return {
    add(node, row) {
      rows.push({ node: node ?? "", row });
      return undefined;
    },
    async end() {
      if (rows.length > 0) await out.write(toText(rows));
    },
  };
}

/** Options of {@linkcode printStreamRows}. */
export interface StreamRows<Message> {
  /** Opens one node's stream. */
  open(client: NodeClient, node: string, signal: AbortSignal): AsyncIterable<Message>;
  /** Returns the error in a message, or nothing when the message is a row. */
  problemOf?(message: Message): string | null | undefined;
  readonly view: View<Message>;
  /** Print the headers also without rows. */
  readonly headerWithoutRows?: boolean;
}

/**
 * Prints a row for each message of every node's stream, in the order of the nodes.
 *
 * @throws {MultiNodeError} after all rows, when nodes failed or reported errors.
 */
export async function printStreamRows<Message>(
  context: RowContext,
  flags: RowFlags,
  { open, problemOf, view, headerWithoutRows = false }: StreamRows<Message>,
): Promise<void> {
  if (await printColumnHelp(context.stdout, view, flags)) return;
  const table = await toTableOptions(context, view, flags);
  await using client = await context.openClient({ connection: flags });
  const writer = createRowWriter(context.stdout, view, { ...table, headerWithoutRows });
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
      toNodeFailure,
      failures,
    }));
  throwFailures(failures);
}
