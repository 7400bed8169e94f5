/**
 * Prints the nodes of a change before it begins.
 *
 * @module
 */
import type { NodeClient } from "../client/types.ts";
import { escapeTerminalLine } from "../output/text.ts";
import { asksForConfirmation } from "./confirm_disruption.ts";
import type { ConnectionOptions, TargetNode } from "../procedures/context.ts";
import type { ConsoleContext } from "./context.ts";

/** How a change shows its nodes. */
export interface PrintTargetsOptions {
  /** The command lists its nodes in its question on a terminal. */
  readonly isAsking: boolean;
  /** Values of the command's flags. */
  readonly flags?: Partial<ConnectionOptions> & { readonly yes?: boolean };
  /** Also print the nodes as a record on stdout, before the records of events. */
  readonly isRecorded?: boolean;
}

/** Contexts of the commands whose nodes were printed: a command may open several clients. */
const PRINTED = new WeakSet<object>();

/** The parts of a context that the nodes are printed with. */
type PrintContext = Pick<ConsoleContext, "env" | "terminal" | "stdout" | "stderr">;

/**
 * Prints the nodes on stderr, one a line: name, address, role.
 */
export async function printTargets(
  context: PrintContext,
  nodes: readonly TargetNode[],
  { isAsking, isRecorded = false, flags: { yes = false } = {} }: PrintTargetsOptions,
): Promise<void> {
  if (PRINTED.has(context)) return;
  PRINTED.add(context);
  if (isRecorded) {
    const targets = nodes.map(({ address, name = "", role = "" }) => ({
      node: address,
      name,
      role,
    }));
    await context.stdout.write(`${JSON.stringify({ targets })}\n`);
  }
  if (isAsking && asksForConfirmation(context, { yes })) return;
  const rows = nodes.map(({ address, name = "", role = "" }) => [name, address, role]);
  const width = (column: number) => Math.max(...rows.map((row) => row[column]!.length));
  const lines = rows.map((row) =>
    escapeTerminalLine(
      row.map((cell, column) => cell.padEnd(width(column))).join("  ").trimEnd(),
    )
  );
  const count = nodes.length === 1 ? "1 node" : `${nodes.length} nodes`;
  await context.stderr.write(
    `osctl: ${count}:\n${lines.map((line) => `  ${line.trimStart()}\n`).join("")}`,
  );
}

/** Prints the nodes of the client configuration, with their names as far as the cluster knows them. */
export async function printConfiguredNodes(
  context: PrintContext & Pick<ConsoleContext, "clock" | "signal">,
  client: NodeClient,
  options: PrintTargetsOptions,
): Promise<void> {
  if (PRINTED.has(context)) return;
  const { readAffectedNodes } = await import("../procedures/affected_nodes.ts");
  const { nodes } = await readAffectedNodes(client, context);
  await printTargets(context, nodes, options);
}
