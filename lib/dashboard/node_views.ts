/**
 * Views of the parts of a node, and of etcd and events, for screens.
 *
 * @module
 */
import type { machine } from "../../proto/machine.ts";
import { formatMemberId, getAlarmName } from "../node/etcd/mod.ts";
import { commandLine } from "../node/processes/mod.ts";
import { formatRelativeTime } from "../output/relative_time.ts";
import type { Column, View } from "../output/rows.ts";
import { formatSize } from "../output/size.ts";
import { fieldsOf, resourceKey, textOf } from "./apply_resource.ts";
import { formatCompact, formatExactShare, formatShare, PENDING, UNKNOWN } from "./format.ts";
import { shareTint } from "./overview_view.ts";
import type {
  DeviceRates,
  DiskRates,
  NodeEvent,
  NodeModel,
  ProcessUsage,
  ResourceEntry,
} from "./types.ts";
import { toNumber } from "./usage.ts";

/** A view whose rows are only drawn. */
type ScreenView<Row> = Pick<View<Row>, "columns">;

const orLast = (value: number | undefined): number => value ?? -1;

function numeric<Row>(
  header: string,
  value: (row: Row) => number | undefined,
  format: (value: number | undefined) => string = formatCompact,
): Column<Row> {
  return { header, cell: (row) => format(value(row)), key: (row) => orLast(value(row)) };
}

/** Formats CPU seconds like `ps`: `1h02m`, `3m04s`, `5.1s`. */
function formatCpuTime(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}h${two(seconds / 60 % 60)}m`;
  if (seconds >= 60) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}s`;
  return `${seconds.toFixed(1)}s`;
}

/** Returns the view of processes with their shares of CPU and memory. */
export function processUsageView({ memory }: NodeModel): ScreenView<ProcessUsage> {
  const resident = ({ process }: ProcessUsage) => toNumber(process.residentMemory);
  const share = (usage: ProcessUsage) =>
    memory && memory.total > 0 ? resident(usage) / memory.total : undefined;
  return {
    columns: [
      numeric("PID", ({ process }) => process.pid ?? 0, String),
      {
        header: "S",
        cell: ({ process }) => (process.state ?? "").trim(),
        tint: ({ process }) => process.state?.trim() === "Z" ? "red" : undefined,
      },
      numeric("CPU%", ({ cpu }) => cpu, formatExactShare),
      numeric("MEM%", share, formatExactShare),
      numeric(
        "VIRT",
        ({ process }) => toNumber(process.virtualMemory),
        (value) => formatSize(value ?? 0),
      ),
      numeric("RES", resident, (value) => formatSize(value ?? 0)),
      numeric(
        "TIME",
        ({ process }) => process.cpuTime ?? 0,
        (value) => formatCpuTime(value ?? 0),
      ),
      numeric("THR", ({ process }) => process.threads ?? 0, String),
      { header: "COMMAND", cell: ({ process }) => commandLine(process) },
    ],
  };
}

/** Returns the view of network devices with their links. */
export function devicesView({ resources }: NodeModel): ScreenView<DeviceRates> {
  const link = ({ name }: DeviceRates) =>
    fieldsOf(resources.get(resourceKey("LinkStatuses.net", name))?.spec);
  return {
    columns: [
      { header: "DEVICE", cell: ({ name }) => name },
      {
        header: "STATE",
        cell: (device) => textOf(link(device)["operationalState"]) ?? UNKNOWN,
        tint: (device) => link(device)["operationalState"] === "down" ? "red" : undefined,
      },
      { header: "MTU", cell: (device) => textOf(link(device)["mtu"]) ?? UNKNOWN },
      numeric("RX/S", ({ received }) => received),
      numeric("TX/S", ({ sent }) => sent),
      numeric("RX PKT/S", ({ receivedPackets }) => receivedPackets),
      numeric("TX PKT/S", ({ sentPackets }) => sentPackets),
      {
        ...numeric("ERRORS", ({ errors }: DeviceRates) => errors),
        tint: ({ errors }) => errors > 0 ? "yellow" : undefined,
      },
      numeric("DROPPED", ({ dropped }) => dropped),
    ],
  };
}

/** View of disks. */
export const diskRatesView: ScreenView<DiskRates> = {
  columns: [
    { header: "DISK", cell: ({ name }) => name },
    numeric("READ B/S", ({ read }) => read),
    numeric("WRITE B/S", ({ written }) => written),
    numeric("READS/S", ({ reads }) => reads),
    numeric("WRITES/S", ({ writes }) => writes),
    {
      ...numeric("BUSY", ({ busy }: DiskRates) => busy, formatShare),
      tint: ({ busy }) => shareTint(busy),
    },
  ],
};

/** View of mounted file systems with a size. */
export const mountUsageView: ScreenView<machine.IMountStat> = {
  columns: [
    { header: "MOUNTED ON", cell: ({ mountedOn }) => mountedOn ?? "" },
    { header: "FILESYSTEM", cell: ({ filesystem }) => filesystem ?? "" },
    numeric("SIZE", ({ size }) => toNumber(size), (value) => formatSize(value ?? 0)),
    numeric(
      "AVAILABLE",
      ({ available }) => toNumber(available),
      (value) => formatSize(value ?? 0),
    ),
    {
      ...numeric("USED", mountShare, formatShare),
      tint: (mount) => shareTint(mountShare(mount)),
    },
  ],
};

function mountShare({ size, available }: machine.IMountStat): number | undefined {
  const total = toNumber(size);
  return total > 0 ? (total - toNumber(available)) / total : undefined;
}

/** Returns the view of resources. `now`: milliseconds since the Unix epoch. */
export function resourcesView(now: number): ScreenView<ResourceEntry> {
  return {
    columns: [
      { header: "TYPE", cell: ({ type }) => type },
      { header: "ID", cell: ({ id }) => id },
      numeric("VERSION", ({ version }) => Number(version), String),
      {
        header: "UPDATED",
        cell: ({ updatedAt }) => formatRelativeTime(updatedAt, now),
        key: ({ updatedAt }) => updatedAt,
      },
      { header: "SPEC", cell: ({ text }) => text },
    ],
  };
}

/** Returns the role of a node's member; undefined without a status. */
export function etcdRole({ etcd: { status } }: NodeModel): string | undefined {
  if (!status) return undefined;
  if (status.isLearner) return "learner";
  return formatMemberId(status.leader) === formatMemberId(status.memberId) ? "leader" : "follower";
}

/** Returns the alarms of a node's member. */
function alarmsOf({ etcd: { status, alarms } }: NodeModel): string {
  const own = (alarms ?? []).filter(({ memberId, alarm }) =>
    alarm && formatMemberId(memberId) === formatMemberId(status?.memberId)
  );
  return [...new Set(own.map(({ alarm }) => getAlarmName({ alarm })))].join(",");
}

/** Columns of the status of a member. */
const STATUS_COLUMNS: readonly Column<NodeModel>[] = [
  { header: "MEMBER", cell: ({ etcd }) => formatMemberId(etcd.status?.memberId) },
  {
    header: "ROLE",
    cell: (model) => etcdRole(model) ?? UNKNOWN,
    tint: (model) => etcdRole(model) === "leader" ? "green" : undefined,
  },
  numeric(
    "DB SIZE",
    ({ etcd }) => toNumber(etcd.status?.dbSize),
    (value) => formatSize(value ?? 0),
  ),
  numeric(
    "IN USE",
    ({ etcd }) => toNumber(etcd.status?.dbSizeInUse),
    (value) => formatSize(value ?? 0),
  ),
  numeric("TERM", ({ etcd }) => toNumber(etcd.status?.raftTerm), String),
  numeric("INDEX", ({ etcd }) => toNumber(etcd.status?.raftIndex), String),
  numeric("APPLIED", ({ etcd }) => toNumber(etcd.status?.raftAppliedIndex), String),
  { header: "ALARMS", cell: alarmsOf, tint: () => "red" },
  {
    header: "ERRORS",
    cell: ({ etcd }) => (etcd.status?.errors ?? []).join(", "),
    tint: () => "red",
  },
];

/** Returns the column with {@linkcode PENDING} in its cells until the member sent its status. */
function ofStatus(column: Column<NodeModel>): Column<NodeModel> {
  const { cell, key, tint } = column;
  return {
    ...column,
    cell: (model) => model.etcd.status ? cell(model) : PENDING,
    ...(key ? { key: (model: NodeModel) => model.etcd.status ? key(model) : -1 } : {}),
    tint: (model) => model.etcd.status ? tint?.(model) : undefined,
  };
}

/** View of the etcd members of nodes. */
export const etcdView: ScreenView<NodeModel> = {
  columns: [
    { header: "NAME", cell: ({ node, hostname }) => hostname || node },
    ...STATUS_COLUMNS.map(ofStatus),
  ],
};

/** Formats the time of an event in UTC: `15:04:05`, with the date before today. */
function formatEventTime(seconds: number | undefined, now: number): string {
  if (seconds === undefined) return UNKNOWN;
  const text = new Date(seconds * 1000).toISOString();
  const isToday = text.slice(0, 10) === new Date(now).toISOString().slice(0, 10);
  return isToday ? text.slice(11, 19) : `${text.slice(5, 10)} ${text.slice(11, 19)}`;
}

/** Returns the view of events. `nameOf`: returns the name of a node. */
export function nodeEventsView(
  now: number,
  nameOf: (node: string) => string,
): ScreenView<NodeEvent> {
  return {
    columns: [
      {
        header: "TIME",
        cell: ({ event }) => formatEventTime(event.seconds, now),
        key: ({ event }) => event.seconds ?? 0,
      },
      { header: "NODE", cell: ({ node }) => nameOf(node) },
      { header: "EVENT", cell: ({ event }) => event.type.split(".").at(-1) ?? "" },
      { header: "SOURCE", cell: ({ event }) => event.source },
      {
        header: "MESSAGE",
        cell: ({ event }) => event.message,
        tint: ({ event }) => event.tint,
      },
    ],
  };
}
