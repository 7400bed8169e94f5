/**
 * CPU shares and rates from two samples of a node's counters.
 *
 * @module
 */
import type { machine } from "../../proto/machine.ts";
import { type Integer, toExactInteger } from "../output/integer.ts";

/** Shares of CPU time between two samples, between 0 and 1. */
export interface CpuShares {
  /** All but idle and waiting for I/O. */
  readonly usage: number;
  readonly user: number;
  readonly nice: number;
  readonly system: number;
  readonly idle: number;
  readonly iowait: number;
  readonly irq: number;
  readonly steal: number;
}

/** The difference of two samples. */
export interface CpuDifference {
  readonly shares: CpuShares;
}

/** Memory in bytes. */
export interface MemoryUsage {
  readonly total: number;
  /** Neither free nor a cache. */
  readonly used: number;
  readonly free: number;
  readonly shared: number;
  readonly buffers: number;
  readonly cache: number;
  readonly available: number;
}

/** Converts an unsigned counter, which a node never reports above 2^53. */
export function toNumber(value: Integer): number {
  return Number(toExactInteger(value));
}

/** Returns CPU shares between two samples; undefined when no time passed, or after a restart. */
export function compareCpu(
  before: machine.ICPUStat | null | undefined,
  after: machine.ICPUStat | null | undefined,
): CpuDifference | undefined {
  if (!before || !after) return undefined;
  const part = (name: keyof machine.ICPUStat) => (after[name] ?? 0) - (before[name] ?? 0);
  const idle = part("idle");
  const iowait = part("iowait");
  const irq = part("irq") + part("softIrq");
  const [user, nice, system, steal] = [part("user"), part("nice"), part("system"), part("steal")];
  const busy = user + nice + system + irq + steal;
  const seconds = busy + idle + iowait;
  // The counters of iowait and steal may decrease slightly.
  if (!(seconds > 0) || user < 0 || system < 0) return undefined;
  const share = (value: number) => Math.min(Math.max(value / seconds, 0), 1);
  return {
    shares: {
      usage: share(busy),
      user: share(user),
      nice: share(nice),
      system: share(system),
      idle: share(idle),
      iowait: share(iowait),
      irq: share(irq),
      steal: share(steal),
    },
  };
}

/** Returns the rate of a counter per second; undefined after a reset of the counter. */
export function rateOf(before: Integer, after: Integer, elapsedMs: number): number | undefined {
  const difference = toNumber(after) - toNumber(before);
  return elapsedMs > 0 && difference >= 0 ? difference / (elapsedMs / 1000) : undefined;
}

/** Returns the memory of a node. */
export function toMemoryUsage({ meminfo }: machine.IMemory): MemoryUsage {
  const bytes = (value: Integer) => toNumber(value) * 1024;
  const { memtotal, memfree, cached, buffers, shmem, memavailable } = meminfo ?? {};
  const used = bytes(memtotal) - bytes(memfree) - bytes(cached) - bytes(buffers);
  return {
    total: bytes(memtotal),
    used: Math.max(used, 0),
    free: bytes(memfree),
    shared: bytes(shmem),
    buffers: bytes(buffers),
    cache: bytes(cached),
    available: bytes(memavailable),
  };
}

/** Use of a file system in bytes. */
export interface DiskUsage {
  readonly used: number;
  readonly total: number;
}

/** Mount points of the data of containers, in order of preference. */
const DATA_MOUNTS = ["/var", "/"];

/** Returns the use of the node's data partition; the largest file system where it has none. */
export function toDiskUsage(mounts: readonly machine.IMountStat[]): DiskUsage | undefined {
  const sized = mounts.map((mount) => ({ mount, total: toNumber(mount.size) }))
    .filter(({ mount, total }) => total > 0 && mount.filesystem?.startsWith("/dev/"));
  const find = (path: string) => sized.find(({ mount }) => mount.mountedOn === path);
  const found = DATA_MOUNTS.map(find).find((one) => one !== undefined) ??
    sized.sort((a, b) => b.total - a.total)[0];
  if (found === undefined) return undefined;
  return { used: found.total - toNumber(found.mount.available), total: found.total };
}
