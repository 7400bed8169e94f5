/** A cluster of virtual machines without KVM: create and wait, upgrade, reboot, destroy. */
import assert from "node:assert/strict";
import { exists } from "../../lib/platform/files.ts";
import { bundle } from "../../scripts/bundle.ts";
import { buildGuest } from "../../scripts/guest.ts";
import { Program } from "../../scripts/program.ts";
import { noGuest } from "../helpers/guest.ts";
import { NetworkNamespace, noQemu, qemuTest } from "../helpers/qemu.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

const NAME = "virtual machines form a cluster, are upgraded, rebooted and destroyed";

Deno.test({
  ...noQemu !== undefined || noGuest === undefined
    ? qemuTest(NAME)
    : { name: `${NAME} (skipped: ${noGuest})`, ignore: true },
  fn: async () => {
    await using program = await Program.create();
    await using namespace = await NetworkNamespace.create();
    const { home } = program;
    await Deno.mkdir(`${home}/st`);
    await bundle(ROOT, `${home}/dist`);
    const guest = await buildGuest(`${home}/dist`, home);
    const selection = ["--name=v", "--state", `${home}/st`];
    const run = async (...args: string[]) => {
      const { args: runtime, env } = program.invocation;
      const child = namespace.spawn(Deno.execPath(), {
        args: [...runtime, ...args],
        cwd: home,
        env: { ...env, OSCONFIG: `${home}/config`, KUBECONFIG: `${home}/kubeconfig` },
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      });
      const { code, stdout, stderr } = await child.output();
      const text = new TextDecoder();
      assert.equal(code, 0, `${args.join(" ")}: ${text.decode(stderr)}`);
      return text.decode(stdout);
    };
    const log = (node: string) => Deno.readTextFile(`${home}/st/v/v-${node}.log`);
    try {
      await run(
        ...["cluster", "create", "--provisioner=qemu", ...selection, "--os-version=v1.8"],
        ...["--vmlinuz-path", guest.kernel, "--initrd-path", guest.initrd, "--with-uefi=false"],
        ...["--disk-preallocate=false", "--wait-timeout=6m", "--keep"],
      );
      const shown = await run("cluster", "show", ...selection);
      assert.match(shown, /^v-controlplane-1 +controlplane +10\.5\.0\.2 .* running$/m);
      assert.match(await run("get", "members"), /v-worker-1 +worker /);
      assert.match(await run("-n", "10.5.0.3", "version"), /Tag: +v1\.8\.0/);

      await run("upgrade", "-n", "10.5.0.3", "--image=ghcr.io/siderolabs/installer:v1.8.2");
      const version = await run("-n", "10.5.0.3", "version");
      assert.match(version, /Server:[^]*Tag: +v1\.8\.2/);
      assert.match(await log("worker-1"), /^the machine ended: guest-reset \(restart\)$/m);

      await run("reboot", "-n", "10.5.0.2");
      assert.match(await log("controlplane-1"), /^the machine ended: guest-reset \(restart\)$/m);
      await run("health", "--wait-timeout=3m");

      await run("cluster", "destroy", ...selection);
      await namespace.assertClean(`${home}/st`);
    } catch (error) {
      await printConsoles(`${home}/st/v`);
      // The machines end with their background process.
      const { stdout } = await namespace.run("cat", `${home}/st/v/process.json`);
      const { pid } = JSON.parse(stdout || "{}") as { pid?: number };
      if (pid !== undefined) Deno.kill(pid, "SIGKILL");
      throw error;
    }
  },
});

/** Prints the ends of the consoles, to see why a machine failed. */
async function printConsoles(folder: string): Promise<void> {
  if (!(await exists(folder))) return;
  for (const { name } of Deno.readDirSync(folder)) {
    if (!name.endsWith(".log")) continue;
    const text = await Deno.readTextFile(`${folder}/${name}`);
    await Deno.stderr.write(new TextEncoder().encode(`${name}:\n${text.slice(-3000)}\n`));
  }
}
