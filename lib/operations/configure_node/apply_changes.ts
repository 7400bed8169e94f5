/**
 * Confirms and applies changes of machine configurations, and prints the results.
 *
 * @module
 */
import type { NodeClient } from "../../client/mod.ts";
import type { NodeFailure } from "../../errors.ts";
import {
  applyConfigs,
  type ApplyOptions,
  type ConfigChange,
  findRebootingNodes,
  reportApply,
} from "../../node/machine_config/mod.ts";
import { colourDiff } from "../../output/colour_diff.ts";
import { createColours } from "../../output/mod.ts";
import { asksForConfirmation, confirmDisruption } from "../confirm_disruption.ts";
import type { ConnectionOptions, OperationContext } from "../context.ts";
import { planConfigs } from "./plan_configs.ts";

/** Options of `applyChanges`. */
export interface ApplyChangesOptions extends ApplyOptions {
  readonly flags: ConnectionOptions & { readonly yes: boolean };
  /** Maintenance mode, in which nodes run nothing that mode `auto` could interrupt. */
  readonly insecure?: boolean;
}

/**
 * Applies the changes after a confirmation where nodes reboot, and prints each node's result on
 * stderr, the diff of a dry run on stdout, in order.
 *
 * @returns Failed nodes.
 * @throws {OsctlError} of kind `cancelled` unless confirmed.
 */
export async function applyChanges(
  context: OperationContext,
  client: NodeClient,
  changes: readonly ConfigChange[],
  options: ApplyChangesOptions,
): Promise<NodeFailure[]> {
  const { flags, insecure = false } = options;
  const isPredictable = !insecure || options.mode !== "auto";
  if (isPredictable && asksForConfirmation(context, flags)) {
    const nodes = await findRebootingNodes(client, changes, options);
    const action = "Apply the configuration and reboot";
    if (nodes.length > 0) {
      await confirmDisruption(context, {
        action,
        flags,
        client,
        nodes,
        insecure,
        effect: "restart",
      });
    }
  }
  const colours = createColours(context, "stderr");
  const failures: NodeFailure[] = [];
  const answers = options.dryRun && !insecure
    ? await planConfigs(context, client, changes, options)
    : await applyConfigs(client, changes, options);
  for (const [index, answer] of answers.entries()) {
    const { text, diff, failure } = reportApply(answer, changes[index]!, colours);
    if (text !== "") await context.stderr.write(text);
    if (diff !== "") await writeDiff(context, diff);
    if (failure !== undefined) failures.push(failure);
  }
  return failures;
}

/** Prints a diff on stdout. */
export async function writeDiff(context: OperationContext, diff: string): Promise<void> {
  const isTerminal = context.terminal.isTerminal("stdout");
  await context.stdout.write(colourDiff(diff, createColours(context), isTerminal));
}
