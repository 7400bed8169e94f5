/**
 * Kills child processes.
 *
 * @module
 */

/** Kills a child process, which may have ended. */
export function killChild(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // The process has ended.
    if (!(error instanceof TypeError)) throw error;
  }
}
