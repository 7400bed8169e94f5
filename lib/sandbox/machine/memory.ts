/**
 * Parser of `/proc/meminfo`.
 *
 * @module
 */

/** Parses `Name:  value kB` lines. Values are in kB, except counts. */
export function parseMemoryInfo(text: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, name, value] = /^([^:]+):\s+([0-9]+)/.exec(line) ?? [];
    if (name !== undefined) values.set(name, Number(value));
  }
  return values;
}

/** Kernel names by field names of the protobuf message. */
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

/** A field of `machine.MemInfo`. */
export type MemoryField = keyof typeof KERNEL_NAMES;

/** Parses `/proc/meminfo` into the fields of `machine.MemInfo`; 0 for fields the kernel lacks. */
export function memoryFields(text: string): Record<MemoryField, number> {
  const values = parseMemoryInfo(text);
  const fields = Object.entries(KERNEL_NAMES).map((
    [field, name],
  ) => [field, values.get(name) ?? 0]);
  return Object.fromEntries(fields);
}
