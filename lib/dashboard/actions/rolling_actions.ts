/**
 * Actions on several nodes, one after the other by the rolling code: it keeps etcd's quorum, takes the
 * lock of the cluster, checks the gates of the preferences, and stops at the first failure.
 *
 * @module
 */
import type { ConfigChange, NodeReleases } from "../../node/machine_config/mod.ts";
import { describeUpgrades } from "../../node/version/upgrade_path.ts";
import { readNodeTags } from "../../node/version/version_skew.ts";
import { createRowWriter, writeRows } from "../../output/rows.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { escapeControls } from "../../output/text.ts";
import { extendSystem } from "../../platform/system.ts";
import { changeNodes, planChange } from "../../procedures/rolling/change_nodes.ts";
import { EventLines } from "../../procedures/rolling/event_lines.ts";
import { DEFAULT_OPTIONS } from "../../procedures/rolling/options.ts";
import { planNotes, planView, type RollingPlan } from "../../procedures/rolling/plan_view.ts";
import {
  APPLY_LIMITS,
  applyRequest,
  type CreateRequest,
  rebootRequest,
  upgradeRequest,
} from "../../procedures/rolling/requests.ts";
import type {
  RollingChangeOptions,
  RollingObserver,
} from "../../procedures/rolling/rolling_change.ts";
import { summarize } from "../../procedures/rolling/summary.ts";
import type { ActionContext, ActionRun, NodeAction } from "./types.ts";

/** Limits of each step and each drain, milliseconds. */
const LIMITS = { stepMs: 30 * 60_000, drainMs: 5 * 60_000 };

/** Reports the steps of a change and its summary line by line. It was confirmed in the dashboard. */
function createObserver({ context }: ActionContext, { report }: ActionRun): RollingObserver {
  const write = (line: string) => report(escapeControls(line));
  let lines: EventLines | undefined;
  return {
    begin(journal) {
      lines = new EventLines(context.clock, journal, write);
      return Promise.resolve();
    },
    event(event) {
      if (lines === undefined) write(event.text);
      else lines.linesOf(event).forEach(write);
    },
    end(ending) {
      lines?.[Symbol.dispose]();
      if (ending !== undefined) summarize(ending).forEach(report);
      return Promise.resolve();
    },
  };
}

/** A change of nodes. */
interface Change extends Pick<RollingChangeOptions, "limits" | "request"> {
  readonly nodes: readonly string[];
  /** The command that continues it, without its journal. */
  readonly command: string;
}

/** Returns the context whose signal a run can abort, and the options of a change. */
function prepare(
  action: ActionContext,
  run: ActionRun,
  { nodes, command, ...change }: Change,
): [ActionContext["context"], RollingChangeOptions] {
  const { context, flags } = action;
  const signal = AbortSignal.any([context.signal, run.signal]);
  return [extendSystem(context, { signal }), {
    ...change,
    connection: { ...flags, nodes },
    rolling: DEFAULT_OPTIONS,
    isDrained: true,
    observer: createObserver(action, run),
    continuation: (journal) => `${command} --resume ${shellQuoted(journal)}`,
  }];
}

/** Returns the table of a plan and the lines after it. */
async function formatPlan(plan: RollingPlan): Promise<string> {
  let text = "";
  const collect = {
    write(data: string | Uint8Array): Promise<void> {
      text += typeof data === "string" ? data : new TextDecoder().decode(data);
      return Promise.resolve();
    },
  };
  const writer = createRowWriter(collect, planView, { format: "table", canHide: true });
  await writeRows(writer, async () => {
    for (const row of plan.rows) await writer.add(row.node.address, row);
  });
  return `${text.trimEnd()}\n${planNotes(plan).join("\n")}\n`;
}

function rollingAction(
  action: ActionContext,
  title: string,
  change: Change,
  describeNodes?: (signal: AbortSignal) => Promise<string>,
): NodeAction {
  return {
    title,
    async describe(signal) {
      const run = { signal, report() {} };
      const [nodes, plan] = await Promise.all([
        describeNodes?.(signal) ?? "",
        planChange(...prepare(action, run, change)),
      ]);
      const text = await formatPlan(plan);
      return `${title}, one node at a time; a failure stops it\n\n${nodes}${text}`;
    },
    run: (run) => changeNodes(...prepare(action, run, change)),
  };
}

/** Reboots nodes, drained as `reboot --rolling` does. */
export function rollingReboot(action: ActionContext, nodes: readonly string[]): NodeAction {
  return rollingAction(action, "drain and reboot", {
    nodes,
    limits: LIMITS,
    command: "osctl reboot --rolling",
    request: rebootRequest({ value: "default", isDefault: true }),
  });
}

/** Upgrades nodes. */
export function rollingUpgrade(
  action: ActionContext,
  nodes: readonly string[],
  { image, nameOf }: { readonly image: string; nameOf(node: string): string },
): NodeAction {
  const request: CreateRequest = upgradeRequest({
    image: { value: image, isDefault: false },
    rebootMode: { value: "default", isDefault: true },
    preserve: { value: false, isDefault: true },
    allowDowngrade: false,
    timeoutMs: LIMITS.stepMs,
  });
  const command = "osctl upgrade --rolling";
  return rollingAction(
    action,
    `upgrade to ${image}`,
    { nodes, limits: LIMITS, command, request },
    async (signal) => {
      const upgrades = describeUpgrades(await readNodeTags(action.client, { signal }), image);
      const lines = nodes.map((node) =>
        `${nameOf(node)}: ${upgrades.get(node) ?? "unknown version"}\n`
      );
      return `${lines.join("")}\n`;
    },
  );
}

/** Applies the configurations of a dry run. */
export async function applyRolling(
  action: ActionContext,
  run: ActionRun,
  { path, changes, releases }: {
    readonly path: string;
    readonly changes: readonly ConfigChange[];
    readonly releases: NodeReleases;
  },
): Promise<void> {
  if (changes.length === 0) return;
  const request = applyRequest({
    mode: "auto",
    changes,
    releases,
    // As the command that continues it.
    secret: JSON.stringify([`@${path}`]),
  });
  const nodes = changes.map(({ node }) => node);
  const command = `osctl patch mc --patch @${path} --rolling`;
  await changeNodes(...prepare(action, run, { nodes, limits: APPLY_LIMITS, command, request }));
}

/** Performs actions one after the other; a failure stops them. */
export function inTurn(
  actions: readonly { readonly name: string; readonly action: NodeAction }[],
): NodeAction {
  return {
    title: actions[0]!.action.title,
    async describe(signal) {
      const text = await actions[0]!.action.describe(signal);
      return `${text}one node at a time; a failure stops it\n`;
    },
    async run({ signal, report }) {
      for (const [index, { name, action }] of actions.entries()) {
        signal.throwIfAborted();
        report(`${name} (${index + 1} of ${actions.length})`);
        await action.run({ signal, report: (text) => report(`${name}: ${text}`) });
      }
    },
  };
}
