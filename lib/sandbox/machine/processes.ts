/**
 * The running programs, from `/proc`. Threads of the kernel are left out, as nodes do.
 *
 * @module
 */
import { kernelUnits } from "./kernel_units.ts";
import { type KernelUnits, parseCommandLine, parseStat } from "./process_stat.ts";
import { Slices } from "./slices.ts";

/** One running program. Memory in bytes, time in seconds. */
export interface ProcessFacts {
  pid: number;
  ppid: number;
  state: string;
  threads: number;
  cpuTime: number;
  virtualMemory: number;
  residentMemory: number;
  command: string;
  /** Empty when another user's program does not show it. */
  executable: string;
  args: string;
  label: string;
}

/** Every program in `proc`, in the order of the folder. Those that end meanwhile are left out. */
export async function listProcesses(proc = "/proc"): Promise<ProcessFacts[]> {
  const units = kernelUnits(proc);
  const found: ProcessFacts[] = [];
  const slices = new Slices();
  for (const { name } of Deno.readDirSync(proc)) {
    if (!/^[0-9]+$/.test(name)) continue;
    const facts = readProcess(proc, name, units);
    if (facts !== undefined) found.push(facts);
    if (slices.due()) await slices.pause();
  }
  return found;
}

function readProcess(proc: string, pid: string, units: KernelUnits): ProcessFacts | undefined {
  const folder = `${proc}/${pid}`;
  try {
    const stat = parseStat(Deno.readTextFileSync(`${folder}/stat`));
    // A zombie has ended and only waits for its parent to notice.
    if (stat === undefined || stat.kernelThread || stat.state === "Z") return undefined;
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
    if (isGone(error)) return undefined;
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

/** The security label; empty where no security module gives one. */
function readLabel(folder: string): string {
  try {
    return Deno.readTextFileSync(`${folder}/attr/current`).trim();
  } catch {
    // Without a security module, or for another user's program, the kernel refuses in several ways.
    return "";
  }
}

/** ENOENT before a file is opened, ESRCH afterwards. */
function isGone(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound ||
    (error instanceof Error && "code" in error && error.code === "ESRCH");
}
