/**
 * Core dumps of this process, which has private keys in memory.
 *
 * @module
 */

/** Memory that the kernel writes into a core dump, as bits (proc_pid_coredump_filter(5)). */
const FILTER = "/proc/self/coredump_filter";

/**
 * Leaves memory out of core dumps of this process and of its children: their stacks of calls
 * remain. Linux only; elsewhere, and without permission, the limit of the shell decides.
 */
export function omitMemoryFromCoreDumps(): void {
  if (Deno.build.os !== "linux") return;
  try {
    Deno.writeTextFileSync(FILTER, "0", { create: false });
  } catch (error) {
    // Not permitted, or /proc is not mounted.
    if (!(error instanceof Error) || !isUnavailable(error)) throw error;
  }
}

function isUnavailable(error: Error): boolean {
  return error instanceof Deno.errors.NotCapable || "code" in error ||
    /\(os error \d+\)/.test(error.message);
}
