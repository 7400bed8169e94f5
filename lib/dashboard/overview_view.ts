/**
 * View of nodes: one row each.
 *
 * @module
 */
import type { Column, Tint, View } from "../output/rows.ts";
import { formatCompact, formatLoad, formatShare, formatUptime, UNKNOWN } from "./format.ts";
import { type NodeModel, unhealthyServices } from "./types.ts";

/** Shares that are highlighted. */
const HIGH_SHARE = 0.8;
const CRITICAL_SHARE = 0.9;

/** Stages in which a node is expected to stay. */
const SETTLED_STAGES = ["running", "maintenance"];

/** Returns the colour of a share between 0 and 1. */
export function shareTint(share: number | undefined): Tint | undefined {
  if (share === undefined || share < HIGH_SHARE) return undefined;
  return share < CRITICAL_SHARE ? "yellow" : "red";
}

/** Returns the used share of a node's memory. */
export function memoryShare({ memory }: NodeModel): number | undefined {
  return memory && memory.total > 0 ? memory.used / memory.total : undefined;
}

/** Returns the used share of a node's data partition. */
function diskShare({ disk }: NodeModel): number | undefined {
  return disk && disk.total > 0 ? disk.used / disk.total : undefined;
}

/** Returns the seconds since the boot of a node. */
export function uptimeOf({ bootTime }: NodeModel, now: number): number | undefined {
  return bootTime ? Math.max(now / 1000 - bootTime, 0) : undefined;
}

/** Sorts unknown values last in descending order. */
const orLast = (value: number | undefined): number => value ?? -1;

function shareColumn(
  header: string,
  share: (model: NodeModel) => number | undefined,
): Column<NodeModel> {
  return {
    header,
    cell: (model) => formatShare(share(model)),
    key: (model) => orLast(share(model)),
    tint: (model) => shareTint(share(model)),
  };
}

function rateColumn(header: string, rate: (model: NodeModel) => number | undefined) {
  return {
    header,
    cell: (model: NodeModel) => formatCompact(rate(model)),
    key: (model: NodeModel) => orLast(rate(model)),
  };
}

function stageTint({ stage }: NodeModel): Tint | undefined {
  if (stage === undefined) return undefined;
  return stage === "running" ? "green" : SETTLED_STAGES.includes(stage) ? undefined : "yellow";
}

/** Returns the view of nodes. `now`: returns milliseconds since the Unix epoch. */
export function overviewView(now: () => number): View<NodeModel> {
  const exact = (value: number | undefined, digits: number) =>
    value === undefined ? null : Number(value.toFixed(digits));
  return {
    name: "node",
    padding: 2,
    hideFirst: ["TX/S", "RX/S", "LOAD", "UPTIME", "ROLE", "VERSION", "STAGE"],
    columns: [
      { header: "NAME", cell: ({ hostname }) => hostname || UNKNOWN },
      { header: "ROLE", cell: ({ role }) => role ?? UNKNOWN },
      { header: "VERSION", cell: ({ version }) => version || UNKNOWN },
      { header: "STAGE", cell: ({ stage }) => stage ?? UNKNOWN, tint: stageTint },
      {
        header: "READY",
        cell: ({ ready }) => ready === undefined ? UNKNOWN : ready ? "yes" : "no",
        tint: ({ ready }) => ready === undefined ? undefined : ready ? "green" : "red",
      },
      {
        header: "UPTIME",
        cell: (model) => formatUptime(uptimeOf(model, now())),
        key: (model) => orLast(uptimeOf(model, now())),
      },
      shareColumn("CPU", ({ cpu }) => cpu?.shares.usage),
      shareColumn("MEM", memoryShare),
      {
        header: "LOAD",
        cell: ({ load }) => formatLoad(load?.[0]),
        key: ({ load }) => orLast(load?.[0]),
      },
      shareColumn("DISK", diskShare),
      rateColumn("RX/S", ({ received }) => received),
      rateColumn("TX/S", ({ sent }) => sent),
      {
        header: "BAD",
        cell: (model) => model.services ? String(unhealthyServices(model).length) : UNKNOWN,
        key: (model) => model.services ? unhealthyServices(model).length : -1,
        tint: (model) => unhealthyServices(model).length > 0 ? "red" : undefined,
      },
      {
        header: "PROBLEM",
        cell: ({ problem }) => problem ?? "",
        tint: () => "red",
        isPresent: ({ problem }) => problem !== undefined,
      },
    ],
    fields: {
      hostname: ({ hostname }) => hostname || null,
      role: ({ role }) => role ?? null,
      version: ({ version }) => version || null,
      stage: ({ stage }) => stage ?? null,
      ready: ({ ready }) => ready ?? null,
      unmetConditions: ({ unmet }) => unmet.map(({ name, reason }) => ({ name, reason })),
      uptimeSeconds: (model) => exact(uptimeOf(model, now()), 0),
      cpuPercent: ({ cpu }) => exact(cpu && cpu.shares.usage * 100, 1),
      memoryUsed: ({ memory }) => memory?.used ?? null,
      memoryTotal: ({ memory }) => memory?.total ?? null,
      load: ({ load }) => load ? [...load] : null,
      diskUsed: ({ disk }) => disk?.used ?? null,
      diskTotal: ({ disk }) => disk?.total ?? null,
      receivedPerSecond: ({ received }) => exact(received, 0),
      sentPerSecond: ({ sent }) => exact(sent, 0),
      unhealthyServices: (model) => model.services ? unhealthyServices(model) : null,
      problem: ({ problem }) => problem ?? null,
    },
  };
}
