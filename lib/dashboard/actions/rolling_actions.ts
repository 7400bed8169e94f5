/**
 * Actions on several nodes, one after the other by the rolling code: it keeps etcd's quorum, takes the
 * lock of the cluster, checks the gates of the preferences, and stops at the first failure.
 *
 * @module
 */
import {
  type RollingCommand,
  runRollingApply,
  runRollingReboot,
  runRollingUpgrade,
  type UpgradeFlags,
} from "../../procedures/rolling/commands.ts";
import { DEFAULT_STEADINESS } from "../../procedures/rolling/gates/gate_set.ts";
import type { RollingOptions } from "../../procedures/rolling/parse_options.ts";
import type { ConfigChange, NodeReleases } from "../../node/machine_config/mod.ts";
import { describeUpgrades } from "../../node/version/upgrade_path.ts";
import { readNodeTags } from "../../node/version/version_skew.ts";
import { extendSystem } from "../../platform/system.ts";
import type { ActionContext, ActionRun, NodeAction } from "./types.ts";

/** Limits of each step and each drain, milliseconds. */
const STEP_MS = 30 * 60_000;
const DRAIN_MS = 5 * 60_000;

/** One node at a time, with the gates of the preferences. */
const OPTIONS: Omit<RollingOptions, "isPlan"> = {
  maxUnavailable: { kind: "count", value: 1 },
  canary: 0,
  pauseMs: 0,
  order: { kind: "name" },
  window: undefined,
  gates: [],
  steadiness: DEFAULT_STEADINESS,
  acceptsQuorumLoss: false,
  hasSnapshot: true,
  resume: undefined,
  report: undefined,
};

type Rolling = (
  context: ActionContext["context"],
  rolling: RollingOptions,
) => Promise<void>;

/** Returns the context of a rolling change whose output is reported line by line. */
function redirect(
  { context }: ActionContext,
  { signal, report }: ActionRun,
): ActionContext["context"] {
  const writer = {
    write(data: string | Uint8Array): Promise<void> {
      const text = typeof data === "string" ? data : new TextDecoder().decode(data);
      for (const line of text.trimEnd().split("\n")) report(line.replace(/^osctl: /, ""));
      return Promise.resolve();
    },
  };
  return extendSystem(context, {
    stdout: writer,
    stderr: writer,
    status: undefined,
    signal: AbortSignal.any([context.signal, signal]),
    terminal: extendSystem(context.terminal, { isTerminal: () => false }),
  });
}

function rollingAction(
  context: ActionContext,
  title: string,
  run: Rolling,
  describeNodes?: (signal: AbortSignal) => Promise<string>,
): NodeAction {
  return {
    title,
    async describe(signal) {
      const lines: string[] = [];
      const report = (text: string) => void lines.push(text);
      const [nodes] = await Promise.all([
        describeNodes?.(signal) ?? "",
        run(redirect(context, { signal, report }), { ...OPTIONS, isPlan: true }),
      ]);
      return `${title}, one node at a time; a failure stops it\n\n${nodes}${lines.join("\n")}\n`;
    },
    run: (one) => run(redirect(context, one), { ...OPTIONS, isPlan: false }),
  };
}

/** Flags of all rolling changes. */
function flagsOf({ flags }: ActionContext, nodes: readonly string[]) {
  return {
    ...flags,
    nodes,
    timeout: STEP_MS,
    drainTimeout: DRAIN_MS,
    output: "text" as const,
    // Confirmed in the dashboard.
    yes: true,
    drain: true,
    wait: true,
  };
}

/** Reboots nodes, drained as `reboot --rolling` does. */
export function rollingReboot(context: ActionContext, nodes: readonly string[]): NodeAction {
  const flags = { ...flagsOf(context, nodes), mode: "default" };
  const given = new Set<string>();
  return rollingAction(
    context,
    "drain and reboot",
    (system, rolling) => runRollingReboot(system, { flags, given, rolling }),
  );
}

/** Upgrades nodes. */
export function rollingUpgrade(
  context: ActionContext,
  nodes: readonly string[],
  { image, nameOf }: { readonly image: string; nameOf(node: string): string },
): NodeAction {
  const command: Omit<RollingCommand<UpgradeFlags>, "rolling"> = {
    flags: {
      ...flagsOf(context, nodes),
      image,
      allowDowngrade: false,
      force: false,
      insecure: false,
      noReboot: false,
      stage: false,
    },
    given: new Set(["image"]),
  };
  return rollingAction(
    context,
    `upgrade to ${image}`,
    (system, rolling) => runRollingUpgrade(system, { ...command, rolling }),
    async (signal) => {
      const upgrades = describeUpgrades(await readNodeTags(context.client, { signal }), image);
      const lines = nodes.map((node) =>
        `${nameOf(node)}: ${upgrades.get(node) ?? "unknown version"}\n`
      );
      return `${lines.join("")}\n`;
    },
  );
}

/** Applies the configurations of a dry run. */
export async function applyRolling(
  context: ActionContext,
  run: ActionRun,
  { path, changes, releases }: {
    readonly path: string;
    readonly changes: readonly ConfigChange[];
    readonly releases: NodeReleases;
  },
): Promise<void> {
  await runRollingApply(redirect(context, run), {
    flags: flagsOf(context, changes.map(({ node }) => node)),
    rolling: { ...OPTIONS, isPlan: false },
    mode: "auto",
    changes,
    releases,
    // As the command that continues it.
    secret: JSON.stringify([`@${path}`]),
    command: `osctl patch mc --patch @${path} --rolling`,
  });
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
