/**
 * What this program uses: figures of its control group where it is alone in one, else its own.
 *
 * @module
 */
import { kernelUnits } from "./kernel_units.ts";
import { parseStat } from "./process_stat.ts";

/** What a container uses. */
export interface Usage {
  /** Bytes. */
  readonly memory: number;
  /** Processor time since the start, nanoseconds. */
  readonly cpu: number;
}

/** Where the kernel tells it, and who asks. */
export interface UsageSources {
  readonly proc?: string;
  readonly cgroups?: string;
  readonly pid?: number;
}

/** What the program uses at the moment. */
export function ownUsage(sources: UsageSources = {}): Usage {
  const { proc = "/proc", cgroups = "/sys/fs/cgroup", pid = Deno.pid } = sources;
  const own = ownGroups(read(`${proc}/self/cgroup`), cgroups, pid);
  return usageOfGroups(own) ?? usageOfProcess(proc);
}

/** Folders of the control groups that hold memory and processor time, if the program has them. */
interface Groups {
  /** The one group of cgroup v2. */
  readonly unified: string | undefined;
  /** Of cgroup v1, one for each. */
  readonly memory: string | undefined;
  readonly cpuacct: string | undefined;
}

/** Reads `/proc/self/cgroup` (cgroups(7)): groups with other programs in them are left out. */
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
    // A group need not count everything.
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
  const { pageSize, ticksPerSecond } = kernelUnits(proc);
  const stat = parseStat(read(`${proc}/self/stat`));
  return {
    memory: (stat?.residentPages ?? 0) * pageSize,
    cpu: (stat?.ticks ?? 0) / ticksPerSecond * 1e9,
  };
}

/** The text of a file; empty where there is none, or none for this user. */
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
