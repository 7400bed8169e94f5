/** Full screen mode in a terminal, which is always restored. */
import assert from "node:assert/strict";
import { isInstalled, TerminalSession } from "../helpers/terminal.ts";
import { withRealCluster } from "./cluster.ts";

const MISSING = !isInstalled("tmux") || !isInstalled("bash");
const SKIPPED = MISSING && Deno.env.get("CI") !== "true";

Deno.test({
  name: "processes --watch leaves the terminal as it was, also when suspended and continued" +
    (SKIPPED ? " (skipped: no tmux or bash here)" : ""),
  ignore: SKIPPED,
  async fn() {
    await withRealCluster(async ({ program, controlPlane }) => {
      const { args, env } = program.invocation;
      const command = [Deno.execPath(), ...args].map((word) => `'${word}'`).join(" ");
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
      const watching = (screen: string) => screen.startsWith("NODE") && /\d kB|MB/.test(screen);
      await enter("PS1='ready> '; clear; stty -a > before");
      for (const key of ["q", "C-c"]) {
        await enter(`./osctl processes --watch -n ${controlPlane}; echo ended $?`);
        await terminal.until(watching, "the processes");
        await terminal.press("C-z");
        await terminal.until((screen) => screen.includes("Stopped"), "that the job is stopped");
        await enter("clear; fg");
        await terminal.until(watching, "the processes again");
        await terminal.press(key);
        await enter("clear; stty -a > after; cmp before after && echo as be''fore");
        await terminal.until((screen) => screen.includes("as before"), "an unchanged terminal");
      }
      assert.ok(!/^NODE/.test(await terminal.screen()));
    });
  },
});
