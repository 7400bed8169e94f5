/**
 * Memory of nodes.
 *
 * @module
 */
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { View } from "../../output/rows.ts";
import { escapeControls } from "../../output/text.ts";

/** Every figure, in order: its field in messages and its name for people. Kibibytes. */
const FIGURES = [
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

type Figure = typeof FIGURES[number][0];

/** A node's memory, in kibibytes; huge pages are counted. Absent figures are 0. */
export type MemoryFigures = { readonly [Name in Figure]?: Integer };

/** A node's answer. */
export interface MemoryAnswer {
  readonly meminfo?: MemoryFigures | null | undefined;
}

/** These are no amounts of memory. */
const isCount = (name: string): boolean => name.startsWith("HugePages");

const figure = ({ meminfo }: MemoryAnswer, name: Figure): bigint =>
  BigInt(toExactInteger(meminfo?.[name]));

/** What is neither free nor a cache; never less than nothing, whatever a node claims. */
function used(answer: MemoryAnswer): bigint {
  const rest = figure(answer, "memtotal") - figure(answer, "memfree") - figure(answer, "cached") -
    figure(answer, "buffers");
  return rest > 0n ? rest : 0n;
}

/** The figures of the table, with their headers and the names of their fields. Kibibytes. */
const SUMMARY: readonly (readonly [string, string, (answer: MemoryAnswer) => bigint])[] = [
  ["TOTAL", "total", (answer) => figure(answer, "memtotal")],
  ["USED", "used", used],
  ["FREE", "free", (answer) => figure(answer, "memfree")],
  ["SHARED", "shared", (answer) => figure(answer, "shmem")],
  ["BUFFERS", "buffers", (answer) => figure(answer, "buffers")],
  ["CACHE", "cache", (answer) => figure(answer, "cached")],
  ["AVAILABLE", "available", (answer) => figure(answer, "memavailable")],
];

/** One line for each node, in mebibytes; records hold every figure, in bytes. */
export const memoryView: View<MemoryAnswer> = {
  columns: SUMMARY.map(([header, , value]) => ({
    header,
    cell: (answer) => String(value(answer) / 1024n),
  })),
  fields: {
    ...Object.fromEntries(
      SUMMARY.map(([, name, value]) => [name, (answer: MemoryAnswer) => value(answer) * 1024n]),
    ),
    meminfo: (answer) =>
      Object.fromEntries(FIGURES.map(([field, name]) => {
        const value = figure(answer, field);
        return [name, isCount(name) ? value : value * 1024n];
      })),
  },
};

/** Every figure of a node on a line of its own. */
export function memoryBlock(node: string, answer: MemoryAnswer): string {
  let text = `NODE: ${escapeControls(node)}\n`;
  for (const [field, name] of FIGURES) {
    text += `${name}: ${figure(answer, field)}${isCount(name) ? "" : " kB"}\n`;
  }
  return text;
}
