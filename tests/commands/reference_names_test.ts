/** Flags by the names of talosctl: accepted before and after the command, not shown. */
import assert from "node:assert/strict";
import { withSandbox } from "../helpers/sandbox.ts";
import { runCommand } from "../helpers/run_command.ts";

Deno.test("flags are accepted by the names of talosctl", async () => {
  await withSandbox({}, async ({ run, nodes: [node], osconfigFor }) => {
    const reader = await osconfigFor("os:reader");
    for (
      const args of [
        ["--talosconfig", reader, "version"],
        ["version", `--talosconfig=${reader}`],
        ["version", "--osconfig", reader],
      ]
    ) {
      const { code, stderr } = await run([...args, "-n", node!.address]);
      assert.deepEqual([code, stderr], [0, ""], args.join(" "));
    }
    const missing = await run(["--talosconfig", "/missing", "version", "-n", node!.address]);
    assert.match(missing.stderr, /"\/missing" from --osconfig does not exist/);
  });
  const secrets = ["gen", "secrets", "-o", "-"];
  const old = await runCommand([...secrets, "--talos-version", "v1.0"]);
  assert.deepEqual([old.code, old.stderr], [0, ""]);
  const unknown = await runCommand(["version", "--talos-version", "v1.0"]);
  assert.deepEqual([unknown.code, unknown.stderr.split(" for ")[0]], [
    2,
    'osctl: unknown flag "--talos-version"',
  ]);
  const help = await runCommand(["gen", "config", "--help"]);
  assert.ok(!/talos-version|talosconfig/.test(help.stdout));
});
