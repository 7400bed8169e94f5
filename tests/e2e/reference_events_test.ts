/**
 * talosctl prints the same events of a sandbox node. Runs where `OSCTL_BENCH_REFERENCE` names its executable.
 */
import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

const linesOf = (text: string) =>
  text.split("\n").map((line) => line.trim().replaceAll(/ +/g, " "));

Deno.test({
  name: "talosctl prints the same events",
  ignore: reference === undefined,
  async fn() {
    await withSandbox({}, async ({ run, home, osconfig, nodes }) => {
      const node = nodes[0]!.address;
      const stop = new AbortController();
      const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
      let last = "";
      system.stdout.onWrite = (bytes) => {
        last = new TextDecoder().decode(bytes);
        if (/ RUNNING +ready/.test(last)) stop.abort(new InterruptError("SIGINT"));
      };
      const ours = await run(["events", "--tail", "-1", "--no-headers", "-n", node], { system });
      assert.equal(ours.code, 0);

      const child = new Deno.Command(reference!, {
        args: ["--talosconfig", osconfig, "-n", node, "events", "--tail", "-1"],
        stdout: "piped",
        stderr: "null",
      }).spawn();
      let text = "";
      for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
        text += piece;
        if (/ RUNNING +ready.*\n/.test(text)) child.kill("SIGINT");
      }
      assert.equal((await child.status).code, 0);
      // talosctl prints an event on two lines.
      const theirs = linesOf(text).slice(1, -1);
      const pairs = theirs.flatMap((line, index) =>
        index % 2 === 0 ? [`${line} ${theirs[index + 1]}`] : []
      );
      assert.deepEqual(linesOf(ours.stdout).slice(0, -1), pairs);
    });
  },
});
