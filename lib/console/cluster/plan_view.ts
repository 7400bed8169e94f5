/**
 * Output of the plan of a declared cluster.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { NegativeResult, OsctlError } from "../../errors.ts";
import type { PredictedEffect } from "../../machineconfig/predict_effect.ts";
import { describeEffect, formatEffects } from "../../node/machine_config/mod.ts";
import { colourDiff } from "../../output/colour_diff.ts";
import { createColours } from "../../output/colour.ts";
import { printRows } from "../../output/print_rows.ts";
import type { View } from "../../output/rows.ts";
import { selectFormat } from "../../output/select_format.ts";
import type { TableFlags } from "../../output/table_options.ts";
import { escapeControls } from "../../output/text.ts";
import type { ConsoleContext } from "../context.ts";
import { isOtherSchematic, type Versions } from "../../procedures/cluster/compare_node.ts";
import { addressOf } from "../../procedures/cluster/observe_nodes.ts";
import { openRunningCluster, type RunningOptions } from "../../procedures/cluster/open_running.ts";
import {
  type ClusterPlan,
  hasDifference,
  planCluster,
  type PlannedNode,
} from "../../procedures/cluster/plan_cluster.ts";
import { toStoredPlan, writePlan } from "../../procedures/cluster/stored_plan.ts";
import { printNotices } from "../print_notices.ts";

/** A node of a plan, or a member that the file does not declare. */
type PlanRow = PlannedNode | { readonly undeclared: string };

/** Digits of a schematic's ID in a table. */
const SHORT_ID = 8;

/** Columns and fields of a plan. */
export const planView: View<PlanRow> = {
  local: true,
  columns: [
    { header: "NAME", cell: nameOf },
    { header: "ADDRESS", cell: (row) => planned(row, ({ node }) => addressOf(node)) ?? "" },
    { header: "ROLE", cell: (row) => planned(row, ({ node }) => node.role) ?? "" },
    {
      header: "STATE",
      cell: (row) =>
        [stateOf(row), isLocked(row) ? "locked" : "", isCordoned(row) ? "cordoned" : ""]
          .filter(Boolean).join(", "),
      tint: (row) => ["same", "removed"].includes(stateOf(row)) ? "green" : "yellow",
    },
    {
      header: "TALOS",
      cell: (row) => versionText(row, ({ os }) => os),
    },
    {
      header: "SCHEMATIC",
      cell: (row) =>
        versionText(
          row,
          ({ schematic }) => isOtherSchematic(schematic) ? shortened(schematic) : undefined,
        ),
      isPresent: (row) =>
        planned(
          row,
          ({ differences }) => differences !== undefined && isOtherSchematic(differences.schematic),
        ) ?? false,
    },
    { header: "KUBERNETES", cell: (row) => versionText(row, ({ kubernetes }) => kubernetes) },
    { header: "CONFIGURATION", cell: configurationText },
    { header: "EFFECT", cell: effectText },
  ],
  fields: {
    name: nameOf,
    address: (row) => planned(row, ({ node }) => addressOf(node)) ?? null,
    role: (row) => planned(row, ({ node }) => node.role) ?? null,
    group: (row) => planned(row, ({ node }) => node.group) ?? null,
    state: stateOf,
    locked: isLocked,
    cordoned: (row) => isCordoned(row) ?? null,
    osVersion: (row) => versionsOf(row, ({ os }) => os)?.actual ?? null,
    wantedOsVersion: (row) => planned(row, ({ node }) => node.osVersion) ?? null,
    schematic: (row) => versionsOf(row, ({ schematic }) => schematic)?.actual ?? null,
    wantedSchematic: (row) => planned(row, ({ node }) => node.schematic) ?? null,
    kubernetesVersion: (row) => versionsOf(row, ({ kubernetes }) => kubernetes)?.actual ?? null,
    wantedKubernetesVersion: (row) =>
      versionsOf(row, ({ kubernetes }) => kubernetes)?.wanted ?? null,
    changes: (row) =>
      effectsOf(row).map(({ path, effect, service }) => ({
        path,
        effect,
        service: service ?? null,
      })),
    reason: (row) => planned(row, ({ reason }) => reason) ?? null,
  },
  hideFirst: ["ADDRESS", "ROLE", "SCHEMATIC"],
};

/** Reports whether the Kubernetes node of a row is cordoned; undefined when unknown. */
function isCordoned(row: PlanRow): boolean | undefined {
  return planned(
    row,
    ({ found }) => found.kind === "running" ? found.kubernetesNode?.isCordoned : undefined,
  );
}

/** Flags of `cluster plan`. */
export interface PlanFlags extends RunningOptions, TableFlags {
  readonly diff: boolean;
  /** File to store the plan in; empty for none. */
  readonly out: string;
}

/**
 * Prints the plan of a cluster file.
 *
 * @param observe Called with the plan before it is printed.
 * @throws {NegativeResult} with exit code 2 for differences; {@linkcode OsctlError} of kind `node` when
 *   there are none but a node does not respond.
 */
export async function printPlan(
  context: ConsoleContext<NodeClient>,
  flags: PlanFlags,
  observe: (plan: ClusterPlan) => void = () => {},
): Promise<void> {
  await selectFormat(flags.output, {
    view: planView,
    terminal: context.terminal.isTerminal("stdout"),
  });
  const { cluster, bundle } = await openRunningCluster(context, flags, printNotices(context));
  const plan = await planCluster(context, cluster, bundle, flags);
  observe(plan);
  if (flags.out !== "") await writePlan(context.cwd, flags.out, await toStoredPlan(plan, bundle));
  const rows = [
    ...plan.nodes,
    ...(plan.undeclared ?? []).map((undeclared) => ({ undeclared })),
  ];
  await printRows(context, rows, planView, flags);
  if (flags.output === "table") await printDetails(context, plan, flags);
  const silent = plan.nodes.filter(({ state }) => state === "unknown");
  for (const { node, reason } of silent) {
    await context.stderr.write(`osctl: ${escapeControls(`${node.name}: ${reason}`)}\n`);
  }
  if (!hasDifference(plan)) return;
  const isKnown = plan.nodes.some(({ state }) => !["same", "removed", "unknown"].includes(state));
  if (isKnown || plan.isUnborn) {
    throw new NegativeResult("the cluster differs from its file", 2);
  }
  const nodes = `${silent.length} node${silent.length === 1 ? "" : "s"}`;
  throw new OsctlError("node", `the state of ${nodes} is unknown`);
}

async function printDetails(
  { stdout, terminal, ...system }: ConsoleContext<NodeClient>,
  { nodes, steps }: ClusterPlan,
  { diff }: PlanFlags,
): Promise<void> {
  const isTerminal = terminal.isTerminal("stdout");
  const colours = createColours({ terminal, ...system });
  for (const planned of diff ? nodes.filter((one) => one.diff !== "") : []) {
    await stdout.write(
      `\n${colourDiff(planned.diff, colours, isTerminal)}\n` +
        formatEffects(planned.node.name, planned.differences!.fields),
    );
  }
  if (steps.length === 0) return;
  const lines = steps.map((step, index) => `${index + 1}. ${escapeControls(step)}\n`);
  await stdout.write(`\nSteps:\n${lines.join("")}`);
}

function planned<T>(row: PlanRow, read: (node: PlannedNode) => T): T | undefined {
  return "undeclared" in row ? undefined : read(row);
}

function nameOf(row: PlanRow): string {
  return "undeclared" in row ? row.undeclared : row.node.name;
}

function stateOf(row: PlanRow): string {
  return "undeclared" in row ? "undeclared" : row.state;
}

function isLocked(row: PlanRow): boolean {
  return planned(row, ({ node }) => node.locked) ?? false;
}

type Differences = NonNullable<PlannedNode["differences"]>;

function versionsOf(
  row: PlanRow,
  read: (differences: Differences) => Versions | undefined,
): Versions | undefined {
  const differences = planned(row, (one) => one.differences);
  return differences && read(differences);
}

/** Returns `v1.8.3 → v1.8.4`, or the version when there is no difference. */
function versionText(
  row: PlanRow,
  read: (differences: Differences) => Versions | undefined,
): string {
  const versions = versionsOf(row, read);
  if (versions === undefined) return "";
  const { actual = "default", wanted } = versions;
  return actual === wanted ? actual : `${actual} → ${wanted}`;
}

function shortened({ actual, wanted }: Versions): Versions {
  return { actual: actual?.slice(0, SHORT_ID) ?? "none", wanted: wanted.slice(0, SHORT_ID) };
}

function effectsOf(row: PlanRow): readonly PredictedEffect[] {
  return planned(row, ({ differences }) => differences?.fields) ?? [];
}

/** Returns the first changed field and the number of the others. */
function configurationText(row: PlanRow): string {
  const [first, ...others] = effectsOf(row);
  if (first === undefined) return "";
  return others.length === 0 ? first.path : `${first.path}, ${others.length} more`;
}

/** Effects, the most disruptive first. */
const BY_DISRUPTION: readonly PredictedEffect["effect"][] = [
  "reboot",
  "service-restart",
  "immediate",
  "manifests",
  "installation",
  "none",
];

/** Returns when the most disruptive change takes effect. */
function effectText(row: PlanRow): string {
  const effects = effectsOf(row);
  const strongest = BY_DISRUPTION.flatMap((kind) =>
    effects.filter(({ effect }) => effect === kind)
  );
  return strongest[0] === undefined ? "" : describeEffect(strongest[0]);
}
