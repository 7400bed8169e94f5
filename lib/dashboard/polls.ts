/**
 * Polls of a node: one call each, whose response updates the node's model.
 *
 * @module
 */
import { State } from "../../proto/cosi.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { omitFields } from "../../proto/omit_fields.ts";
import type { Clock } from "../async/clock.ts";
import { callNode } from "../client/mod.ts";
import type { Envelope, NodeCallOptions, NodeClient } from "../client/types.ts";
import { DOMAIN } from "../distribution.ts";
import { hasSize } from "../node/system/mod.ts";
import type { Integer } from "../output/integer.ts";
import type { Value } from "../output/value.ts";
import { specOf } from "../resource/document.ts";
import { toResource } from "../resource/resource.ts";
import type { Method } from "../rpc/types.ts";
import { errorOf, isRefusal } from "./node_failures.ts";
import { pollZone, readSpec } from "./zone_poll.ts";
import { applyMachineStatus, textOf } from "./apply_resource.ts";
import type { NodeModel } from "./types.ts";
import { compareCpu, rateOf, toDiskUsage, toMemoryUsage, toNumber } from "./usage.ts";

/**
 * The last counters of a node, to compare with. Times in milliseconds. Whole messages are not
 * retained: for 100 nodes they take tens of megabytes.
 */
export interface Samples {
  cpu?: {
    readonly at: number;
    readonly total: machine.ICPUStat | null | undefined;
    readonly contextSwitches: number;
    readonly processCreated: number;
  };
  network?: TotalSample<keyof typeof DEVICE_COUNTERS>;
  devices?: DeviceSample<keyof typeof DEVICE_COUNTERS>;
  disks?: TotalSample<keyof typeof DISK_COUNTERS> & DeviceSample<keyof typeof DISK_COUNTERS>;
  /** CPU seconds by process ID. */
  processes?: { readonly at: number; readonly times: ReadonlyMap<number, number> };
}

/** Sums of the counters of all devices. */
interface TotalSample<Name extends string> {
  readonly at: number;
  readonly total: Readonly<Record<Name, number>>;
}

/** Counters of devices by their names. */
interface DeviceSample<Name extends string> {
  readonly at: number;
  readonly devices: ReadonlyMap<string, Readonly<Record<Name, number>>>;
}

/** What a poll reads and writes. */
export interface PollTarget {
  readonly client: NodeClient;
  readonly model: NodeModel;
  readonly samples: Samples;
  readonly clock: Clock;
}

type Poll = (target: PollTarget, options: NodeCallOptions) => Promise<void>;

function createPoll<Message>(
  method: Method<object, Envelope<Message>>,
  apply: (target: PollTarget, message: Message, at: number) => void,
  request: object = {},
): Poll {
  return async (target, options) => {
    const { client, model, clock } = target;
    const message = await callNode(client, method, request, model.node, options);
    apply(target, message, clock.now());
  };
}

/** Creates a poll of a resource; a missing resource has no spec. */
function createResourcePoll(
  key: { readonly namespace: string; readonly type: string; readonly id: string },
  apply: (model: NodeModel, spec: Value) => void,
): Poll {
  return async ({ client, model }, options) => {
    const { resource } = await client.plainCall(State.Get, key, model.node, options);
    apply(model, await specOf(await toResource(resource)));
  };
}

/** All polls by name. */
export const POLLS = {
  // Without cores and interrupts: hundreds of counters.
  systemStat: createPoll(omitFields(MachineService.SystemStat, [4, 6, 12]), applySystemStat),
  memory: createPoll(MachineService.Memory, ({ model }, memory) => {
    model.memory = toMemoryUsage(memory);
    const { used, total } = model.memory;
    model.series.memory.push(total > 0 ? used / total : 0);
  }),
  loadAvg: createPoll(MachineService.LoadAvg, ({ model }, { load1, load5, load15 }) => {
    model.load = [load1, load5, load15];
    model.series.load.push(load1);
  }),
  /** The sum of all devices. */
  network: createPoll(omitFields(MachineService.NetworkDeviceStats, [3]), applyNetwork),
  devices: createPoll(MachineService.NetworkDeviceStats, applyDevices),
  disks: createPoll(MachineService.DiskStats, applyDisks),
  mounts: createPoll(MachineService.Mounts, ({ model }, { stats }) => {
    model.mounts = stats.filter(hasSize);
    model.disk = toDiskUsage(stats);
  }),
  version: createPoll(MachineService.Version, ({ model }, { version }) => {
    model.version = version?.tag ?? "";
  }),
  hostname: createPoll(MachineService.Hostname, ({ model }, { hostname }) => {
    model.hostname = hostname;
  }),
  cpuInfo: createPoll(MachineService.CPUInfo, ({ model }, { cpuInfo }) => {
    model.cpuCount = cpuInfo.length;
    model.cpuMhz = cpuInfo[0]?.cpuMhz;
  }),
  services: createPoll(MachineService.ServiceList, ({ model }, { services }) => {
    model.services = services.map(({ id, state, health, events }) =>
      machine.ServiceInfo.create({
        id,
        state,
        health,
        events: { events: events?.events.slice(-1) ?? [] },
      })
    );
  }),
  processes: createPoll(MachineService.Processes, applyProcesses),
  role: createResourcePoll(
    { namespace: "config", type: `MachineTypes.config.${DOMAIN}`, id: "machine-type" },
    (model, spec) => {
      if (typeof spec === "string") model.role = spec;
    },
  ),
  machineStatus: createResourcePoll(
    { namespace: "runtime", type: `MachineStatuses.runtime.${DOMAIN}`, id: "machine" },
    applyMachineStatus,
  ),
  zone: pollZone,
  kubernetesVersion: async (target, options) => {
    const key = { namespace: "k8s", type: `KubeletSpecs.kubernetes.${DOMAIN}`, id: "kubelet" };
    const { image } = await readSpec(target, key, options);
    target.model.kubernetesVersion = textOf(image)?.split("@")[0]?.split(":").at(-1);
  },
  etcdStatus: createPoll(MachineService.EtcdStatus, ({ model }, { memberStatus }) => {
    model.etcd.status = memberStatus ?? undefined;
    model.etcd.problem = undefined;
  }),
  etcdMembers: createPoll(
    MachineService.EtcdMemberList,
    ({ model }, { members }) => void (model.etcd.members = members),
    { queryLocal: true },
  ),
  etcdAlarms: createPoll(MachineService.EtcdAlarmList, ({ model }, { memberAlarms }) => {
    model.etcd.alarms = memberAlarms;
  }),
} as const satisfies Readonly<Record<string, Poll>>;

/** Name of a poll. */
export type PollName = keyof typeof POLLS;

/** Polls of every node at every interval. */
export const BASE_POLLS: readonly PollName[] = ["systemStat", "memory", "loadAvg", "network"];

/** Polls of facts that rarely change. */
export const FACT_POLLS: readonly PollName[] = ["version", "hostname", "mounts", "role"];

function applySystemStat({ model, samples }: PollTarget, stat: machine.ISystemStat, at: number) {
  const before = samples.cpu;
  const sample = {
    at,
    total: stat.cpuTotal,
    contextSwitches: toNumber(stat.contextSwitches),
    processCreated: toNumber(stat.processCreated),
  };
  samples.cpu = sample;
  model.bootTime = toNumber(stat.bootTime);
  model.processesRunning = toNumber(stat.processRunning);
  model.processesBlocked = toNumber(stat.processBlocked);
  const difference = compareCpu(before?.total, stat.cpuTotal);
  if (before === undefined || difference === undefined) return;
  model.cpu = difference;
  model.series.cpu.push(difference.shares.usage);
  const elapsed = at - before.at;
  model.contextSwitches = rateOf(before.contextSwitches, sample.contextSwitches, elapsed);
  model.processesCreated = rateOf(before.processCreated, sample.processCreated, elapsed);
}

/** Fields of a network device by the name of their rate. */
const DEVICE_COUNTERS = {
  received: "rxBytes",
  sent: "txBytes",
  receivedPackets: "rxPackets",
  sentPackets: "txPackets",
} as const;

/** Fields of a disk by the name of their rate. */
const DISK_COUNTERS = {
  readSectors: "readSectors",
  writeSectors: "writeSectors",
  reads: "readCompleted",
  writes: "writeCompleted",
  busyMs: "ioTimeMs",
} as const;

/** Returns the counters of a message as numbers. */
function readCounters<Name extends string, Field extends string>(
  fields: Readonly<Record<Name, Field>>,
  message: { readonly [Key in Field]?: Integer } | null | undefined,
): Record<Name, number> {
  return mapValues(fields, (field) => toNumber(message?.[field]));
}

/** Returns the rate of each counter per second; undefined without an earlier sample. */
function ratesOf<Name extends string>(
  before: Readonly<Record<Name, number>> | undefined,
  after: Readonly<Record<Name, number>>,
  elapsedMs: number,
): Record<Name, number | undefined> {
  return mapValues(
    after,
    (value, name) => before && rateOf(before[name], value, elapsedMs),
  );
}

function mapValues<Name extends string, Value, Result>(
  record: Readonly<Record<Name, Value>>,
  map: (value: Value, name: Name) => Result,
): Record<Name, Result> {
  return Object.fromEntries(
    Object.entries<Value>(record).map(([name, value]) => [name, map(value, name as Name)]),
  ) as Record<Name, Result>;
}

function applyNetwork(
  { model, samples }: PollTarget,
  { total }: machine.INetworkDeviceStats,
  at: number,
) {
  const before = samples.network;
  const elapsed = before === undefined ? 0 : at - before.at;
  const sample = readCounters(DEVICE_COUNTERS, total);
  samples.network = { at, total: sample };
  const { received, sent } = ratesOf(before?.total, sample, elapsed);
  model.received = received;
  model.sent = sent;
  if (received !== undefined) model.series.received.push(received);
  if (sent !== undefined) model.series.sent.push(sent);
}

function applyDevices(
  { model, samples }: PollTarget,
  { devices }: machine.INetworkDeviceStats,
  at: number,
) {
  const before = samples.devices;
  const elapsed = before === undefined ? 0 : at - before.at;
  const counters = new Map((devices ?? []).map((device) => [
    device.name ?? "",
    readCounters(DEVICE_COUNTERS, device),
  ]));
  samples.devices = { at, devices: counters };
  model.devices = (devices ?? []).map((device) => {
    const name = device.name ?? "";
    return {
      name,
      ...ratesOf(before?.devices.get(name), counters.get(name)!, elapsed),
      errors: toNumber(device.rxErrors) + toNumber(device.txErrors),
      dropped: toNumber(device.rxDropped) + toNumber(device.txDropped),
    };
  });
}

const SECTOR_BYTES = 512;

function applyDisks(
  { model, samples }: PollTarget,
  { total, devices }: machine.IDiskStats,
  at: number,
) {
  const before = samples.disks;
  const elapsed = before === undefined ? 0 : at - before.at;
  const sample = {
    at,
    total: readCounters(DISK_COUNTERS, total),
    devices: new Map((devices ?? []).map((disk) => [
      disk.name ?? "",
      readCounters(DISK_COUNTERS, disk),
    ])),
  };
  samples.disks = sample;
  const bytes = (sectors: number | undefined) => sectors && sectors * SECTOR_BYTES;
  const rates = (
    earlier: typeof sample.total | undefined,
    current: typeof sample.total,
  ) => {
    const { readSectors, writeSectors, reads, writes, busyMs } = ratesOf(earlier, current, elapsed);
    return {
      read: bytes(readSectors),
      written: bytes(writeSectors),
      reads,
      writes,
      busy: busyMs === undefined ? undefined : Math.min(busyMs / 1000, 1),
    };
  };
  const { read, written } = rates(before?.total, sample.total);
  if (read !== undefined) model.series.diskRead.push(read);
  if (written !== undefined) model.series.diskWritten.push(written);
  model.disks = [...sample.devices].map(([name, counters]) => ({
    name,
    ...rates(before?.devices.get(name), counters),
  }));
}

function applyProcesses(
  { model, samples }: PollTarget,
  { processes }: machine.IProcess,
  at: number,
) {
  const before = samples.processes;
  const all = processes ?? [];
  samples.processes = {
    at,
    times: new Map(all.map(({ pid, cpuTime }) => [pid ?? 0, cpuTime ?? 0])),
  };
  // Of one CPU, as in talosctl and top.
  const seconds = before === undefined ? 0 : (at - before.at) / 1000;
  model.processes = all.map((process) => {
    const earlier = before?.times.get(process.pid ?? 0);
    const spent = earlier === undefined ? undefined : (process.cpuTime ?? 0) - earlier;
    return {
      process,
      cpu: spent === undefined || !(seconds > 0) ? undefined : Math.max(spent / seconds, 0),
    };
  });
}

/** Options of {@linkcode pollNode}. */
export interface PollOptions {
  /** Deadline of each call, milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Makes the calls in parallel. A node that answers none of them has a `problem`, a single one that it
 * refuses is recorded in `refused`.
 *
 * @returns The first error other than a refusal, also when other polls succeed.
 * @throws Errors that are bugs, and the signal's reason.
 */
export async function pollNode(
  target: PollTarget,
  names: readonly PollName[],
  options: PollOptions,
): Promise<string | undefined> {
  const { model, clock } = target;
  const results = await Promise.allSettled(
    names.map((name) => POLLS[name](target, options)),
  );
  options.signal.throwIfAborted();
  let isReached = false;
  let lost: string | undefined;
  let refusal: string | undefined;
  for (const [index, result] of results.entries()) {
    const name = names[index]!;
    if (result.status === "fulfilled") {
      isReached = true;
      model.refused.delete(name);
      continue;
    }
    const error = errorOf(model.node, result.reason);
    if (name === "etcdStatus") {
      model.etcd.problem = error.message;
      model.etcd.status = undefined;
    }
    if (isRefusal(error)) {
      model.refused.set(name, error.message);
      refusal ??= error.message;
    } else lost ??= error.message;
  }
  if (isReached) model.updatedAt = clock.now();
  model.problem = isReached ? undefined : lost ?? refusal;
  return lost;
}
