import { equal } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";

Deno.test("a change of the client configuration removes the remains of a terminated osctl", async () => {
  const home = await Deno.makeTempDir({ prefix: "osctl-home-" });
  try {
    await Deno.mkdir(`${home}/.os`);
    const config = `${home}/.os/config`;
    await Deno.writeTextFile(config, "context: a\ncontexts: {a: {endpoints: [10.5.0.2]}}\n");
    const leftover = `${config}.0a1b2c3d.tmp`;
    await Deno.writeTextFile(leftover, "key: secret", { mode: 0o600 });
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await Deno.utime(leftover, old, old);
    const { code, stderr } = await runCommand(["config", "node", "10.5.0.3"], { home });
    equal(code, 0, stderr);
    equal(stderr, `osctl: removed remains of an interrupted osctl: "${leftover}"\n`);
    await Deno.writeTextFile(leftover, "young", { mode: 0o600 });
    equal((await runCommand(["config", "node", "10.5.0.4"], { home })).stderr, "");
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
