/**
 * Parsers of `/proc/loadavg` and `/proc/stat` (proc(5)).
 *
 * @module
 */

/** Load averages over 1, 5 and 15 minutes. */
export interface LoadAverage {
  readonly load1: number;
  readonly load5: number;
  readonly load15: number;
}

/** Parses `/proc/loadavg`. */
export function parseLoadAverage(text: string): LoadAverage {
  const [load1 = 0, load5 = 0, load15 = 0] = text.split(" ").map(Number);
  return { load1, load5, load15 };
}

/** CPU times since boot, seconds. */
export interface CpuTimes {
  readonly user: number;
  readonly nice: number;
  readonly system: number;
  readonly idle: number;
  readonly iowait: number;
  readonly irq: number;
  readonly softIrq: number;
  readonly steal: number;
  readonly guest: number;
  readonly guestNice: number;
}

/** Counts of software interrupts by type. */
export interface SoftIrqs {
  readonly hi: number;
  readonly timer: number;
  readonly netTx: number;
  readonly netRx: number;
  readonly block: number;
  readonly blockIoPoll: number;
  readonly tasklet: number;
  readonly sched: number;
  readonly hrtimer: number;
  readonly rcu: number;
}

/** The content of `/proc/stat`. */
export interface SystemCounters {
  /** Unix seconds. */
  readonly bootTime: number;
  readonly cpuTotal: CpuTimes;
  /** Indexed by CPU number. */
  readonly cpu: readonly CpuTimes[];
  readonly irqTotal: number;
  /** Indexed by interrupt number. */
  readonly irq: readonly number[];
  readonly contextSwitches: number;
  readonly processCreated: number;
  readonly processRunning: number;
  readonly processBlocked: number;
  readonly softIrqTotal: number;
  readonly softIrq: SoftIrqs;
}

/** Parses `/proc/stat`, whose times are in clock ticks. */
export function parseSystemStat(text: string, ticksPerSecond: number): SystemCounters {
  const lines = new Map<string, number[]>();
  for (const line of text.split("\n")) {
    const [name = "", ...values] = line.trim().split(/\s+/);
    if (name !== "") lines.set(name, values.map(Number));
  }
  const values = (name: string) => lines.get(name) ?? [];
  const first = (name: string) => values(name)[0] ?? 0;
  const cpu: CpuTimes[] = [];
  for (const [name, ticks] of lines) {
    const [, number] = /^cpu([0-9]+)$/.exec(name) ?? [];
    if (number !== undefined) cpu[Number(number)] = cpuTimes(ticks, ticksPerSecond);
  }
  return {
    bootTime: first("btime"),
    cpuTotal: cpuTimes(values("cpu"), ticksPerSecond),
    // Offline CPUs have no line.
    cpu: Array.from(cpu, (times) => times ?? cpuTimes([], ticksPerSecond)),
    irqTotal: first("intr"),
    irq: values("intr").slice(1),
    contextSwitches: first("ctxt"),
    processCreated: first("processes"),
    processRunning: first("procs_running"),
    processBlocked: first("procs_blocked"),
    softIrqTotal: first("softirq"),
    softIrq: softIrqs(values("softirq").slice(1)),
  };
}

function cpuTimes(ticks: readonly number[], ticksPerSecond: number): CpuTimes {
  const seconds = (index: number) => (ticks[index] ?? 0) / ticksPerSecond;
  return {
    user: seconds(0),
    nice: seconds(1),
    system: seconds(2),
    idle: seconds(3),
    iowait: seconds(4),
    irq: seconds(5),
    softIrq: seconds(6),
    steal: seconds(7),
    guest: seconds(8),
    guestNice: seconds(9),
  };
}

function softIrqs(counts: readonly number[]): SoftIrqs {
  const count = (index: number) => counts[index] ?? 0;
  return {
    hi: count(0),
    timer: count(1),
    netTx: count(2),
    netRx: count(3),
    block: count(4),
    blockIoPoll: count(5),
    tasklet: count(6),
    sched: count(7),
    hrtimer: count(8),
    rcu: count(9),
  };
}
