import assert from "node:assert/strict";
import { parse } from "yaml";
import { runCommand } from "../../helpers/run_command.ts";

const CLUSTER = ["lab", "https://192.0.2.10:6443"];

async function inFolder(test: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir();
  try {
    await test(path);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

Deno.test("machineconfig gen generates the files of gen config without flags", () =>
  inFolder(async (path) => {
    // v1.4 has small service account keys, which are fast to generate.
    const run = (...args: string[]) => runCommand(args, { cwd: path, release: "v1.4" });
    const { code, stdout, stderr } = await run("machineconfig", "gen", ...CLUSTER);
    assert.deepEqual([code, stdout], [0, ""]);
    assert.deepEqual(stderr.trim().split("\n"), [
      "generating keys, certificates and tokens",
      `Created ${path}/controlplane.yaml`,
      `Created ${path}/worker.yaml`,
      `Created ${path}/osconfig`,
    ]);
    const { machine, persist } = parse(await Deno.readTextFile(`${path}/worker.yaml`));
    assert.deepEqual([machine.install.disk, machine.kubelet.image, persist], [
      "/dev/sda",
      "ghcr.io/siderolabs/kubelet:v1.27.1",
      true,
    ]);
    assert.match(await Deno.readTextFile(`${path}/worker.yaml`), /^#|\n *#/);

    // The alias; existing files cannot be overwritten.
    const again = await run("mc", "gen", ...CLUSTER);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /controlplane.yaml", .* and .*osconfig" already exist; /);
    assert.equal((await run("machineconfig", "gen", "--force", ...CLUSTER)).code, 2);
  }));

Deno.test("machineconfig gen has no flags of its own", async () => {
  const { code, stderr } = await runCommand(["machineconfig", "gen", "-o", "x", ...CLUSTER]);
  assert.equal(code, 2);
  assert.match(stderr, /^osctl: /);
});
