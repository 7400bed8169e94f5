/**
 * The job this process belongs to, as shells see it.
 *
 * @module
 */

/** Where a process stands among others. */
export interface Standing {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/**
 * Whether somebody could let this process go on after it was stopped: a shell with job control. A
 * job whose shell has gone, or that is its terminal's only program, would be stopped for ever.
 *
 * @param standingOf Looks up a process; undefined when it cannot.
 */
export function canSuspend(
  standingOf: (pid: number) => Standing | undefined = readStanding,
  pid: number = Deno.pid,
): boolean {
  if (Deno.build.os === "windows") return false;
  if (Deno.build.os !== "linux") return true;
  const own = standingOf(pid);
  // Scripts in between belong to the same job.
  let above = own && standingOf(own.parent);
  while (above && above.group === own!.group) above = standingOf(above.parent);
  return above !== undefined && above.session === own!.session;
}

/** From `/proc/<pid>/stat` (proc_pid_stat(5)); the name in it may hold anything but ends last. */
function readStanding(pid: number): Standing | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(`/proc/${pid}/stat`);
  } catch (error) {
    // It has just ended, or is above what a container shows.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return undefined;
    }
    throw error;
  }
  const [, parent, group, session] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(parent), group: Number(group), session: Number(session) };
}
