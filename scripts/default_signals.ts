/**
 * Signals of child processes.
 *
 * @module
 */

/** Signals that shells ignore in background jobs, and `nohup` in its program. */
const IGNORABLE: readonly (readonly [signal: Deno.Signal, number: number])[] = [
  ["SIGHUP", 1],
  ["SIGINT", 2],
  ["SIGQUIT", 3],
];

let isDone = false;

/**
 * Lets child processes start with the default dispositions. A child inherits ignored signals, but not
 * handled ones: this process handles what it ignores, by ignoring it. Does nothing outside of Linux.
 */
export function useDefaultSignalsInChildren(): void {
  if (isDone || Deno.build.os !== "linux") return;
  isDone = true;
  for (const signal of ignoredSignals()) Deno.addSignalListener(signal, () => {});
}

/** Returns which of the signals this process ignores. */
export function ignoredSignals(): Deno.Signal[] {
  const [, mask = "0"] = /^SigIgn:\s*([0-9a-f]+)$/m
    .exec(Deno.readTextFileSync("/proc/self/status")) ?? [];
  const bits = BigInt(`0x${mask}`);
  return IGNORABLE.filter(([, number]) => (bits >> BigInt(number - 1) & 1n) === 1n)
    .map(([signal]) => signal);
}
