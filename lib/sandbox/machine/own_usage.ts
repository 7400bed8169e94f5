/**
 * Memory and CPU usage of this process: of its cgroup when no other process is in it, otherwise from
 * `/proc/self/stat`.
 *
 * @module
 */
import { readKernelUnits } from "./process_stat.ts";
import { parseStat } from "./process_stat.ts";

/** Resource usage of a container. */
export interface Usage {
  /** Bytes. */
  readonly memory: number;
  /** CPU time, nanoseconds. */
  readonly cpu: number;
}

/** Paths and process id; replaced in tests. */
export interface UsageSources {
  readonly proc?: string;
  readonly cgroups?: string;
  readonly pid?: number;
}

/** Returns the current usage. */
export function readOwnUsage(sources: UsageSources = {}): Usage {
  const { proc = "/proc", cgroups = "/sys/fs/cgroup", pid = Deno.pid } = sources;
  const own = ownGroups(read(`${proc}/self/cgroup`), cgroups, pid);
  return usageOfGroups(own) ?? usageOfProcess(proc);
}

/** Folders of the cgroups that account memory and CPU time of this process alone. */
interface Groups {
  /** cgroup v2. */
  readonly unified: string | undefined;
  /** cgroup v1 controllers. */
  readonly memory: string | undefined;
  readonly cpuacct: string | undefined;
}

/** Parses `/proc/self/cgroup` (cgroups(7)). Skips groups with other processes. */
function ownGroups(text: string, root: string, pid: number): Groups {
  const groups = new Map<string, string>();
  for (const line of text.trimEnd().split("\n")) {
    const [, controllers, path] = /^[0-9]+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) continue;
    for (const name of controllers.split(",")) {
      const folder = `${root}${name === "" ? "" : `/${name}`}${path === "/" ? "" : path}`;
      if (read(`${folder}/cgroup.procs`).trim() === String(pid)) groups.set(name, folder);
    }
  }
  return {
    unified: groups.get(""),
    memory: groups.get("memory"),
    cpuacct: groups.get("cpuacct"),
  };
}

function usageOfGroups({ unified, memory, cpuacct }: Groups): Usage | undefined {
  if (unified !== undefined) {
    const [, microseconds] = /^usage_usec ([0-9]+)$/m.exec(read(`${unified}/cpu.stat`)) ?? [];
    const bytes = read(`${unified}/memory.current`).trim();
    // The controllers may be disabled in this group.
    if (microseconds !== undefined && bytes !== "") {
      return { memory: Number(bytes), cpu: Number(microseconds) * 1000 };
    }
  }
  if (memory === undefined || cpuacct === undefined) return undefined;
  const bytes = read(`${memory}/memory.usage_in_bytes`).trim();
  const nanoseconds = read(`${cpuacct}/cpuacct.usage`).trim();
  if (bytes === "" || nanoseconds === "") return undefined;
  return { memory: Number(bytes), cpu: Number(nanoseconds) };
}

function usageOfProcess(proc: string): Usage {
  const { pageSize, ticksPerSecond } = readKernelUnits(proc);
  const stat = parseStat(read(`${proc}/self/stat`));
  return {
    memory: (stat?.residentPages ?? 0) * pageSize,
    cpu: (stat?.ticks ?? 0) / ticksPerSecond * 1e9,
  };
}

/** Reads a file; empty when it is missing or not accessible. */
function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    const isAbsent = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotADirectory;
    if (isAbsent) return "";
    throw error;
  }
}
