/** Dry runs of commands that talosctl has none for, and the question of several configurations. */
import { equal, match, ok } from "node:assert/strict";
import { withSandbox } from "../../helpers/sandbox.ts";

const CHANGES =
  /MachineService\/(Rollback|Restart|Service(Start|Stop|Restart)|EtcdLeave|ApplyConf)|BlockDeviceWipe/;

Deno.test("--dry-run prints nodes, state and effect, and sends nothing", () =>
  withSandbox({ controlPlanes: 3, workers: 1 }, async ({ run, nodes, controlPlanes, workers }) => {
    const [first] = controlPlanes;
    const [worker] = workers;
    for (
      const [args, node, text] of [
        [["rollback"], first, /a node without a previous installation refuses\n/],
        [["rollback"], first, /includes 1 of 3 control planes: etcd keeps its quorum \(/],
        [["etcd", "leave"], first, /etcd continues with 2 members and tolerates no failure\n/],
        [["service", "kubelet", "restart"], worker, /^Restart service kubelet: 1 worker\n/],
        [["service", "kubelet", "restart"], worker, / state Running\n/],
        [["service", "kubelet", "stop"], worker, /\n {2}nodes refuse to stop it\n/],
        [["service", "nope", "start"], worker, / no such service\n {2}nodes refuse to start it\n/],
        [
          ["restart", "nope"],
          worker,
          /^Restart container nope: 1 worker\n[^]* no such container\n/,
        ],
        [["restart", "etcd"], first, /includes 1 of 3 control planes: etcd keeps its quorum \(/],
        [["wipe", "disk", "sdz"], worker, /^Wipe sdz: 1 worker\n[^]* sdz: /],
      ] as const
    ) {
      const { code, stdout, stderr } = await run([...args, "--dry-run", "-n", node!.address]);
      equal(code, 0, `${args}: ${stderr}`);
      match(stdout, text, `${args}`);
      match(stdout, /\nnothing was changed: --dry-run\n$/, `${args}`);
      ok(stdout.includes(`  ${node!.name}  `), stdout);
    }
    for (const { folder } of nodes) {
      const log = await Deno.readTextFile(`${folder}/logs/machined.log`);
      ok(!CHANGES.test(log), log);
    }
    const status = await run(["service", "kubelet", "--dry-run", "-n", worker!.address]);
    equal(status.code, 2);
    match(status.stderr, /--dry-run requires an action; use start, stop or restart/);
    const plain = await run(["upgrade", "--reinstall", "--rolling", "-n", worker!.address]);
    equal(plain.code, 2);
    match(plain.stderr, /--reinstall requires --resume/);
  }));

Deno.test("a patch of several nodes without a reboot shows what it changes before it asks", () =>
  withSandbox({ controlPlanes: 1, workers: 1 }, async ({ run, nodes }) => {
    const terminals = ["stdin", "stderr"] as const;
    const addresses = nodes.map(({ address }) => address);
    const patch = ["patch", "mc", "-p", "machine: {sysctls: {net.core.somaxconn: '4096'}}"];
    const target = ["-n", addresses.join()];
    const env = { NO_COLOR: "1" };
    const no = await run([...patch, ...target], { terminals, stdin: "n\n", env });
    equal(no.code, 130, no.stderr);
    for (const address of addresses) ok(no.stderr.includes(`+++ b/${address}`), no.stderr);
    match(
      no.stderr,
      /^\+ +net\.core\.somaxconn: "4096"$[^]*^Apply the configuration: 2 nodes [^]*Continue\? \[y\/N\]/m,
    );
    ok(!no.stderr.includes("etcd"), no.stderr);
    const unchanged = await run(["get", "mc", ...target, "-o", "yaml"]);
    ok(!unchanged.stdout.includes("4096"));
    const yes = await run([...patch, ...target], { terminals, stdin: "y\n" });
    equal(yes.code, 0, yes.stderr);
    // A single node without a reboot is not asked about.
    const single = [...patch.with(-1, patch.at(-1)!.replace("4096", "8192")), "-n", addresses[1]!];
    equal((await run(single, { terminals, stdin: "" })).code, 0);
  }));
