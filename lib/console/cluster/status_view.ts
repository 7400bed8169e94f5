/**
 * Output of the status of a declared cluster.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { hasColour } from "../../output/colour.ts";
import { printRows } from "../../output/print_rows.ts";
import type { Tint, View } from "../../output/rows.ts";
import { createScreenColumns, watchTable } from "../../output/screen/watch_table.ts";
import { selectFormat } from "../../output/select_format.ts";
import type { TableFlags } from "../../output/table_options.ts";
import { escapeControls, formatCount } from "../../output/text.ts";
import type { ConsoleContext } from "../context.ts";
import { isOtherSchematic } from "../../procedures/cluster/compare_node.ts";
import { addressOf, type KubernetesNodeState } from "../../procedures/cluster/observe_nodes.ts";
import {
  openRunningCluster,
  type RunningCluster,
  type RunningOptions,
} from "../../procedures/cluster/open_running.ts";
import { planCluster } from "../../procedures/cluster/plan_cluster.ts";
import { type NodeStatus, readStatus } from "../../procedures/cluster/read_status.ts";
import { printNotices } from "../print_notices.ts";

/** Digits of a schematic's ID in a table. */
const SHORT_ID = 8;

/** Columns and fields of a status. */
const statusView: View<NodeStatus> = {
  local: true,
  columns: [
    { header: "NAME", cell: ({ planned: { node } }) => node.name },
    { header: "ADDRESS", cell: ({ planned: { node } }) => addressOf(node) },
    { header: "ROLE", cell: ({ planned: { node } }) => node.role },
    {
      header: "CONFIGURATION",
      cell: configurationOf,
      tint: (row) => configurationOf(row) === "equal" ? "green" : "yellow",
    },
    {
      header: "TALOS",
      cell: ({ planned: { node }, differences }) =>
        versionText(differences?.os.actual, node.osVersion, differences === undefined),
    },
    {
      header: "SCHEMATIC",
      cell: schematicText,
      isPresent: ({ planned: { node }, differences }) =>
        node.schematic !== undefined || differences?.schematic.actual !== undefined,
    },
    {
      header: "KUBERNETES",
      cell: ({ differences, wantedKubernetes }) =>
        versionText(
          differences?.kubernetes.actual ?? "default",
          wantedKubernetes,
          differences === undefined,
        ),
    },
    {
      header: "ETCD",
      cell: ({ etcd }) => etcd ?? "",
      tint: ({ etcd }) => ETCD_TINTS.get(etcd ?? ""),
    },
    {
      header: "READY",
      cell: readyText,
      tint: (row) => READY_TINTS.get(readyText(row)) ?? "yellow",
    },
    { header: "NOTE", cell: noteText, isPresent: (row) => noteText(row) !== "" },
  ],
  fields: {
    name: ({ planned: { node } }) => node.name,
    address: ({ planned: { node } }) => addressOf(node) || null,
    role: ({ planned: { node } }) => node.role,
    group: ({ planned: { node } }) => node.group,
    locked: ({ planned: { node } }) => node.locked,
    remove: ({ planned: { node } }) => node.remove,
    configuration: configurationOf,
    osVersion: ({ differences }) => differences?.os.actual ?? null,
    wantedOsVersion: ({ planned: { node } }) => node.osVersion,
    schematic: ({ differences }) => differences?.schematic.actual ?? null,
    wantedSchematic: ({ planned: { node } }) => node.schematic ?? null,
    kubernetesVersion: ({ differences }) => differences?.kubernetes.actual ?? null,
    wantedKubernetesVersion: ({ wantedKubernetes }) => wantedKubernetes,
    etcd: ({ etcd }) => etcd ?? null,
    ready: ({ machine }) => machine?.ready ?? null,
    kubernetesReady: (row) => kubernetesNodeOf(row)?.isReady ?? null,
    cordoned: (row) => kubernetesNodeOf(row)?.isCordoned ?? null,
    stage: ({ machine }) => machine?.stage ?? null,
    unmet: ({ machine }) => machine?.unmet ?? [],
    reason: ({ reason }) => reason ?? null,
  },
  hideFirst: ["ADDRESS", "ROLE", "SCHEMATIC", "NOTE"],
};

const ETCD_TINTS: ReadonlyMap<string, Tint> = new Map([
  ["member", "green"],
  ["learner", "yellow"],
  ["missing", "red"],
  ["unknown", "yellow"],
]);

const READY_TINTS: ReadonlyMap<string, Tint> = new Map([["yes", "green"], ["unknown", "yellow"]]);

/** Flags of `cluster status`. */
export interface StatusFlags extends RunningOptions, TableFlags {
  readonly columns: readonly string[];
  readonly sortBy: string;
  readonly wide: boolean;
  /** Milliseconds between two reads of `--watch`. */
  readonly interval: number;
}

/**
 * Prints the status of a declared cluster.
 *
 * @throws {OsctlError} of kind `node` when the state of a node is unknown, after the table.
 */
export async function printStatus(
  context: ConsoleContext<NodeClient>,
  flags: StatusFlags,
): Promise<void> {
  await selectFormat(flags.output, {
    view: statusView,
    terminal: context.terminal.isTerminal("stdout"),
  });
  const rows = await readAll(
    context,
    await openRunningCluster(context, flags, printNotices(context)),
    flags,
  );
  await printRows(context, rows, statusView, flags);
  const silent = rows.filter(isUnknown);
  for (const { planned: { node }, reason } of silent) {
    await context.stderr.write(`osctl: ${escapeControls(`${node.name}: ${reason}`)}\n`);
  }
  if (silent.length === 0) return;
  throw new OsctlError("node", `the state of ${formatCount(silent.length, "node")} is unknown`);
}

/** Shows the status full screen, until q or ^C is pressed. */
export async function watchStatus(
  context: ConsoleContext<NodeClient>,
  flags: StatusFlags,
): Promise<void> {
  const running = await openRunningCluster(context, flags, printNotices(context));
  const columns = createScreenColumns(statusView, flags.columns);
  const { headers, keyHeaders } = columns;
  const hideFirst = flags.columns.length === 0 ? { hideFirst: statusView.hideFirst ?? [] } : {};
  const { loadDialers } = await import("../../rpc/mod.ts");
  await loadDialers();
  await context.status?.hide();
  await watchTable(context, {
    title: "cluster status",
    sortKeys: {},
    colour: hasColour(context),
    sort: flags.sortBy === "" ? undefined : columns.parseSort(flags.sortBy),
    isWide: flags.wide,
    source: {
      intervalMs: flags.interval,
      read: async () => {
        const statuses = await readAll(context, running, flags);
        const failures = statuses.filter(isUnknown)
          .map(({ planned: { node }, reason }) => `${node.name}: ${reason}`);
        const rows = statuses.map((row) => columns.toRow(row.planned.node.name, row));
        return { headers, keyHeaders, rows, failures, ...hideFirst };
      },
    },
  });
}

async function readAll(
  context: ConsoleContext<NodeClient>,
  { cluster, bundle }: RunningCluster,
  flags: StatusFlags,
): Promise<NodeStatus[]> {
  const plan = await planCluster(context, cluster, bundle, flags);
  return await readStatus(context, plan, bundle, flags);
}

function isUnknown({ reason }: NodeStatus): boolean {
  return reason !== undefined;
}

/** Returns whether the configuration is as declared; `none` in maintenance mode. */
function configurationOf({ planned: { found }, differences }: NodeStatus): string {
  if (found.kind === "maintenance") return "none";
  if (differences === undefined) return "unknown";
  return differences.fields.length === 0 ? "equal" : "different";
}

/** Returns `v1.8.3, wanted v1.8.4`, or the version when both are the same. */
function versionText(actual: string | undefined, wanted: string, isUnknown: boolean): string {
  const shown = isUnknown ? "unknown" : actual ?? "none";
  return shown === wanted ? shown : `${shown}, wanted ${wanted}`;
}

function schematicText({ planned: { node }, differences }: NodeStatus): string {
  if (differences === undefined) return "unknown";
  const { schematic } = differences;
  const actual = schematic.actual?.slice(0, SHORT_ID);
  if (!isOtherSchematic(schematic)) return actual ?? "";
  return versionText(actual, node.schematic?.slice(0, SHORT_ID) ?? "", false);
}

function kubernetesNodeOf({ planned: { found } }: NodeStatus): KubernetesNodeState | undefined {
  return found.kind === "running" ? found.kubernetesNode : undefined;
}

/** Returns `yes`, or the stage and what the node awaits. */
function readyText(row: NodeStatus): string {
  const { machine } = row;
  if (machine === undefined) return "unknown";
  if (machine.ready && machine.stage === "running") {
    // Without a network plug-in the machine is ready, and its Kubernetes node never.
    return kubernetesNodeOf(row)?.isReady === false ? "no: Kubernetes node" : "yes";
  }
  return machine.unmet.length === 0 ? machine.stage : `no: ${machine.unmet.join(", ")}`;
}

function noteText(row: NodeStatus): string {
  const { node } = row.planned;
  return [
    node.locked ? "locked" : "",
    node.remove ? "to remove" : "",
    kubernetesNodeOf(row)?.isCordoned ? "cordoned" : "",
  ].filter(Boolean).join(", ");
}
