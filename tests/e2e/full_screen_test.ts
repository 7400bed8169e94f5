/** Full screen mode in a terminal, which is always restored. */
import assert from "node:assert/strict";
import { bundle } from "../../scripts/bundle.ts";
import { isInstalled, TerminalSession } from "../helpers/terminal.ts";
import { withRealCluster } from "./cluster.ts";

const MISSING = !isInstalled("tmux") || !isInstalled("bash");
const SKIPPED = MISSING && Deno.env.get("CI") !== "true";

/** Full screens, and what they show. */
const SCREENS: readonly (readonly [command: string, shown: (screen: string) => boolean])[] = [
  ["processes --watch", (screen) => screen.startsWith("NODE") && /\d kB|MB/.test(screen)],
  [
    "dashboard -d 1s",
    (screen) =>
      screen.includes("1 Overview") && /\d+%.*\d+%/.test(screen) && screen.includes("q: quit"),
  ],
];

Deno.test({
  name: "a full screen leaves the terminal as it was, also when suspended, terminated and hung up" +
    (SKIPPED ? " (skipped: no tmux or bash here)" : ""),
  ignore: SKIPPED,
  async fn() {
    await withRealCluster(async ({ program, controlPlane }) => {
      const { args, env } = program.invocation;
      // Without --quiet, the runtime erases the screen below the cursor after each import of a chunk.
      await bundle(new URL("../..", import.meta.url).pathname, `${program.home}/dist`);
      assert.ok(args.includes("--quiet"));
      const start = ["run", "--allow-all", "--no-config", `${program.home}/dist/main.js`];
      const command = [Deno.execPath(), ...start].map((word) => `'${word}'`).join(" ");
      const script = `${program.home}/osctl`;
      await Deno.writeTextFile(script, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
      await using terminal = await TerminalSession.start(
        ["bash", "--noprofile", "--norc", "-i"],
        { env, cwd: program.home, socket: `${program.home}/tmux` },
      );
      const enter = async (line: string) => {
        await terminal.type(line);
        await terminal.press("Enter");
      };
      // The shell reads what is typed only after the program has restored the terminal and ended.
      const enterAndCompare = async (code: RegExp) => {
        await terminal.until((screen) => code.test(screen), `the end with ${code}`);
        await enter("clear; stty -a > after; cmp before after && echo as be''fore");
        await terminal.until((screen) => screen.includes("as before"), "an unchanged terminal");
      };
      await enter("PS1='ready> '; clear; stty -a > before");
      for (const [command, shown] of SCREENS) {
        const line = `sh -c 'echo $$ > pid; exec ./osctl ${command} -n ${controlPlane}'`;
        for (const key of ["q", "C-c"]) {
          await enter(`${line}; echo ended $?`);
          await terminal.until(shown, command);
          await terminal.press("C-z");
          await terminal.until((screen) => screen.includes("Stopped"), "that the job is stopped");
          await enter("clear; fg; echo ended $?");
          await terminal.until(shown, `${command} again`);
          await terminal.press(key);
          await enterAndCompare(key === "q" ? /^ended 0$/m : /^ended (0|130)$/m);
        }
        for (
          const [signal, code] of [["SIGTERM", /^ended 143$/m], ["SIGHUP", /^ended 129$/m]] as const
        ) {
          await enter(`${line}; echo ended $?`);
          await terminal.until(shown, command);
          Deno.kill(Number(await Deno.readTextFile(`${program.home}/pid`)), signal);
          await enterAndCompare(code);
          assert.ok(!shown(await terminal.screen()));
        }
      }
    });
  },
});
