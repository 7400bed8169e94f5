/** Tracked actions on the sandbox's own life cycle. */
import assert from "node:assert/strict";
import { startManualRun } from "../helpers/manual_run.ts";
import { withSandbox } from "../helpers/sandbox.ts";

Deno.test("reboot of sandbox nodes is tracked to their restart", async () => {
  await withSandbox({ workers: 1 }, async ({ run, nodes }) => {
    const target = nodes.map(({ address }) => address).join(",");
    const bootIds = async () => {
      const ids: string[] = [];
      for (const { address } of nodes) {
        ids.push((await run(["read", "/proc/sys/kernel/random/boot_id", "-n", address])).stdout);
      }
      return ids;
    };
    const before = await bootIds();
    const { code, stderr } = await run(["reboot", "--timeout", "30s", "-n", target]);
    assert.equal(code, 0, stderr);
    const after = await bootIds();
    before.forEach((id, index) => assert.notEqual(after[index], id));
    for (const { address } of nodes) {
      assert.ok(stderr.includes(`"${address}": Task stopAllServices: START`), stderr);
      assert.ok(stderr.includes(`"${address}": restarted, the boot ID has changed`), stderr);
    }
  });
});

Deno.test("shutdown of a sandbox node is complete when its services stop", async () => {
  await withSandbox({ workers: 1 }, async ({ run, nodes }) => {
    const { address } = nodes[1]!;
    const { code, stderr } = await run(["shutdown", "--timeout", "20s", "-n", address]);
    assert.equal(code, 0, stderr);
  });
});

Deno.test("reset --reboot of a sandbox node ends in maintenance mode", async () => {
  await withSandbox({ workers: 1 }, async ({ run, nodes }) => {
    const { address } = nodes[1]!;
    const args = [
      "reset",
      "--yes",
      "--reboot",
      "--graceful=false",
      "--timeout",
      "20s",
      "-n",
      address,
    ];
    const { code, stderr } = await run(args);
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes(`"${address}": running in maintenance mode`), stderr);
  });
});

Deno.test("reset --reboot through a control plane detects the maintenance mode of a named node", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const [control, worker] = sandbox.nodes;
    // Without members, the control plane resolves the name, and this machine cannot.
    const fault = { id: "1", action: "error", code: 7, node: "*", method: "*/List" } as const;
    sandbox.cluster.faults.set([fault]);
    const run = startManualRun(sandbox, [
      ...["reset", "--yes", "--reboot", "--graceful=false", "--timeout", "10m"],
      ...["-e", control!.address, "-n", worker!.name],
    ]);
    await run.until(run.isOver);
    const { code, stderr } = await run.end();
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes(`"${worker!.name}": running in maintenance mode`), stderr);
  });
});

Deno.test("upgrade of a sandbox node is tracked to its new version", async () => {
  await withSandbox({ workers: 1 }, async ({ run, nodes }) => {
    const { address } = nodes[1]!;
    const args = ["upgrade", "-i", "example.com/installer:v1.8.4", "--timeout", "20s"];
    const { code, stderr } = await run([...args, "-n", address]);
    assert.equal(code, 0, stderr);
    const version = await run(["version", "-o", "json", "-n", address]);
    assert.equal(JSON.parse(version.stdout)[0].tag, "v1.8.4");
  });
});
