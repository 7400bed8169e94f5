/**
 * What newer releases of talosctl cost a cluster whose control planes they restart, beside a rolling
 * change. Runs where `OSCTL_BENCH_REFERENCE_NEWER` lists executables, separated by commas.
 */
import assert from "node:assert/strict";
import { NEWEST_TAG } from "../../lib/os_versions/mod.ts";
import { watchQuorum } from "../helpers/quorum_watcher.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";

const clients = (Deno.env.get("OSCTL_BENCH_REFERENCE_NEWER") ?? "").split(",")
  .filter((path) => path !== "");

const CONTROL_PLANES = 5;
const INSTALLER = "ghcr.io/siderolabs/installer";

for (const client of clients) {
  const name = client.split("/").at(-1);
  for (const args of [["reboot"], ["upgrade", "--image", `${INSTALLER}:${NEWEST_TAG["v1.13"]}`]]) {
    Deno.test(`${args[0]} of all control planes loses the quorum with ${name}, not with --rolling`, async () => {
      const options = { controlPlanes: CONTROL_PLANES, osVersion: "v1.13.0" };
      await withSandbox(options, async ({ run, nodes, home, cluster }) => {
        const addresses = nodes.map(({ address }) => address);
        {
          using watcher = watchQuorum(cluster);
          const { code, stderr } = await new Deno.Command(client, {
            args: [
              ...["--talosconfig", `${home}/.os/config`, "-e", addresses[0]!],
              ...["-n", addresses.join(","), ...args, "--wait"],
            ],
            env: { HOME: home },
          }).output();
          assert.equal(code, 0, new TextDecoder().decode(stderr));
          assert.equal(watcher.mostDown, CONTROL_PLANES);
          assert.ok(watcher.losses.length > 0);
        }
        const readLeader = () => Promise.resolve(cluster.etcd.status.leader);
        await until(readLeader, (leader) => leader !== undefined);
        using watcher = watchQuorum(cluster);
        const { code, stderr } = await run(["reboot", "--rolling", "-n", "@all", "--yes"]);
        assert.equal(code, 0, stderr);
        watcher.assertQuorum(1);
      });
    });
  }
}
