/**
 * Running processes from `/proc`, without kernel threads, as on Talos nodes.
 *
 * @module
 */
import { readKernelUnits } from "./process_stat.ts";
import { type KernelUnits, parseCommandLine, parseStat } from "./process_stat.ts";
import { TimeSlice } from "./time_slice.ts";

/** A running process. Memory in bytes, time in seconds. */
export interface ProcessInfo {
  pid: number;
  ppid: number;
  state: string;
  threads: number;
  cpuTime: number;
  virtualMemory: number;
  residentMemory: number;
  command: string;
  /** Empty when this user may not read it. */
  executable: string;
  args: string;
  label: string;
}

/** Returns all processes in directory order. Skips processes that exit meanwhile. */
export async function listProcesses(proc = "/proc"): Promise<ProcessInfo[]> {
  const units = readKernelUnits(proc);
  const found: ProcessInfo[] = [];
  const slice = new TimeSlice();
  for (const { name } of Deno.readDirSync(proc)) {
    if (!/^[0-9]+$/.test(name)) continue;
    const process = readProcess(proc, name, units);
    if (process !== undefined) found.push(process);
    if (slice.isExpired()) await slice.renew();
  }
  return found;
}

function readProcess(proc: string, pid: string, units: KernelUnits): ProcessInfo | undefined {
  const folder = `${proc}/${pid}`;
  try {
    const stat = parseStat(Deno.readTextFileSync(`${folder}/stat`));
    if (stat === undefined || stat.isKernelThread || stat.state === "Z") return undefined;
    return {
      pid: Number(pid),
      ppid: stat.ppid,
      state: stat.state,
      threads: stat.threads,
      cpuTime: stat.ticks / units.ticksPerSecond,
      virtualMemory: stat.virtualMemory,
      residentMemory: stat.residentPages * units.pageSize,
      command: Deno.readTextFileSync(`${folder}/comm`).trim(),
      executable: readExecutable(folder),
      args: parseCommandLine(Deno.readTextFileSync(`${folder}/cmdline`)),
      label: readLabel(folder),
    };
  } catch (error) {
    if (hasExited(error)) return undefined;
    throw error;
  }
}

function readExecutable(folder: string): string {
  try {
    return Deno.readLinkSync(`${folder}/exe`);
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) return "";
    throw error;
  }
}

/** Returns the security label; empty without a security module. */
function readLabel(folder: string): string {
  try {
    return Deno.readTextFileSync(`${folder}/attr/current`).trim();
  } catch {
    // The error code differs by kernel and security module.
    return "";
  }
}

/** Reports whether the process has exited: ENOENT on open, ESRCH on read. */
function hasExited(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound ||
    // ESRCH: the process exited between open and read. The runtime has no class for it.
    (error instanceof Error && error.message.includes("os error 3"));
}
