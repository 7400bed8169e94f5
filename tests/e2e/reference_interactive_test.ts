/**
 * talosctl configures a sandbox node in its interactive mode. Runs where
 * `OSCTL_BENCH_REFERENCE` names its executable.
 */
import assert from "node:assert/strict";
import { isInstalled, TerminalSession } from "../helpers/terminal.ts";
import { withRealCluster } from "./cluster.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

/** Fields after the first one on the last page, without the fields of interfaces. */
const FIELDS = 4;

Deno.test({
  name: "talosctl configures a node in its interactive mode",
  ignore: reference === undefined || !isInstalled("tmux"),
  async fn() {
    await withRealCluster(async ({ program, worker }) => {
      const node = worker.replace(/\d+$/, (last) => String(Number(last) + 1));
      const talosconfig = `${program.home}/talosconfig`;
      const args = ["apply-config", "--mode", "interactive", "--insecure", "-n", node];
      const env = { HOME: program.home, TALOSCONFIG: talosconfig, TERM: "screen" };
      await using terminal = await TerminalSession.start(
        ["sh", "-c", '"$@"; read -r _', "sh", reference!, ...args],
        { env, cwd: program.home, socket: `${program.home}/tmux` },
      );
      const contains = (text: string) => (screen: string) => screen.includes(text);
      await terminal.until(contains("DEVICE NAME"), "the disks of the node");
      await terminal.press("C-n", "C-n");
      await terminal.until(contains("CNI will not be installed"), "the last page");
      const interfaces = (await terminal.screen()).match(/ configure *$/gm)?.length ?? 0;
      for (let field = 0; field < FIELDS + interfaces; field++) {
        await terminal.press("Tab");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await terminal.press("Enter");
      await terminal.until(contains("Press any key to exit"), "the end");
      assert.match(await Deno.readTextFile(talosconfig), /^context: talos-default$/m);
      for (let attempt = 1;; attempt++) {
        const read = ["get", "mc", "v1alpha1", "-o", "yaml", "--osconfig", talosconfig];
        const { code, stdout } = await program.run([...read, "-n", node]);
        if (code === 0) {
          assert.match(stdout, /^ +type: init /m);
          assert.match(stdout, /^ +name: flannel /m);
          return;
        }
        assert.ok(attempt < 50, "the node never returned");
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }, ["--unconfigured", "1"]);
  },
});
