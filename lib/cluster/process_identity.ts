/**
 * Process identity: pid and start time, because the system reuses pids.
 *
 * @module
 */
import type { Spawn } from "../platform/system.ts";
import { readWindowsStartTime } from "../platform/windows_process.ts";

/** The identity of a process. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in a system-specific form. */
  readonly started: string;
}

/** The background process of a cluster. */
export interface ServingProcess extends ProcessIdentity {
  /** False until its starter has received that the nodes listen. */
  readonly isServing?: boolean;
}

/** Returns the identity of a running process; undefined when no process has this pid. */
export async function readIdentity(
  pid: number,
  spawn: Spawn,
): Promise<ProcessIdentity | undefined> {
  const { os } = Deno.build;
  const started = os === "linux"
    ? await readStartTime(pid)
    : os === "windows"
    ? readWindowsStartTime(pid)
    : await readStartTimeByProgram(pid, spawn);
  return started === undefined ? undefined : { pid, started };
}

/** Reports whether the process is still running. */
export async function isAlive(identity: ProcessIdentity, spawn: Spawn): Promise<boolean> {
  return (await readIdentity(identity.pid, spawn))?.started === identity.started;
}

/** Returns boot id and clock ticks since boot; undefined for a zombie. */
async function readStartTime(pid: number): Promise<string | undefined> {
  try {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
    // The command name in parentheses may contain any character.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    const boot = await Deno.readTextFile("/proc/sys/kernel/random/boot_id");
    return `${boot.trim()}/${fields[19]}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // ESRCH: the process exited during the read.
    if (error instanceof Error && error.message.includes("os error 3")) return undefined;
    throw error;
  }
}

async function readStartTimeByProgram(pid: number, spawn: Spawn): Promise<string | undefined> {
  const child = spawn("ps", {
    args: ["-o", "stat=,lstart=", "-p", String(pid)],
    env: { LC_ALL: "C", TZ: "UTC" },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  });
  const { stdout } = await child.output();
  const line = new TextDecoder().decode(stdout).trim();
  if (line === "" || line.startsWith("Z")) return undefined;
  return line.replace(/^\S+\s+/, "");
}
