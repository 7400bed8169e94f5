/** The dashboard in a terminal of several sizes. */
import { isInstalled, TerminalSession } from "../helpers/terminal.ts";
import { withRealCluster } from "./cluster.ts";

const MISSING = !isInstalled("tmux");
const SKIPPED = MISSING && Deno.env.get("CI") !== "true";

const SIZES = [[80, 24], [120, 40], [200, 60]] as const;

Deno.test({
  name: "views fit terminals of three sizes and follow a resize" +
    (SKIPPED ? " (skipped: no tmux here)" : ""),
  ignore: SKIPPED,
  async fn() {
    await withRealCluster(async ({ program, controlPlane }) => {
      const { command, args: start, env } = program.invocation;
      const args = ["dashboard", "-n", controlPlane];
      await using terminal = await TerminalSession.start(
        ["sh", "-c", '"$@"; echo ended $?; exec cat', "sh", command, ...start, ...args],
        { env, cwd: program.home, socket: `${program.home}/tmux` },
      );
      const fits = async (shown: (screen: string) => boolean, what: string) => {
        for (const [columns, rows] of [...SIZES, SIZES[0]]) {
          await terminal.resize(columns, rows);
          // The last line is redrawn for the new size, below the first one with the views.
          await terminal.until((screen) => {
            const lines = screen.split("\n");
            return lines.length === rows && /^ 1 /.test(lines[0]!) && shown(screen);
          }, `${what} in ${columns} columns and ${rows} rows`);
        }
      };
      await terminal.until((screen) => /q: quit/.test(screen), "the overview");
      await fits((screen) => /running +yes/.test(screen), "the overview");
      await terminal.type(":links\r");
      await fits((screen) => /LinkStatus\s[^]*NODE[^]* lo /.test(screen), "links");
      await terminal.type("/ID:^lo");
      await terminal.press("Enter");
      await terminal.type("d");
      await fits((screen) => /▾ Spec:/.test(screen), "a description");
      await terminal.type("6");
      await terminal.until((screen) => /machined +Running/.test(screen), "services");
      await terminal.type("/SERVICE:^apid$\r");
      await terminal.until((screen) => /1 of \d+ rows/.test(screen), "one service");
      await terminal.press("Enter");
      await fits((screen) => /apid OK/.test(screen), "a log");
      await terminal.type("?");
      await fits((screen) => /Lines of logs/.test(screen), "the keys");
      await terminal.press("Escape");
      await terminal.type("q");
      await terminal.until((screen) => /^ended 0$/m.test(screen), "the end");
    });
  },
});
