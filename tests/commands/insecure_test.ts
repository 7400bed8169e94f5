/** Every flag `--insecure` on a sandbox node that grants the role os:admin in maintenance mode. */
import assert from "node:assert/strict";
import { withSandbox } from "../helpers/sandbox.ts";
import { eventually } from "../lib/sandbox/lifecycle/eventually.ts";

const IMAGE = "example.com/installer";

Deno.test("--insecure commands succeed in maintenance mode with the role os:admin", () =>
  withSandbox({ workers: 1, unconfigured: 1 }, async ({ run, cluster, workers, unconfigured }) => {
    const node = unconfigured[0]!;
    const insecure = (...args: string[]) => run([...args, "--insecure", "-n", node.address]);
    const succeed = async (...args: string[]) => {
      const { code, stdout, stderr } = await insecure(...args);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const version = async () => JSON.parse(await succeed("version", "-o", "json"))[0].tag;

    for (
      const args of [["version"], ["meta", "write", "12", "a"], [
        "upgrade",
        "-i",
        `${IMAGE}:v1.9.0`,
      ]]
    ) {
      const rejected = await insecure(...args);
      assert.equal(rejected.code, 1, rejected.stderr);
      assert.match(rejected.stderr, /API is not implemented in maintenance mode/);
    }
    cluster.faults.add({ id: "1", action: "maintenance-admin", node: node.name, method: "*" });

    assert.match(await version(), /^v1\.8\.0/);
    assert.match(await succeed("disks"), /^DEV /);
    await succeed("meta", "write", "12", "a=b");
    assert.equal(JSON.parse(await succeed("get", "meta", "-o", "json")).spec.value, "a=b");
    await succeed("meta", "delete", "12");
    assert.equal(await succeed("get", "meta", "-o", "json"), "");

    // Runs from its image until a configuration installs it.
    for (
      const [args, reason] of [
        [["upgrade", "-i", `${IMAGE}:v1.9.0`], /Talos is not installed/],
        [["reset", "--yes", "--graceful=false"], /reset failed: Talos is not installed/],
      ] as const
    ) {
      const rejected = await insecure(...args);
      assert.equal(rejected.code, 1, rejected.stderr);
      assert.match(rejected.stderr, reason);
    }
    await succeed("apply-config", "-f", `${workers[0]!.folder}/config.yaml`);
    const ready = () =>
      eventually(async () => {
        const { stdout } = await run(["get", "machinestatus", "-n", node.address]);
        assert.match(stdout, /running +true/);
      });
    await ready();

    const keepSystem = [
      "reset",
      "--yes",
      "--system-labels-to-wipe",
      "STATE",
      "--reboot",
      "--timeout",
      "20s",
    ];
    const preserved = await run([...keepSystem, "--graceful=false", "-n", node.address]);
    assert.equal(preserved.code, 0, preserved.stderr);
    await succeed("upgrade", "-i", `${IMAGE}:v1.9.7`);
    await eventually(async () => assert.equal(await version(), "v1.9.7"));
    await succeed("reset", "--yes", "--reboot", "--graceful=false");
    await eventually(async () => {
      const again = await insecure("upgrade", "-i", `${IMAGE}:v1.9.8`);
      assert.match(again.stderr, /Talos is not installed/);
    });
  }));
