/**
 * A node in container mode: what it reports and refuses, and its first configuration.
 */
import assert from "node:assert/strict";
import { MachineService } from "../../../proto/machine.ts";
import { createSecrets, planFree, startCluster } from "../../../lib/sandbox/mod.ts";
import { openChannel } from "../../../lib/rpc/mod.ts";
import { wallClock } from "../../helpers/fake_system.ts";
import { runCommand } from "../../helpers/run_command.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

Deno.test("a node in container mode boots from its first configuration without a reboot", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-container-" });
  const socket = planFree(1, random).sockets[0]!;
  const secrets = await createSecrets({ clock: wallClock, random });
  let offs = 0;
  const cluster = await startCluster({
    name: "node",
    nodes: [{
      ...socket,
      name: "node",
      type: "worker",
      configured: false,
      platform: { name: "container", mode: "container" },
    }],
    secrets,
    nodesFolder: `${folder}/data`,
    stateFolder: `${folder}/state`,
  }, { clock: wallClock, random, power: { off: () => void offs++ } });
  try {
    const osctl = async (...args: string[]) => {
      const { address } = socket;
      const outcome = await runCommand([...args, "-e", address, "-n", address], { cwd: folder });
      return { ...outcome, all: outcome.stdout + outcome.stderr };
    };
    const generated = await runCommand(
      ["gen", "config", "demo", `https://${socket.address}:6443`, "-o", folder, "--force"],
    );
    assert.equal(generated.code, 0, generated.stderr);
    const file = `${folder}/controlplane.yaml`;
    const applied = await runCommand(
      ["apply-config", "--insecure", "-n", socket.address, "-f", file],
    );
    assert.equal(applied.code, 0, applied.stderr);
    const own = ["--osconfig", `${folder}/osconfig`];
    for (let attempt = 0; (await osctl(...own, "version")).code !== 0; attempt++) {
      assert.ok(attempt < 100, (await osctl(...own, "version")).all);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.ok((await Deno.stat(`${folder}/state/node/config.yaml`)).isFile);

    const credentials = await cluster.issue("os:admin");
    const channel = openChannel(`${socket.address}:${socket.port}`, credentials);
    const { messages } = await channel.unary(MachineService.Version, {}, { timeoutMs: 5000 });
    channel.close();
    assert.deepEqual(
      { ...messages[0]?.platform },
      { name: "container", mode: "container" },
    );
    assert.match((await osctl(...own, "get", "platformmetadata")).all, / container\b/);
    for (
      const [command, ...args] of [
        ["reboot", "--wait=false"],
        ["shutdown", "--wait=false"],
        ["rollback"],
        ["upgrade", "--wait=false", "--image", "example.org/installer:v1.8.1"],
        ["meta", "write", "0x0a", "value"],
        ["meta", "delete", "0x0a"],
      ]
    ) {
      const { code, all } = await osctl(...own, command!, ...args);
      assert.equal(code, 1, `${command}: ${all}`);
      assert.match(all, /method is not supported in container mode/);
    }
    const services = (await osctl(...own, "services")).all;
    assert.match(services, / kubelet /);
    assert.doesNotMatch(services, / (udevd|syslogd|dashboard) /);

    assert.equal(offs, 0);
    const reset = await osctl(...own, "reset", "--yes", "--graceful=false", "--accept-quorum-loss");
    assert.equal(reset.code, 0, reset.all);
    for (let attempt = 0; offs === 0 && attempt < 100; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(offs, 1);
  } finally {
    await cluster.stop();
    await Deno.remove(folder, { recursive: true });
  }
});
