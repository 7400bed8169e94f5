/**
 * Confirms and applies changes of machine configurations, and prints the results.
 *
 * @module
 */
import { machine } from "../../../proto/machine.ts";
import type { NodeClient, NodeResult } from "../../client/mod.ts";
import type { NodeFailure } from "../../errors.ts";
import { diffConfigs } from "../../machineconfig/diff_configs.ts";
import { readIdentity } from "../../machineconfig/identity/mod.ts";
import type { PredictedEffect } from "../../machineconfig/predict_effect.ts";
import {
  applyConfigs,
  type ApplyOptions,
  type ConfigChange,
  EFFECT_FIELDS,
  findRebootingNodes,
  formatEffects,
  type NodeReleases,
  predictChange,
  reportApply,
  requiresReboot,
} from "../../node/machine_config/mod.ts";
import { colourDiff } from "../../output/colour_diff.ts";
import { createColours, createRecordWriter } from "../../output/mod.ts";
import {
  describeMismatches,
  rejectMismatches,
  type TargetMismatches,
} from "../../procedures/configure_node/check_targets.ts";
import { type Disruption, requireQuorum } from "../../procedures/disruption.ts";
import { asksForConfirmation, confirmDisruption } from "../confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";
import { printEffect } from "../print_effect.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { planConfigs } from "./plan_configs.ts";

const { Mode } = machine.ApplyConfigurationRequest;

/** Options of `applyChanges`. */
export interface ApplyChangesOptions extends ApplyOptions {
  readonly flags: ConnectionOptions & {
    readonly yes: boolean;
    /** Kinds of mismatches to accept. */
    readonly acceptMismatch: readonly string[];
    readonly acceptQuorumLoss: boolean;
  };
  /** Releases of the nodes, to predict when changes take effect. */
  readonly releases: NodeReleases;
  /** Format of the prediction of a dry run; `json` replaces the diff. */
  readonly output: "text" | "json";
  /** Maintenance mode, in which nodes run nothing that mode `auto` could interrupt. */
  readonly insecure?: boolean;
  /** Mismatches of configurations and nodes. */
  readonly mismatches: TargetMismatches;
}

/**
 * Applies the changes after a confirmation where nodes reboot, and prints each node's result on
 * stderr, in order. A dry run also prints when each changed field takes effect, and the diff on
 * stdout.
 *
 * A configuration that is not meant for its node is rejected before anything is changed; a dry run
 * prints what it would change first.
 *
 * @returns Failed nodes.
 * @throws {OsctlError} of kind `cancelled` unless confirmed; {@linkcode MultiNodeError} of nodes
 *   whose configuration is not meant for them.
 */
export async function applyChanges(
  context: ConsoleContext,
  client: NodeClient,
  changes: readonly ConfigChange[],
  options: ApplyChangesOptions,
): Promise<NodeFailure[]> {
  const { flags, insecure = false, mismatches } = options;
  if (!options.dryRun) {
    rejectMismatches(mismatches, flags.acceptMismatch);
    await confirm(context, client, changes, options);
  }
  const colours = createColours(context, "stderr");
  const failures: NodeFailure[] = [];
  const answers = options.dryRun && !insecure
    ? await planConfigs(context, client, changes, options)
    : await applyConfigs(client, changes, options);
  const records = options.output === "json"
    ? createRecordWriter(context.stdout, EFFECT_FIELDS, { format: "json", endless: true })
    : undefined;
  for (const [index, answer] of answers.entries()) {
    const change = changes[index]!;
    const { text, diff, failure } = reportApply(answer, change, colours);
    const effects = reportedEffects(answer, change, options);
    if (text !== "") await context.stderr.write(text);
    if (records === undefined) {
      if (effects.length > 0) await context.stderr.write(formatEffects(change.node, effects));
      if (diff !== "") await writeDiff(context, diff);
    } else for (const effect of effects) await records.add(change.node, effect);
    if (failure !== undefined) failures.push(failure);
  }
  await records?.end();
  if (options.dryRun) {
    rejectMismatches(mismatches, flags.acceptMismatch);
    const restarted = await findRestartedMembers(client, changes, options);
    if (restarted.length > 0) {
      await printEffect(context, disruptionOf(client, restarted, options));
    }
  }
  return failures;
}

/**
 * Asks, after the differences, for a change of several nodes, and where a node reboots or receives a
 * configuration that does not match it. Checks the quorum of etcd whether it asks or not.
 */
async function confirm(
  context: ConsoleContext,
  client: NodeClient,
  changes: readonly ConfigChange[],
  options: ApplyChangesOptions,
): Promise<void> {
  const { flags, mismatches } = options;
  if (!asksForConfirmation(context, flags)) {
    const restarted = await findRestartedMembers(client, changes, options);
    if (restarted.length === 0) return;
    return await requireQuorum(context, disruptionOf(client, restarted, options));
  }
  const rebooting = await findRebooting(client, changes, options);
  const nodes = changes.map(({ node }) => node)
    .filter((node) => changes.length > 1 || rebooting.includes(node) || mismatches.has(node));
  if (nodes.length === 0) return;
  const asked = changes.filter(({ node }) => nodes.includes(node));
  await context.stderr.write(asked.map((change) => describeChange(context, change)).join(""));
  await confirmDisruption(context, {
    ...disruptionOf(client, rebooting, options),
    yes: options.flags.yes,
    effectNodes: membersOf(changes).map(({ node }) => node).filter((one) =>
      rebooting.includes(one)
    ),
    nodes,
    describe: () => Promise.resolve(describeMismatches(mismatches).join("; ")),
  });
}

/** Returns the nodes that reboot, as far as they predict it. */
async function findRebooting(
  client: NodeClient,
  changes: readonly ConfigChange[],
  options: ApplyChangesOptions,
): Promise<string[]> {
  const { insecure = false, mode } = options;
  const isPredictable = !insecure || mode !== "auto";
  return isPredictable
    ? await findRebootingNodes(client, changes, { ...options, dryRun: false })
    : [];
}

/** Returns the changes of nodes that are not known to be workers by their own configuration. */
function membersOf(changes: readonly ConfigChange[]): ConfigChange[] {
  return changes.filter(({ previous }) =>
    previous === undefined || readIdentity(previous).role !== "worker"
  );
}

/** Returns the nodes that reboot and may have a member of etcd. */
async function findRestartedMembers(
  client: NodeClient,
  changes: readonly ConfigChange[],
  options: ApplyChangesOptions,
): Promise<string[]> {
  const members = options.insecure ? [] : membersOf(changes);
  return members.length === 0 ? [] : await findRebooting(client, members, options);
}

function disruptionOf(
  client: NodeClient,
  rebooting: readonly string[],
  { flags, insecure = false }: ApplyChangesOptions,
): Disruption {
  const isRebooting = rebooting.length > 0;
  return {
    action: isRebooting ? "Apply the configuration and reboot" : "Apply the configuration",
    connection: flags,
    acceptsQuorumLoss: flags.acceptQuorumLoss,
    client,
    insecure,
    nodes: rebooting,
    ...isRebooting ? { effect: "restart" } : {},
  };
}

/** Returns the difference of a change in colours; empty when the node's configuration is unknown. */
function describeChange(context: ConsoleContext, { node, text, previous }: ConfigChange): string {
  if (previous === undefined) return "";
  const diff = diffConfigs(previous, text, node);
  return colourDiff(diff, createColours(context, "stderr"), context.terminal.isTerminal("stderr"));
}

/**
 * Returns the effects to print: in a dry run of all changes, otherwise of the changes that wait for a
 * reboot that the node does not do itself.
 */
function reportedEffects(
  { value, error }: NodeResult<machine.IApplyConfiguration>,
  change: ConfigChange,
  { dryRun, releases }: ApplyChangesOptions,
): PredictedEffect[] {
  if (dryRun) {
    // A node that refuses a change without a reboot accepts it in another mode.
    const isPlanned = error === undefined || requiresReboot(error);
    return isPlanned ? predictChange(change, releases) : [];
  }
  if (value?.mode !== Mode.NO_REBOOT) return [];
  return predictChange(change, releases).filter(({ effect }) => effect === "reboot");
}

/** Prints a diff on stdout. */
export async function writeDiff(context: ConsoleContext, diff: string): Promise<void> {
  const isTerminal = context.terminal.isTerminal("stdout");
  await context.stdout.write(colourDiff(diff, createColours(context), isTerminal));
}
