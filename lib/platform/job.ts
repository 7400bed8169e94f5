/**
 * Job control: whether this process can be suspended.
 *
 * @module
 */

/** Process ids related to a process. */
export interface ProcessIds {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/**
 * Reports whether a shell with job control can resume this process after SIGSTOP. Otherwise (the
 * shell has exited, or the program is the terminal's only one) it would stay stopped.
 *
 * @param idsOf Looks up a process; undefined when it is not visible.
 */
export function canSuspend(
  idsOf: (pid: number) => ProcessIds | undefined = readIds,
  pid: number = Deno.pid,
): boolean {
  if (Deno.build.os === "windows") return false;
  if (Deno.build.os !== "linux") return true;
  const own = idsOf(pid);
  // Skip parents in the same process group, such as a script that started this program.
  let ancestor = own && idsOf(own.parent);
  while (ancestor && ancestor.group === own!.group) ancestor = idsOf(ancestor.parent);
  return ancestor !== undefined && ancestor.session === own!.session;
}

/** Reads `/proc/<pid>/stat` (proc_pid_stat(5)). The name in parentheses may itself contain `)`. */
function readIds(pid: number): ProcessIds | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(`/proc/${pid}/stat`);
  } catch (error) {
    // The process has exited, or is outside of the container's PID namespace.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return undefined;
    }
    throw error;
  }
  const [, parent, group, session] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(parent), group: Number(group), session: Number(session) };
}
