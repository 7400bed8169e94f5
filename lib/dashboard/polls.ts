/**
 * Polls of a node: one call each, whose response updates the node's model.
 *
 * @module
 */
import { State } from "../../proto/cosi.ts";
import { type machine, MachineService } from "../../proto/machine.ts";
import type { Clock } from "../async/clock.ts";
import { callNode } from "../client/mod.ts";
import { toNodeFailure } from "../client/node_error.ts";
import type { Envelope, NodeCallOptions, NodeClient } from "../client/types.ts";
import { DOMAIN } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { Value } from "../output/value.ts";
import { specOf } from "../resource/document.ts";
import { toResource } from "../resource/resource.ts";
import { errorClass, RpcError } from "../rpc/mod.ts";
import type { Method } from "../rpc/types.ts";
import { applyMachineStatus } from "./apply_resource.ts";
import type { NodeModel } from "./types.ts";
import { compareCpu, rateOf, toDiskUsage, toMemoryUsage, toNumber } from "./usage.ts";

/** The last counters of a node, to compare with. Times in milliseconds. */
export interface Samples {
  cpu?: { readonly at: number; readonly stat: machine.ISystemStat };
  network?: { readonly at: number; readonly stats: machine.INetworkDeviceStats };
  disks?: { readonly at: number; readonly stats: machine.IDiskStats };
  processes?: { readonly cpuSeconds: number; readonly times: ReadonlyMap<number, number> };
  /** CPU seconds of all cores since the first sample. */
  cpuSeconds: number;
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
  systemStat: createPoll(MachineService.SystemStat, applySystemStat),
  memory: createPoll(MachineService.Memory, ({ model }, memory) => {
    model.memory = toMemoryUsage(memory);
    const { used, total } = model.memory;
    model.series.memory.push(total > 0 ? used / total : 0);
  }),
  loadAvg: createPoll(MachineService.LoadAvg, ({ model }, { load1, load5, load15 }) => {
    model.load = [load1, load5, load15];
    model.series.load.push(load1);
  }),
  network: createPoll(MachineService.NetworkDeviceStats, applyNetwork),
  disks: createPoll(MachineService.DiskStats, applyDisks),
  mounts: createPoll(MachineService.Mounts, ({ model }, { stats }) => {
    model.mounts = stats;
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
    model.services = services;
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
  samples.cpu = { at, stat };
  model.bootTime = toNumber(stat.bootTime);
  model.processesRunning = toNumber(stat.processRunning);
  model.processesBlocked = toNumber(stat.processBlocked);
  const difference = compareCpu(before?.stat.cpuTotal, stat.cpuTotal);
  if (before === undefined || difference === undefined) return;
  model.cpu = difference;
  samples.cpuSeconds += difference.seconds;
  model.series.cpu.push(difference.shares.usage);
  const elapsed = at - before.at;
  model.contextSwitches = rateOf(before.stat.contextSwitches, stat.contextSwitches, elapsed);
  model.processesCreated = rateOf(before.stat.processCreated, stat.processCreated, elapsed);
}

function applyNetwork(
  { model, samples }: PollTarget,
  stats: machine.INetworkDeviceStats,
  at: number,
) {
  const before = samples.network;
  samples.network = { at, stats };
  const elapsed = before === undefined ? 0 : at - before.at;
  const rates = (
    device: machine.INetDev | null | undefined,
    other: machine.INetDev | null | undefined,
  ) => ({
    received: rateOf(other?.rxBytes, device?.rxBytes, other ? elapsed : 0),
    sent: rateOf(other?.txBytes, device?.txBytes, other ? elapsed : 0),
    receivedPackets: rateOf(other?.rxPackets, device?.rxPackets, other ? elapsed : 0),
    sentPackets: rateOf(other?.txPackets, device?.txPackets, other ? elapsed : 0),
  });
  const { received, sent } = rates(stats.total, before?.stats.total);
  model.received = received;
  model.sent = sent;
  if (received !== undefined) model.series.received.push(received);
  if (sent !== undefined) model.series.sent.push(sent);
  const known = new Map(before?.stats.devices?.map((device) => [device.name, device]));
  model.devices = (stats.devices ?? []).map((device) => ({
    name: device.name ?? "",
    ...rates(device, known.get(device.name)),
    errors: toNumber(device.rxErrors) + toNumber(device.txErrors),
    dropped: toNumber(device.rxDropped) + toNumber(device.txDropped),
  }));
}

const SECTOR_BYTES = 512;

function applyDisks({ model, samples }: PollTarget, stats: machine.IDiskStats, at: number) {
  const before = samples.disks;
  samples.disks = { at, stats };
  const elapsed = before === undefined ? 0 : at - before.at;
  const bytes = (sectors: number | undefined) => sectors && sectors * SECTOR_BYTES;
  const rates = (
    disk: machine.IDiskStat | null | undefined,
    other: machine.IDiskStat | null | undefined,
  ) => {
    const ms = other ? elapsed : 0;
    const busy = rateOf(other?.ioTimeMs, disk?.ioTimeMs, ms);
    return {
      read: bytes(rateOf(other?.readSectors, disk?.readSectors, ms)),
      written: bytes(rateOf(other?.writeSectors, disk?.writeSectors, ms)),
      reads: rateOf(other?.readCompleted, disk?.readCompleted, ms),
      writes: rateOf(other?.writeCompleted, disk?.writeCompleted, ms),
      busy: busy === undefined ? undefined : Math.min(busy / 1000, 1),
    };
  };
  const { read, written } = rates(stats.total, before?.stats.total);
  if (read !== undefined) model.series.diskRead.push(read);
  if (written !== undefined) model.series.diskWritten.push(written);
  const known = new Map(before?.stats.devices?.map((disk) => [disk.name, disk]));
  model.disks = (stats.devices ?? []).map((disk) => ({
    name: disk.name ?? "",
    ...rates(disk, known.get(disk.name)),
  }));
}

function applyProcesses({ model, samples }: PollTarget, { processes }: machine.IProcess) {
  const before = samples.processes;
  const all = processes ?? [];
  samples.processes = {
    cpuSeconds: samples.cpuSeconds,
    times: new Map(all.map(({ pid, cpuTime }) => [pid ?? 0, cpuTime ?? 0])),
  };
  const seconds = before === undefined ? 0 : samples.cpuSeconds - before.cpuSeconds;
  model.processes = all.map((process) => {
    const earlier = before?.times.get(process.pid ?? 0);
    const spent = earlier === undefined ? undefined : (process.cpuTime ?? 0) - earlier;
    return {
      process,
      cpu: spent === undefined || !(seconds > 0)
        ? undefined
        : Math.min(Math.max(spent / seconds, 0), 1),
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
 * @throws Errors that are bugs, and the signal's reason.
 */
export async function pollNode(
  target: PollTarget,
  names: readonly PollName[],
  options: PollOptions,
): Promise<void> {
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
}

/**
 * Returns the error of one node.
 *
 * @throws Anything that is no error of a node.
 */
export function errorOf(node: string, failure: unknown): OsctlError {
  if (!(failure instanceof OsctlError)) throw failure;
  return toNodeFailure(node, failure).error;
}

/** Whether another attempt would fail too: the node, or the caller's role, does not permit it. */
export function isRefusal(error: OsctlError): boolean {
  return error instanceof RpcError && errorClass(error.code) === "refused";
}
