/**
 * Columns of control groups by subject, with the widths of talosctl.
 *
 * @module
 */
import type { Cgroup } from "./cgroup_tree.ts";
import {
  type CgroupValue,
  formatBytes,
  formatMicroseconds,
  formatPercent,
  formatValue,
} from "./cgroup_value.ts";

/** Names of processes and devices of a node. */
export interface ResolvedNames {
  /** By process id. */
  readonly processes: ReadonlyMap<string, string>;
  /** By `<major>:<minor>`. */
  readonly devices: ReadonlyMap<string, string>;
}

/** A column; `parent` is undefined for the root. */
export interface CgroupColumn {
  readonly header: string;
  cell(group: Cgroup, parent: Cgroup | undefined, names: ResolvedNames): string;
}

type Format = (value: CgroupValue) => string;

const bytes = (header: string, file: string): CgroupColumn => ({
  header,
  cell: (group) => formatBytes(group.value(file)).padStart(8),
});
const plain = (header: string, file: string, width: number): CgroupColumn => ({
  header,
  cell: (group) => formatValue(group.value(file)).padStart(width),
});
const line = (header: string, file: string): CgroupColumn => ({
  header,
  cell: (group) => group.line(file).padStart(12),
});
const count = (header: string, file: string): CgroupColumn => ({
  header,
  cell: (group) => String(group.values(file).length).padStart(7),
});
const time = (header: string, key: string): CgroupColumn => ({
  header,
  cell: (group) => formatMicroseconds(group.keyed("cpu.stat", key)).padStart(12),
});
const share = (header: string, key: string): CgroupColumn => ({
  header,
  cell: (group, parent) => {
    if (parent === undefined) return "-";
    const [part, whole] = [group, parent].map((one) => one.keyed("cpu.stat", key));
    return `${formatPercent(part, whole).padStart(6)}%`;
  },
});
const ratio = (header: string, part: string, whole: string): CgroupColumn => ({
  header,
  cell: (group) => `${formatPercent(group.value(part), group.value(whole)).padStart(6)}%`,
});
const pressure = (
  header: string,
  file: string,
  [key, name]: readonly [key: "some" | "full", name: string],
  format: Format = formatValue,
  width = 6,
): CgroupColumn => ({
  header,
  cell: (group) => format(group.nested(file, key, name)).padStart(width),
});
/** Two counters for each disk. */
const disks = (
  header: string,
  [read, written]: readonly [string, string],
  format: Format,
  inRoot: boolean,
): CgroupColumn => ({
  header,
  cell: (group, parent, { devices }) => {
    if (parent === undefined && !inRoot) return "";
    const values = group.nestedKeys("io.stat").map((device) => {
      const of = (name: string) => format(group.nested("io.stat", device, name));
      return { disk: devices.get(device) ?? device, text: `${of(read)}/${of(written)}` };
    });
    return values.sort((a, b) => a.disk < b.disk ? -1 : 1)
      .map(({ disk, text }) => `${disk}: ${text} `).join("");
  },
});

const processes: CgroupColumn = {
  header: "Processes",
  cell: (group, parent, names) => {
    if (parent === undefined) return "";
    const found = group.values("cgroup.procs").map(formatValue);
    const text = found.map((id) => names.processes.get(id) ?? id).join(" ");
    return [...`[${text}]`].slice(0, 50).join("");
  },
};

/** The columns of each subject. */
export const PRESET_COLUMNS = {
  cpu: [
    plain("CpuWeight", "cpu.weight", 6),
    plain("CpuNice", "cpu.weight.nice", 6),
    {
      header: "CpuMax",
      cell: (group) =>
        `[${group.values("cpu.max").map((one) => formatValue(one).padStart(6)).join(" ")}]`,
    },
    time("CpuUser", "user_usec"),
    share("User/%", "user_usec"),
    time("CpuSystem", "system_usec"),
    share("System/%", "system_usec"),
    time("Throttled", "throttled_usec"),
  ],
  cpuset: [
    line("CpuSet", "cpuset.cpus"),
    line("CpuSet(Eff)", "cpuset.cpus.effective"),
    line("Mems", "cpuset.mems"),
    line("Mems(Eff)", "cpuset.mems.effective"),
  ],
  io: [
    disks("Bytes Read/Written", ["rbytes", "wbytes"], formatBytes, true),
    disks("ios Read/Write", ["rios", "wios"], formatValue, false),
    pressure("PressAvg10", "io.pressure", ["some", "avg10"]),
    pressure("PressAvg60", "io.pressure", ["some", "avg60"]),
    pressure("PressTotal", "io.pressure", ["some", "total"], formatMicroseconds, 12),
  ],
  memory: [
    bytes("MemCurrent", "memory.current"),
    bytes("MemPeak", "memory.peak"),
    bytes("MemLow", "memory.low"),
    ratio("Peak/Low", "memory.peak", "memory.low"),
    bytes("MemHigh", "memory.high"),
    bytes("MemMin", "memory.min"),
    ratio("Current/Min", "memory.current", "memory.min"),
    bytes("MemMax", "memory.max"),
  ],
  process: [
    plain("PidsCurrent", "pids.current", 8),
    plain("PidsPeak", "pids.peak", 8),
    plain("PidsMax", "pids.max", 8),
    count("Procs", "cgroup.procs"),
    count("Threads", "cgroup.threads"),
    processes,
  ],
  psi: [
    bytes("MemCurrent", "memory.current"),
    pressure("MemPsiSome10", "memory.pressure", ["some", "avg10"]),
    pressure("MemPsi10", "memory.pressure", ["full", "avg10"]),
    pressure("CpuPsi10", "cpu.pressure", ["full", "avg10"]),
    pressure("IoPsi10", "io.pressure", ["full", "avg10"]),
  ],
  swap: [
    bytes("SwapCurrent", "memory.swap.current"),
    bytes("SwapPeak", "memory.swap.peak"),
    bytes("SwapHigh", "memory.swap.high"),
    bytes("SwapMax", "memory.swap.max"),
    bytes("ZswapCurrent", "memory.zswap.current"),
    bytes("ZswapMax", "memory.zswap.max"),
    plain("ZswapWriteback", "memory.zswap.writeback", 0),
  ],
} satisfies Readonly<Record<string, readonly CgroupColumn[]>>;

/** Headers of the least important columns, the first to hide first from a narrow terminal. */
export const HIDE_FIRST: readonly string[] = [
  ...["Peak/Low", "Current/Min", "MemLow", "MemMin", "MemHigh"],
  ...["CpuNice", "System/%", "User/%", "CpuMax"],
  ...["PressTotal", "PressAvg60", "PidsPeak", "Procs"],
  ...["ZswapWriteback", "ZswapMax", "SwapHigh"],
];

/** A subject with columns. */
export type CgroupPreset = keyof typeof PRESET_COLUMNS;
