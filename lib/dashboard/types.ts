/**
 * What the dashboard knows about nodes. One writer per node updates it; views only read it.
 *
 * @module
 */
import type { machine } from "../../proto/machine.ts";
import type { EventEntry } from "../node/events/mod.ts";
import { compareNatural } from "../output/natural_order.ts";
import type { Value } from "../output/value.ts";
import { createSeries, type Measure, type Series } from "./series.ts";
import type { CpuDifference, DiskUsage, MemoryUsage } from "./usage.ts";

/** A condition that keeps a node from being ready. */
export interface UnmetCondition {
  readonly name: string;
  readonly reason: string;
}

/** A network device; rates per second, undefined until the second sample. */
export interface DeviceRates {
  readonly name: string;
  readonly received: number | undefined;
  readonly sent: number | undefined;
  readonly receivedPackets: number | undefined;
  readonly sentPackets: number | undefined;
  /** Since the boot. */
  readonly errors: number;
  /** Since the boot. */
  readonly dropped: number;
}

/** A disk; bytes and operations per second. */
export interface DiskRates {
  readonly name: string;
  readonly read: number | undefined;
  readonly written: number | undefined;
  readonly reads: number | undefined;
  readonly writes: number | undefined;
  /** Share of the time with I/O in progress, between 0 and 1. */
  readonly busy: number | undefined;
}

/** A process with its CPU time since the last sample, as a share of one CPU. */
export interface ProcessUsage {
  readonly process: machine.IProcessInfo;
  readonly cpu: number | undefined;
}

/** The etcd member of a node. */
export interface EtcdModel {
  status?: machine.IEtcdMemberStatus | undefined;
  /** All members, as known to this one. */
  members?: readonly machine.IEtcdMember[] | undefined;
  alarms?: readonly machine.IEtcdMemberAlarm[] | undefined;
  /** Why the node did not report its status. */
  problem?: string | undefined;
}

/** A resource of the selected node. */
export interface ResourceEntry {
  /** Without the domain, such as `Members.cluster`. */
  readonly type: string;
  readonly namespace: string;
  readonly id: string;
  readonly version: string;
  /** Milliseconds since the Unix epoch. */
  readonly updatedAt: number;
  readonly spec: Value;
  /** The spec as JSON, truncated. */
  readonly text: string;
}

/** A node. Undefined: not received yet. */
export interface NodeModel {
  /** As given by the user. */
  readonly node: string;
  hostname?: string | undefined;
  /** `controlplane` or `worker`. */
  role?: string | undefined;
  version?: string | undefined;
  /** Of the kubelet, such as `v1.31.1`. */
  kubernetesVersion?: string | undefined;
  /** Of the label of Kubernetes or of the cloud's metadata, such as `eu-1a`. */
  zone?: string | undefined;
  stage?: string | undefined;
  ready?: boolean | undefined;
  unmet: readonly UnmetCondition[];
  /** Seconds since the Unix epoch. */
  bootTime?: number | undefined;
  cpu?: CpuDifference | undefined;
  cpuCount?: number | undefined;
  cpuMhz?: number | undefined;
  /** Per second. */
  contextSwitches?: number | undefined;
  /** Per second. */
  processesCreated?: number | undefined;
  processesRunning?: number | undefined;
  processesBlocked?: number | undefined;
  memory?: MemoryUsage | undefined;
  /** Of 1, 5 and 15 minutes. */
  load?: readonly [number, number, number] | undefined;
  disk?: DiskUsage | undefined;
  /** Those with a size. */
  mounts: readonly machine.IMountStat[];
  /** Bytes per second, all devices. */
  received?: number | undefined;
  sent?: number | undefined;
  devices: readonly DeviceRates[];
  disks: readonly DiskRates[];
  /** With their last event only. */
  services?: readonly machine.ServiceInfo[] | undefined;
  processes: readonly ProcessUsage[];
  etcd: EtcdModel;
  /** Of the selected node, by type and ID. */
  readonly resources: Map<string, ResourceEntry>;
  /** Types of resources that the selected node has not sent in full: why; undefined before an answer. */
  readonly incompleteTypes: Map<string, string | undefined>;
  readonly series: Readonly<Record<Measure, Series>>;
  /** Why the last poll failed; undefined while the node responds. */
  problem?: string | undefined;
  /** Polls that the node refused, with their reasons. */
  readonly refused: Map<string, string>;
  /** Time of the last response, milliseconds since the Unix epoch. */
  updatedAt?: number | undefined;
  /** Interval of its polls, milliseconds. */
  periodMs: number;
}

/** An event of a node. */
export interface NodeEvent {
  readonly node: string;
  readonly event: EventEntry;
}

/** Creates the model of a node without data. */
export function createNodeModel(node: string): NodeModel {
  return {
    node,
    unmet: [],
    mounts: [],
    devices: [],
    disks: [],
    processes: [],
    etcd: {},
    resources: new Map(),
    incompleteTypes: new Map(),
    series: createSeries(),
    refused: new Map(),
    periodMs: 0,
  };
}

/** Intervals after which data is stale. */
const STALE_INTERVALS = 3;

/** Reports whether the data of a node is older than three intervals. */
export function isStale({ updatedAt, periodMs }: NodeModel, now: number): boolean {
  return updatedAt !== undefined && now - updatedAt > STALE_INTERVALS * periodMs;
}

/** Counts nodes by state. */
export function countNodes(nodes: readonly NodeModel[], now: number) {
  const down = nodes.filter(({ problem }) => problem !== undefined).length;
  const ready =
    nodes.filter((model) => model.problem === undefined && model.ready && !isStale(model, now))
      .length;
  return { down, ready };
}

/** States of a service that is not expected to change. */
const SETTLED_STATES = ["Running", "Finished", "Skipped"];

/** Returns the IDs of services that failed, are unhealthy, or have not started. */
export function unhealthyServices({ services }: NodeModel): string[] {
  return (services ?? []).filter(({ state, health }) =>
    !SETTLED_STATES.includes(state ?? "") ||
    (state === "Running" && health?.unknown === false && !health.healthy)
  ).map(({ id }) => id ?? "");
}

/** Returns the name to show for a node. */
export function nodeName({ node, hostname }: NodeModel): string {
  return hostname || node;
}

/** Sorts nodes by host name, `worker-2` before `worker-10`; nodes without one follow by address. */
export function inNaturalOrder(models: readonly NodeModel[]): NodeModel[] {
  return models.toSorted((a, b) =>
    Number(!a.hostname) - Number(!b.hostname) || compareNatural(nodeName(a), nodeName(b))
  );
}
