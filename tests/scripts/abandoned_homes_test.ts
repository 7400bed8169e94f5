/** What a killed run leaves. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { exists } from "../../lib/platform/files.ts";
import { removeAbandonedHomes } from "../../scripts/abandoned_homes.ts";
import { Program } from "../../scripts/program.ts";

Deno.test({
  name: "homes of processes that have ended are removed with their clusters",
  // Other systems have one loopback address, whose port other clusters may use.
  ignore: Deno.build.os !== "linux",
  fn: removeClusters,
});

async function removeClusters(): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const ended = new Deno.Command(Deno.execPath(), { args: ["--version"], stdout: "null" })
      .spawn();
    await ended.status;
    const [left, used, foreign] = [
      `${folder}/osctl-home-${ended.pid}-0a`,
      `${folder}/osctl-home-${Deno.pid}-0b`,
      `${folder}/osctl-home-0c`,
    ];
    for (const home of [left, used, foreign]) await Deno.mkdir(home);
    const program = await Program.open(left);
    const created = await program.run([
      ...["cluster", "create", "--provisioner", "sandbox", "--name", "left", "--workers", "0"],
    ]);
    equal(created.code, 0, created.stderr);
    const shown = await program.run(["get", "members"]);
    const [address] = /127\.\d+\.\d+\.\d+/.exec(shown.stdout)!;
    const isServed = () =>
      Deno.connect({ hostname: address, port: 50000 }).then((conn) => {
        conn.close();
        return true;
      }, () => false);
    ok(await isServed());
    deepEqual(await removeAbandonedHomes(folder), [left]);
    equal(await isServed(), false);
    deepEqual([await exists(used), await exists(foreign)], [true, true]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
