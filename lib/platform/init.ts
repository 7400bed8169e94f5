/**
 * Duties of the first process of a container or virtual machine.
 *
 * @module
 */
import type { Clock } from "../async/clock.ts";

/** Interval between scans for exited orphans, milliseconds. */
const REAP_MS = 1000;
/** From <sys/wait.h>. */
const WNOHANG = 1;

/** Reports whether this process is the first of its PID namespace. */
export function isFirstProcess(): boolean {
  return Deno.pid === 1;
}

/**
 * Reaps exited orphans, which the kernel makes children of the first process, until the returned
 * function is called. Children of the runtime are reaped by the runtime, within one interval.
 */
export function reapOrphans(clock: Clock): () => void {
  const { symbols } = Deno.dlopen("libc.so.6", {
    waitpid: { parameters: ["i32", "pointer", "i32"], result: "i32" },
  });
  let known = new Set<number>();
  let cancel = () => {};
  const scan = () => {
    const zombies = listZombies();
    for (const pid of zombies) if (known.has(pid)) symbols.waitpid(pid, null, WNOHANG);
    known = zombies;
    cancel = clock.after(REAP_MS, scan);
  };
  scan();
  return () => cancel();
}

/** Returns the exited children of process 1. */
function listZombies(): Set<number> {
  const zombies = new Set<number>();
  for (const { name } of Deno.readDirSync("/proc")) {
    if (/^\d+$/.test(name) && isZombie(name)) zombies.add(Number(name));
  }
  return zombies;
}

function isZombie(pid: string): boolean {
  try {
    // The name in parentheses may contain spaces: "7 (a b) Z 1 …".
    return / Z 1 [^)]*$/.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch (error) {
    // It ended between the listing and the read; ESRCH has no class of its own.
    if (error instanceof Deno.errors.NotFound || isNoSuchProcess(error)) return false;
    throw error;
  }
}

function isNoSuchProcess(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === "ESRCH";
}
