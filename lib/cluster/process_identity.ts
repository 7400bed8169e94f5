/**
 * Tells whether a process that was started earlier is still that process: a pid alone may have been
 * given to another one.
 *
 * @module
 */
import type { Spawn } from "../platform/system.ts";

/** A process, unmistakably. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in whatever form this system tells; equal for the same process only. */
  readonly started: string;
}

/** The identity of a living process, or undefined when no process has this pid. */
export async function identityOf(pid: number, spawn: Spawn): Promise<ProcessIdentity | undefined> {
  const started = Deno.build.os === "linux" ? await startOnLinux(pid) : await startByPs(pid, spawn);
  return started === undefined ? undefined : { pid, started };
}

/** Whether the very process is alive. */
export async function isAlive(identity: ProcessIdentity, spawn: Spawn): Promise<boolean> {
  return (await identityOf(identity.pid, spawn))?.started === identity.started;
}

/** Boot id and clock ticks since boot; undefined for a zombie, which has ended. */
async function startOnLinux(pid: number): Promise<string | undefined> {
  try {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
    // The name in parentheses may hold anything; the fields after it are fixed.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    const boot = await Deno.readTextFile("/proc/sys/kernel/random/boot_id");
    return `${boot.trim()}/${fields[19]}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // The process ended while its file was being read.
    if (error instanceof Error && error.message.includes("os error 3")) return undefined;
    throw error;
  }
}

async function startByPs(pid: number, spawn: Spawn): Promise<string | undefined> {
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
