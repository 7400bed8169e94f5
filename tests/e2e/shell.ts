/** A shell in a terminal with `./osctl` and a sandbox cluster. */
import { isInstalled, TerminalSession } from "../helpers/terminal.ts";
import { type RealCluster, withRealCluster } from "./cluster.ts";

const MISSING = !isInstalled("tmux") || !isInstalled("bash");

/** Whether tests in a shell are skipped; in CI a missing program is a failure. */
export const SKIPPED = MISSING && Deno.env.get("CI") !== "true";
/** Suffix of the names of these tests. */
export const NOTE = SKIPPED ? " (skipped: no tmux or bash here)" : "";

/** The shell, and a cluster of two nodes with another one in maintenance mode. */
export interface Shell {
  readonly terminal: TerminalSession;
  readonly program: RealCluster["program"];
  readonly worker: string;
  readonly unconfigured: string;
  enter(line: string): Promise<void>;
}

/** Starts the cluster and the shell, and runs the body. */
export async function withShell(body: (shell: Shell) => Promise<void>): Promise<void> {
  await withRealCluster(async ({ program, worker }) => {
    const unconfigured = worker.replace(/\d+$/, (last) => String(Number(last) + 1));
    const { command, args, env } = program.invocation;
    const words = [command, ...args].map((word) => `'${word}'`).join(" ");
    await Deno.writeTextFile(`${program.home}/osctl`, `#!/bin/sh\nexec ${words} "$@"\n`, {
      mode: 0o755,
    });
    await using terminal = await TerminalSession.start(
      ["bash", "--noprofile", "--norc", "-i"],
      { env, cwd: program.home, socket: `${program.home}/tmux` },
    );
    const enter = async (line: string) => {
      await terminal.type(line);
      await terminal.press("Enter");
    };
    await enter("PS1='ready> '; clear; stty -a > before");
    await body({ terminal, program, worker, unconfigured, enter });
  }, ["--unconfigured", "1"]);
}

/** Waits until a new command runs with the terminal settings of the start. */
export async function expectCleanTerminal({ terminal, enter }: Shell): Promise<void> {
  await enter("clear; stty -a > after; cmp before after && echo as be''fore");
  await terminal.until((screen) => screen.includes("as before"), "an unchanged terminal");
}
