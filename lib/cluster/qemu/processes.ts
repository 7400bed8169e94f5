/**
 * The processes of a cluster, found by their command lines: pid files can name processes of others.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import type { Clock, Spawn } from "../../platform/system.ts";
import { isAlive, type ProcessIdentity, readIdentity } from "../process_identity.ts";
import { sendSignal } from "../background.ts";

/** A process. */
export interface ClusterProcess extends ProcessIdentity {
  readonly command: readonly string[];
}

/** Programs of a cluster besides this one. */
const PROGRAMS = /^(qemu-system-\w+|qemu-kvm|swtpm|dnsmasq|slirp4netns)$/;
/** Hidden commands of this program and of talosctl. */
const LAUNCHERS = new Set([
  "qemu-run",
  "qemu-launch",
  "dhcpd-launch",
  "loadbalancer-launch",
  "kms-launch",
  "siderolink-launch",
]);

/** Returns whether a command line belongs to a cluster's program. */
export function isClusterProgram(command: readonly string[]): boolean {
  const [program = ""] = command;
  return PROGRAMS.test(program.slice(program.lastIndexOf("/") + 1)) ||
    command.some((word) => LAUNCHERS.has(word));
}

/** Matches a word that names the folder or a path in it, also as the value of an option. */
function pathPattern(folder: string): RegExp {
  return new RegExp(`(^|[=:,])${RegExp.escape(folder)}($|[/,])`);
}

/**
 * Returns the processes of the cluster in a state folder: known programs whose command line names
 * the folder, or whose output is a log in it, as for talosctl's launchers.
 */
export async function findProcesses(folder: string, spawn: Spawn): Promise<ClusterProcess[]> {
  const processes: ClusterProcess[] = [];
  const pattern = pathPattern(folder);
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readCommand(Number(name));
    if (!isClusterProgram(command)) continue;
    const isOwn = command.some((word) => pattern.test(word)) ||
      await writesTo(Number(name), folder);
    if (!isOwn) continue;
    const identity = await readIdentity(Number(name), spawn);
    if (identity !== undefined) processes.push({ ...identity, command });
  }
  return processes;
}

/** Returns the words of a command line; none for a process that has exited. */
async function readCommand(pid: number): Promise<string[]> {
  try {
    const text = await Deno.readTextFile(`/proc/${pid}/cmdline`);
    return text.split("\0").filter((word) => word !== "");
  } catch (error) {
    if (error instanceof Error && isGone(error)) return [];
    throw error;
  }
}

/** Returns whether standard output or error of a process is a file in the folder. */
async function writesTo(pid: number, folder: string): Promise<boolean> {
  for (const descriptor of [1, 2]) {
    try {
      const target = await Deno.readLink(`/proc/${pid}/fd/${descriptor}`);
      if (target.startsWith(`${folder}/`)) return true;
    } catch (error) {
      if (!(error instanceof Error) || !isGone(error)) throw error;
    }
  }
  return false;
}

/** Returns whether a process has exited, or belongs to another user. */
function isGone(error: Error): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    error.message.includes("os error 3");
}

const POLL_MS = 20;
/** Time between SIGTERM and SIGKILL, and until a failure, milliseconds. */
const GRACE_MS = 10_000;

/**
 * Stops the processes of a cluster until none is left: launchers first, which stop their programs.
 *
 * @throws {OsctlError} when a process cannot be stopped.
 */
export async function stopProcesses(
  folder: string,
  { spawn, clock }: { readonly spawn: Spawn; readonly clock: Clock },
): Promise<void> {
  const isLauncher = ({ command }: ClusterProcess) => command.some((word) => LAUNCHERS.has(word));
  for (const signal of ["SIGTERM", "SIGTERM", "SIGKILL", "SIGKILL"] as const) {
    const found = await findProcesses(folder, spawn);
    if (found.length === 0) return;
    const launchers = found.filter(isLauncher);
    const targets = launchers.length > 0 ? launchers : found;
    for (const { pid } of targets) sendSignal(pid, signal);
    const deadline = clock.now() + GRACE_MS;
    while (clock.now() < deadline && await anyAlive(targets, spawn)) await sleep(clock, POLL_MS);
  }
  const left = await findProcesses(folder, spawn);
  if (left.length === 0) return;
  const [{ pid, command }] = left as [ClusterProcess];
  throw new OsctlError("unsupported", `process ${pid} (${command[0]}) did not exit after SIGKILL`);
}

async function anyAlive(processes: readonly ClusterProcess[], spawn: Spawn): Promise<boolean> {
  for (const process of processes) if (await isAlive(process, spawn)) return true;
  return false;
}
