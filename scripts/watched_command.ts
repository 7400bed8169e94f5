/**
 * Runs a command and interrupts it when it prints nothing for too long, so that the report names
 * the test that hangs; CI itself would end the run without a result.
 *
 * @module
 */

import { useDefaultSignalsInChildren } from "./default_signals.ts";

/** Lines by which the test runner reports only that nothing has happened. */
const IDLE_LINE = /has been running for over/;

export interface WatchedCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** Time without a line of output, after which the command is interrupted, milliseconds. */
  readonly silenceMs: number;
  /** Called with each line of output, without its end. */
  onLine(line: string): void;
}

/** Runs Deno with `args`; returns the exit code, and whether it was interrupted because of its silence. */
export async function runWatched(
  { args, cwd, env, silenceMs, onLine }: WatchedCommand,
): Promise<{ code: number; wasSilent: boolean }> {
  useDefaultSignalsInChildren();
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env,
    stdin: "null",
    stdout: "piped",
  }).spawn();
  let wasSilent = false;
  const interrupt = () => {
    // At the first signal the test runner names the tests that have not ended.
    child.kill(wasSilent ? "SIGKILL" : "SIGINT");
    wasSilent = true;
    timer = setTimeout(interrupt, silenceMs);
  };
  let timer = setTimeout(interrupt, silenceMs);
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      onLine(line);
      if (IDLE_LINE.test(line)) continue;
      clearTimeout(timer);
      timer = setTimeout(interrupt, silenceMs);
    }
  }
  if (rest !== "") onLine(rest);
  const { code } = await child.status;
  clearTimeout(timer);
  return { code, wasSilent };
}
