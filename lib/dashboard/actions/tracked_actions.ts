/**
 * Actions that restart a node, followed to their completion.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { checkUpgradePath, describeUpgrades } from "../../node/version/upgrade_path.ts";
import { type NodeTag, readNodeTags } from "../../node/version/version_skew.ts";
import { type Disruption, inspectDisruption, requireQuorum } from "../../procedures/disruption.ts";
import type { LifecycleAction } from "../../procedures/lifecycle/mod.ts";
import { findDroppedArguments } from "../../procedures/lifecycle/kernel_arguments.ts";
import { planDrained, planUpgrade } from "../../procedures/lifecycle/plan_reboots.ts";
import { lostExtensions } from "../../procedures/lifecycle/upgrade.ts";
import { trackNode } from "../../procedures/lifecycle/track_node.ts";
import type { ActionContext, ActionRun, NodeAction } from "./types.ts";

/** Limits of a whole action and of its drain, milliseconds. */
const TIMEOUT_MS = 30 * 60_000;
const DRAIN_MS = 5 * 60_000;

/** Number of the default reboot mode. */
const DEFAULT_MODE = 0;

/** Performs an action and reports its steps. */
async function track(
  { context, client, flags }: ActionContext,
  node: string,
  action: LifecycleAction,
  { signal, report }: ActionRun,
): Promise<void> {
  await trackNode(action, node, {
    client,
    clock: context.clock,
    openMaintenance: () =>
      context.openClient({ connection: { ...flags, nodes: [node] }, insecure: true }),
    timeoutMs: TIMEOUT_MS,
    signal,
    report: ({ text }) => report(text),
    mayRequest: () => Promise.resolve(),
  });
}

function disruptionOf({ client, flags }: ActionContext, node: string, action: string): Disruption {
  return {
    action,
    connection: flags,
    client,
    nodes: [node],
    effect: "restart",
  };
}

/**
 * Describes a restart with its effect on etcd.
 *
 * @throws {OsctlError} for a restart that may end the quorum of etcd: the dashboard does not offer it.
 */
async function describe(
  actionContext: ActionContext,
  node: string,
  action: string,
): Promise<string> {
  const disruption = disruptionOf(actionContext, node, action);
  const { text, refusal } = await inspectDisruption(actionContext.context, disruption);
  if (refusal !== undefined) throw refusal;
  return text;
}

/**
 * Checks the members of etcd again: they may have changed since the description.
 *
 * @throws {OsctlError} for a restart that may end the quorum of etcd.
 */
async function recheck(actionContext: ActionContext, node: string, action: string): Promise<void> {
  await requireQuorum(actionContext.context, disruptionOf(actionContext, node, action));
}

/** Reboots a node, drained if requested. */
export function rebootAction(
  context: ActionContext,
  node: string,
  isDrained: boolean,
): NodeAction {
  const action: LifecycleAction = {
    name: "reboot",
    method: MachineService.Reboot,
    request: { mode: DEFAULT_MODE },
    completion: "running",
  };
  return {
    title: isDrained ? "drain and reboot" : "reboot",
    describe: () => describe(context, node, isDrained ? "Drain and reboot" : "Reboot"),
    async run(run) {
      await recheck(context, node, "Reboot");
      if (!isDrained) return await track(context, node, action, run);
      await using plan = planDrained(context.context, context.client, {
        action,
        drainTimeout: DRAIN_MS,
      });
      await track(context, node, plan.actionOf(node), run);
    },
  };
}

async function readTagsOf(
  { client }: ActionContext,
  node: string,
  signal: AbortSignal,
): Promise<NodeTag[]> {
  return (await readNodeTags(client, { signal })).filter((one) => one.node === node);
}

/** Upgrades a node: checks the versions, installs the image, drains, reboots. */
export function upgradeAction(context: ActionContext, node: string, image: string): NodeAction {
  const older: LifecycleAction = {
    name: "upgrade",
    method: MachineService.Upgrade,
    request: { image, stage: false, force: false, preserve: false, rebootMode: DEFAULT_MODE },
    completion: "running",
    isSlow: true,
  };
  return {
    title: `upgrade to ${image}`,
    async describe(signal) {
      const tags = await readTagsOf(context, node, signal);
      const path = { image, isDefault: false, allowDowngrade: false };
      const warnings = [
        await checkUpgradePath([node], tags, path),
        await lostExtensions(context.client, image, signal, [node]),
      ].filter((text) => text !== undefined);
      const change = describeUpgrades(tags, image).get(node) ?? image;
      return warnings.join("") + await describe(context, node, `Upgrade: ${change}`);
    },
    async run(run) {
      await recheck(context, node, "Upgrade");
      const tags = await readTagsOf(context, node, run.signal);
      const versions = new Map(tags.map(({ node, tag }) => [node, tag]));
      const { clock } = context.context;
      const dropped = await findDroppedArguments(context.client, versions, {
        clock,
        signal: run.signal,
        nodes: [node],
      });
      await using plan = planUpgrade(context.context, context.client, {
        versions,
        older,
        withOlder: new Set(dropped.keys()),
        image,
        mode: DEFAULT_MODE,
        timeoutMs: TIMEOUT_MS,
        drain: true,
        drainTimeout: DRAIN_MS,
      });
      await track(context, node, plan.actionOf(node), run);
    },
  };
}
