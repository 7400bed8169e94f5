/**
 * Memory, from `/proc/meminfo`.
 *
 * @module
 */

/** Reads `Name:  value kB` lines: values as they stand, in kB but for counts. */
export function parseMemoryInfo(text: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, name, value] = /^([^:]+):\s+([0-9]+)/.exec(line) ?? [];
    if (name !== undefined) values.set(name, Number(value));
  }
  return values;
}

/** Field names on the wire, with the kernel's names for them. */
const KERNEL_NAMES = {
  memtotal: "MemTotal",
  memfree: "MemFree",
  memavailable: "MemAvailable",
  buffers: "Buffers",
  cached: "Cached",
  swapcached: "SwapCached",
  active: "Active",
  inactive: "Inactive",
  activeanon: "Active(anon)",
  inactiveanon: "Inactive(anon)",
  activefile: "Active(file)",
  inactivefile: "Inactive(file)",
  unevictable: "Unevictable",
  mlocked: "Mlocked",
  swaptotal: "SwapTotal",
  swapfree: "SwapFree",
  dirty: "Dirty",
  writeback: "Writeback",
  anonpages: "AnonPages",
  mapped: "Mapped",
  shmem: "Shmem",
  slab: "Slab",
  sreclaimable: "SReclaimable",
  sunreclaim: "SUnreclaim",
  kernelstack: "KernelStack",
  pagetables: "PageTables",
  nfsunstable: "NFS_Unstable",
  bounce: "Bounce",
  writebacktmp: "WritebackTmp",
  commitlimit: "CommitLimit",
  committedas: "Committed_AS",
  vmalloctotal: "VmallocTotal",
  vmallocused: "VmallocUsed",
  vmallocchunk: "VmallocChunk",
  hardwarecorrupted: "HardwareCorrupted",
  anonhugepages: "AnonHugePages",
  shmemhugepages: "ShmemHugePages",
  shmempmdmapped: "ShmemPmdMapped",
  cmatotal: "CmaTotal",
  cmafree: "CmaFree",
  hugepagestotal: "HugePages_Total",
  hugepagesfree: "HugePages_Free",
  hugepagesrsvd: "HugePages_Rsvd",
  hugepagessurp: "HugePages_Surp",
  hugepagesize: "Hugepagesize",
  directmap4k: "DirectMap4k",
  directmap2m: "DirectMap2M",
  directmap1g: "DirectMap1G",
} as const;

/** The fields of memory on the wire. */
export type MemoryField = keyof typeof KERNEL_NAMES;

/** Memory by the names of the wire; 0 for what this kernel does not count. */
export function memoryFields(text: string): Record<MemoryField, number> {
  const values = parseMemoryInfo(text);
  const fields = Object.entries(KERNEL_NAMES).map((
    [field, name],
  ) => [field, values.get(name) ?? 0]);
  return Object.fromEntries(fields);
}
