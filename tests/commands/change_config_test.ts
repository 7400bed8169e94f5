/** `patch`, `edit` and `apply-config` on sandbox nodes that live the change. */
import assert from "node:assert/strict";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { testWith } from "../helpers/programs.ts";

const sedTest = testWith("sed");

/** Polling of a configuration, milliseconds. */
const POLL_MS = 50;
const POLLS = 100;

function sysctl(value: number): string {
  return JSON.stringify({ machine: { sysctls: { "net.core.somaxconn": String(value) } } });
}

/** Waits until the node's configuration has the kernel parameter with this value. */
async function waitForSysctl({ run }: Sandbox, node: string, value: number): Promise<void> {
  let stdout = "";
  for (let poll = 0; poll < POLLS; poll++) {
    ({ stdout } = await run(["get", "mc", "v1alpha1", "-o", "yaml", "-n", node]));
    if (stdout.includes(`net.core.somaxconn: "${value}"`)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  assert.fail(`no net.core.somaxconn: "${value}" in\n${stdout}`);
}

sedTest("a configuration is patched, tried, reverted, edited and applied", async () => {
  await withSandbox({ workers: 1, unconfigured: 1 }, async (sandbox) => {
    const { run, controlPlanes, workers, unconfigured, home } = sandbox;
    const nodes = [controlPlanes[0]!.address, workers[0]!.address];
    const worker = nodes[1]!;
    const patch = (value: number, ...args: string[]) =>
      run(["patch", "mc", "-p", sysctl(value), "-n", ...args]);

    const { stdout: before } = await run(["get", "mc", "v1alpha1", "-o", "yaml", "-n", worker]);
    assert.match(before, /^ {4}owner:$/m);
    const plan = await patch(1024, nodes.join(), "--dry-run");
    assert.equal(plan.code, 0);
    for (const node of nodes) assert.match(plan.stderr, new RegExp(`^${node}: Dry run summ`, "m"));
    assert.match(plan.stdout, /^\+ +net\.core\.somaxconn: "1024"$/m);
    const patched = await patch(1024, nodes.join());
    assert.equal(
      patched.stderr,
      nodes.map((node) => `${node}: Applied configuration without a reboot\n`).join(""),
    );
    for (const node of nodes) await waitForSysctl(sandbox, node, 1024);
    const same = await patch(1024, worker);
    assert.deepEqual([same.code, same.stderr], [0, `${worker}: unchanged\n`]);

    const trial = await patch(7, worker, "-m", "try", "--timeout", "1s");
    assert.match(trial.stderr, /automatically reverted back in 1s\n$/);
    await waitForSysctl(sandbox, worker, 7);
    await waitForSysctl(sandbox, worker, 1024);

    const pending = await patch(8, worker, "-m", "try", "--timeout", "2s");
    assert.equal(pending.code, 0);
    const reboot = '{"machine": {"env": {"A": "b"}}}';
    const declined = await run(["patch", "mc", "-p", reboot, "-n", worker], {
      terminals: ["stdin", "stderr"],
      stdin: "n\n",
    });
    assert.match(
      declined.stderr,
      /A: "\*{6}"[^]*^Apply the configuration and reboot: 1 (node|worker|control plane)\n/m,
    );
    assert.equal(declined.code, 130);
    await waitForSysctl(sandbox, worker, 1024);

    const editor = { env: { EDITOR: "sed -i s/1024/2048/", TMPDIR: home } };
    const edited = await run(["edit", "mc", "-n", worker], editor);
    assert.deepEqual(
      [edited.code, edited.stderr],
      [0, `${worker}: Applied configuration without a reboot\n`],
    );
    await waitForSysctl(sandbox, worker, 2048);

    const env = '{"machine": {"env": {"PASSWORD": "topsecret"}}}';
    const rejected = await run(["patch", "mc", "-p", env, "-m", "no-reboot", "-n", worker]);
    assert.equal(rejected.code, 1);
    assert.match(rejected.stderr, /^\+ +PASSWORD: "\*{6}"$/m);
    assert.match(rejected.stderr, /immediate mode \(InvalidArgument\); use --mode auto, reboot or/);
    assert.doesNotMatch(rejected.stderr, /topsecret/);

    await run(["gen", "config", "lab", "https://10.0.0.10:6443"]);
    const fresh = ["apply-config", "-f", "worker.yaml", "-i", "-n", unconfigured[0]!.address];
    const maintenance = await run([...fresh, "--dry-run"]);
    assert.equal(maintenance.code, 0);
    assert.match(maintenance.stderr, /maintenance mode and does not have a config yet\.\n$/);
    assert.equal((await run(fresh)).code, 0);
  });
});

Deno.test("apply-config prints which nodes have the configuration already", async () => {
  const versions = ["v1.4.8", "v1.8.4", "v1.13.9"];
  for (const osVersion of versions) {
    await withSandbox({ osVersion, workers: 1 }, async ({ run, workers, controlPlanes, home }) => {
      const [worker, control] = [workers[0]!.address, controlPlanes[0]!.address];
      const text = await Deno.readTextFile(`${workers[0]!.folder}/config.yaml`);
      await Deno.writeTextFile(`${home}/w.yaml`, `# a comment\n${text}`);
      const same = await run(["apply-config", "-f", "w.yaml", "-n", worker]);
      assert.deepEqual(
        [same.code, same.stdout, same.stderr],
        [0, "", `${worker}: Applied configuration without a reboot\n${worker}: unchanged\n`],
      );
      const dry = await run(["apply-config", "-f", "w.yaml", "-n", worker, "--dry-run"]);
      assert.deepEqual([dry.code, dry.stdout], [0, ""]);
      assert.match(
        dry.stderr,
        new RegExp(`\\(skipped in dry-run\\)\\.\\n${worker}: unchanged\\n$`),
      );
      const diff = await run(["diff", "-f", "w.yaml", "-n", `${worker},${control}`]);
      assert.deepEqual([diff.code, diff.stderr], [1, `${worker}: unchanged\n`]);
      assert.ok(diff.stdout.startsWith(`--- a/${control}\n`));
      const changed = await run(["apply-config", "-f", "w.yaml", "-n", worker, "-p", sysctl(9)]);
      assert.equal(changed.stderr, `${worker}: Applied configuration without a reboot\n`);
    });
  }
});

Deno.test("a dry run keeps a pending try, or warns where it cannot", async () => {
  const patchOf = (value: string) => `machine: {sysctls: {net.core.somaxconn: "${value}"}}`;
  const rebooting = 'machine: {install: {disk: /dev/vda}, udev: {rules: ["a"]}}';
  const pending =
    /^osctl: warning: \S+: the dry run keeps the tried configuration until the next reboot; "osctl diff" changes nothing$/m;
  const unknown =
    /^osctl: warning: \S+: the dry run keeps a tried configuration, if any, until the next reboot; /m;
  for (const osVersion of ["v1.8.4", "v1.12.4"]) {
    await withSandbox({ osVersion }, async ({ run, nodes }) => {
      const node = nodes[0]!.address;
      const patch = (text: string, ...more: string[]) =>
        run(["patch", "mc", "-p", text, "-n", node, ...more]);
      const value = async () => {
        const config = await run(["get", "mc", "v1alpha1", "-n", node, "-o", "yaml"]);
        return /somaxconn: "(\d+)"/.exec(config.stdout)?.[1];
      };
      const isReverted = async () => {
        while (await value() === "2") await new Promise((resolve) => setTimeout(resolve, 50));
      };
      const first = await patch(patchOf("1"), "-m", "reboot", "--dry-run");
      assert.equal(first.code, 0, first.stderr);
      if (osVersion === "v1.12.4") assert.doesNotMatch(first.stderr, /warning: .*dry run/);
      else assert.match(first.stderr, unknown);

      const tried = await patch(patchOf("2"), "-m", "try", "--timeout", "2s");
      assert.equal(tried.code, 0, tried.stderr);
      for (const mode of ["auto", "no-reboot", "try"]) {
        const plan = await patch(patchOf("3"), "-m", mode, "--dry-run");
        assert.equal(plan.code, 0, plan.stderr);
        assert.doesNotMatch(plan.stderr, /warning: .*dry run/);
        assert.match(plan.stderr, /Applied configuration without a reboot \(skipped in dry-run\)/);
        assert.match(plan.stdout, /^\+ .*somaxconn: "3"$/m);
      }
      await isReverted();

      const again = await patch(patchOf("2"), "-m", "try", "--timeout", "1m");
      assert.equal(again.code, 0, again.stderr);
      const plan = await patch(rebooting, "--dry-run");
      assert.equal(plan.code, 0, plan.stderr);
      assert.match(plan.stderr, /Applied configuration with a reboot \(skipped in dry-run\)/);
      assert.match(plan.stderr, osVersion === "v1.12.4" ? pending : unknown);
      assert.equal(await value(), "2");
    });
  }
});
