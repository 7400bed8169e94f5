/**
 * Memory and CPU statistics from `/proc/meminfo` and `/proc/stat`.
 *
 * @module
 */
import { type CpuTimes, parseSystemStat } from "../../machine/kernel_stat.ts";
import { readKernelUnits } from "../../machine/process_stat.ts";
import { type MemoryField, memoryFields } from "../../machine/memory.ts";
import { type Controller, desired } from "../controller.ts";
import {
  CPU_STATS,
  type CpuStats,
  MEMORY_STATS,
  type MemoryStats,
} from "../definitions/machine.ts";
import { Decimal } from "../yaml_text.ts";
import { readText } from "./system_files.ts";

const LATEST = "latest";

/** Returns the controller of memory and CPU statistics. */
export function statsController(): Controller {
  return {
    name: "perf.StatsController",
    inputs: [],
    outputs: [
      { definition: CPU_STATS, kind: "exclusive" },
      { definition: MEMORY_STATS, kind: "exclusive" },
    ],
    refresh: { kind: "poll", everyMs: 5000 },
    run: () => {
      const stat = readText("/proc/stat");
      const memory = readText("/proc/meminfo");
      return [
        ...stat === undefined ? [] : [desired(CPU_STATS, LATEST, cpuStats(stat))],
        ...memory === undefined ? [] : [desired(MEMORY_STATS, LATEST, memoryStats(memory))],
      ];
    },
  };
}

/** Spec names in order, with the field names of the `Memory` method. */
const MEMORY: readonly (readonly [name: string, field: MemoryField])[] = [
  ["available", "memavailable"],
  ["buffers", "buffers"],
  ["cached", "cached"],
  ["swapCached", "swapcached"],
  ["active", "active"],
  ["inactive", "inactive"],
  ["activeAnon", "activeanon"],
  ["inactiveAnon", "inactiveanon"],
  ["activeFile", "activefile"],
  ["inactiveFile", "inactivefile"],
  ["unevictable", "unevictable"],
  ["mlocked", "mlocked"],
  ["swapTotal", "swaptotal"],
  ["swapFree", "swapfree"],
  ["dirty", "dirty"],
  ["writeback", "writeback"],
  ["anonPages", "anonpages"],
  ["mapped", "mapped"],
  ["shmem", "shmem"],
  ["slab", "slab"],
  ["sreclaimable", "sreclaimable"],
  ["sunreclaim", "sunreclaim"],
  ["kernelStack", "kernelstack"],
  ["pageTables", "pagetables"],
  ["nfsunstable", "nfsunstable"],
  ["bounce", "bounce"],
  ["writeBacktmp", "writebacktmp"],
  ["commitLimit", "commitlimit"],
  ["commitTedas", "committedas"],
  ["vmallocTotal", "vmalloctotal"],
  ["vmallocUsed", "vmallocused"],
  ["vmallocChunk", "vmallocchunk"],
  ["hardwareCorrupted", "hardwarecorrupted"],
  ["anonHugePages", "anonhugepages"],
  ["shmemHugePages", "shmemhugepages"],
  ["shmemPmdMapped", "shmempmdmapped"],
  ["cmaTotal", "cmatotal"],
  ["cmaFree", "cmafree"],
  ["hugePagesTotal", "hugepagestotal"],
  ["hugePagesFree", "hugepagesfree"],
  ["hugePagesRsvd", "hugepagesrsvd"],
  ["hugePagesSurp", "hugepagessurp"],
  ["hugepagesize", "hugepagesize"],
  ["directMap4k", "directmap4k"],
  ["directMap2m", "directmap2m"],
  ["directMap1g", "directmap1g"],
];

/** Converts `/proc/meminfo`. */
export function memoryStats(text: string): MemoryStats {
  const fields = memoryFields(text);
  return {
    total: fields.memtotal,
    used: fields.memtotal - fields.memfree,
    ...Object.fromEntries(MEMORY.map(([name, field]) => [name, fields[field]])),
  };
}

/** Converts `/proc/stat`. */
export function cpuStats(text: string): CpuStats {
  const stat = parseSystemStat(text, readKernelUnits().ticksPerSecond);
  return {
    cpu: stat.cpu.map(decimals),
    cpuTotal: decimals(stat.cpuTotal),
    irqTotal: stat.irqTotal,
    contextSwitches: stat.contextSwitches,
    processCreated: stat.processCreated,
    processRunning: stat.processRunning,
    processBlocked: stat.processBlocked,
    softIrqTotal: stat.softIrqTotal,
  };
}

function decimals(times: CpuTimes): Readonly<Record<string, Decimal>> {
  return Object.fromEntries(
    Object.entries(times).map(([name, seconds]) => [name, new Decimal(seconds)]),
  );
}
