/**
 * Memory usage of nodes.
 *
 * @module
 */
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";
import { escapeControls } from "../../output/text.ts";

/** Counters in order of output: protobuf field and name in /proc/meminfo. Kibibytes. */
const COUNTERS = [
  ["memtotal", "MemTotal"],
  ["memfree", "MemFree"],
  ["memavailable", "MemAvailable"],
  ["buffers", "Buffers"],
  ["cached", "Cached"],
  ["swapcached", "SwapCached"],
  ["active", "Active"],
  ["inactive", "Inactive"],
  ["activeanon", "ActiveAnon"],
  ["inactiveanon", "InactiveAnon"],
  ["activefile", "ActiveFile"],
  ["inactivefile", "InactiveFile"],
  ["unevictable", "Unevictable"],
  ["mlocked", "Mlocked"],
  ["swaptotal", "SwapTotal"],
  ["swapfree", "SwapFree"],
  ["dirty", "Dirty"],
  ["writeback", "Writeback"],
  ["anonpages", "AnonPages"],
  ["mapped", "Mapped"],
  ["shmem", "Shmem"],
  ["slab", "Slab"],
  ["sreclaimable", "SReclaimable"],
  ["sunreclaim", "SUnreclaim"],
  ["kernelstack", "KernelStack"],
  ["pagetables", "PageTables"],
  ["nfsunstable", "NFSUnstable"],
  ["bounce", "Bounce"],
  ["writebacktmp", "WritebackTmp"],
  ["commitlimit", "CommitLimit"],
  ["committedas", "CommittedAS"],
  ["vmalloctotal", "VmallocTotal"],
  ["vmallocused", "VmallocUsed"],
  ["vmallocchunk", "VmallocChunk"],
  ["hardwarecorrupted", "HardwareCorrupted"],
  ["anonhugepages", "AnonHugePages"],
  ["shmemhugepages", "ShmemHugePages"],
  ["shmempmdmapped", "ShmemPmdMapped"],
  ["cmatotal", "CmaTotal"],
  ["cmafree", "CmaFree"],
  ["hugepagestotal", "HugePagesTotal"],
  ["hugepagesfree", "HugePagesFree"],
  ["hugepagesrsvd", "HugePagesRsvd"],
  ["hugepagessurp", "HugePagesSurp"],
  ["hugepagesize", "Hugepagesize"],
  ["directmap4k", "DirectMap4k"],
  ["directmap2m", "DirectMap2M"],
  ["directmap1g", "DirectMap1G"],
] as const;

type Counter = typeof COUNTERS[number][0];

/** Counters in kibibytes, huge pages as a number of pages. Absent counters are 0. */
export type MemoryCounters = { readonly [Name in Counter]?: Integer };

/** Memory of a node. */
export interface NodeMemory {
  readonly meminfo?: MemoryCounters | null | undefined;
}

/** Whether a counter is a number of pages. */
const isCount = (name: string): boolean => name.startsWith("HugePages");

const getCounter = ({ meminfo }: NodeMemory, name: Counter): bigint =>
  BigInt(toExactInteger(meminfo?.[name]));

/** Memory that is neither free nor a cache; 0 for inconsistent counters. */
function used(memory: NodeMemory): bigint {
  const rest = getCounter(memory, "memtotal") - getCounter(memory, "memfree") -
    getCounter(memory, "cached") -
    getCounter(memory, "buffers");
  return rest > 0n ? rest : 0n;
}

/** Columns of the table: header, field, value in kibibytes. */
const SUMMARY: readonly (readonly [string, string, (memory: NodeMemory) => bigint])[] = [
  ["TOTAL", "total", (memory) => getCounter(memory, "memtotal")],
  ["USED", "used", used],
  ["FREE", "free", (memory) => getCounter(memory, "memfree")],
  ["SHARED", "shared", (memory) => getCounter(memory, "shmem")],
  ["BUFFERS", "buffers", (memory) => getCounter(memory, "buffers")],
  ["CACHE", "cache", (memory) => getCounter(memory, "cached")],
  ["AVAILABLE", "available", (memory) => getCounter(memory, "memavailable")],
];

/** View of memory: one row per node in mebibytes; records have all counters, in bytes. */
export const memoryView: View<NodeMemory> = {
  name: "node",
  hideFirst: ["SHARED", "BUFFERS", "CACHE"],
  columns: SUMMARY.map(([header, , value]) => ({
    header,
    cell: (memory) => String(value(memory) / 1024n),
  })),
  fields: {
    ...Object.fromEntries(
      SUMMARY.map(([, name, value]) => [name, (memory: NodeMemory) => value(memory) * 1024n]),
    ),
    meminfo: (memory) =>
      Object.fromEntries(COUNTERS.map(([field, name]) => {
        const value = getCounter(memory, field);
        return [name, isCount(name) ? value : value * 1024n];
      })),
  },
};

/** Formats all counters of nodes, one per line. */
export function formatCounters(
  rows: readonly { readonly node: string; readonly row: NodeMemory }[],
): string {
  let text = "";
  for (const { node, row } of rows) {
    text += `NODE: ${escapeControls(node)}\n`;
    for (const [field, name] of COUNTERS) {
      text += `${name}: ${getCounter(row, field)}${isCount(name) ? "" : " kB"}\n`;
    }
  }
  return text;
}
