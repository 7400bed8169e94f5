/** Gates, locks and etcd checks of rolling changes of a sandbox cluster. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { MachineService } from "../../proto/machine.ts";
import { openLock } from "../../lib/procedures/rolling/lock.ts";
import { connectCluster } from "../../lib/kubernetes/download/connect_cluster.ts";
import { openClientWith } from "../../lib/client/mod.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const REBOOT = ["reboot", "--rolling", "--yes", "--timeout=60s"];

async function bootId({ run }: Sandbox, node: string): Promise<string> {
  return (await run(["read", "/proc/sys/kernel/random/boot_id", "-n", node])).stdout;
}

Deno.test("gates of the preferences are checked besides --gate", async () => {
  await withSandbox({ workers: 1 }, async ({ run, home, workers }) => {
    const file = `${home}/gate.log`;
    // No shell splits the words of a gate: the script is one of them.
    const gate = `command:sh -c "echo $OSCTL_NODE $OSCTL_NODE_NAME $OSCTL_NODE_ROLE >> ${file}"`;
    await Deno.writeTextFile(
      `${home}/.os/preferences.yaml`,
      `gates: [nodes-ready]\ncontexts: {test: {gates: ['${gate}']}}\n`,
    );
    const node = ["-n", workers[0]!.address];
    const plan = await run(["reboot", "--rolling", "--plan", "--gate", "etcd", ...node]);
    equal(plan.code, 0, plan.stderr);
    ok(plan.stderr.includes(`nodes-ready, ${gate}, etcd`), plan.stderr);
    const without = await run(["reboot", "--rolling", "--plan", "--no-preferences", ...node]);
    match(without.stderr, /gates before and after each node: none/);
    const { code, stderr } = await run([...REBOOT, ...node]);
    equal(code, 0, stderr);
    const lines = (await Deno.readTextFile(file)).trim().split("\n").map((line) => line.trim());
    const { address, name } = workers[0]!;
    deepEqual([...new Set(lines)], [`${address} ${name} worker`]);
  });
});

Deno.test("an invalid gate and one that never holds change nothing", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const { run, workers } = sandbox;
    const { address } = workers[0]!;
    const before = await bootId(sandbox, address);
    const reboot = (...args: string[]) => run([...REBOOT, "-n", address, ...args]);
    const invalid = await reboot("--gate", "cel:v1/Node:status.phase == 'Ready' && nmae != ''");
    equal(invalid.code, 2);
    match(invalid.stderr, /invalid gate .*: character \d+: unknown name "nmae"/);
    const absent = await reboot("--gate", "longhorn");
    equal(absent.code, 1);
    match(absent.stderr, /gate "longhorn" cannot be checked: .*longhorn\.io/);
    const failing = await reboot("--timeout=2s", "--gate", "command:sh -c 'echo no; exit 1'");
    equal(failing.code, 1);
    match(failing.stderr, /gate "command:sh -c 'echo no; exit 1'": no \(exit status 1\)/);
    equal(await bootId(sandbox, address), before);
    const { stdout } = await run(["get", "nodename", "-n", address, "-o", "json"]);
    ok(stdout.length > 0);
  });
});

Deno.test("too few members of etcd are refused before the first node", async () => {
  await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
    const { run, controlPlanes } = sandbox;
    const { address } = controlPlanes[0]!;
    const before = await bootId(sandbox, address);
    const one = await run([...REBOOT, "-n", address]);
    equal(one.code, 1);
    match(one.stderr, /etcd has one member: Kubernetes stops .*--accept-quorum-loss/);
    equal(await bootId(sandbox, address), before);
    const accepted = await run([...REBOOT, "-n", address, "--accept-quorum-loss"]);
    equal(accepted.code, 0, accepted.stderr);
    ok(await bootId(sandbox, address) !== before);
    const snapshots = [...Deno.readDirSync(`${sandbox.home}/.os/rolling`)]
      .filter(({ name }) => name.endsWith(".etcd.db"));
    equal(snapshots.length, 1);
  });
});

Deno.test("a rolling change of another machine is refused with its name, node and step", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const { run, home, workers } = sandbox;
    const { address, name } = workers[0]!;
    const { signal } = new AbortController();
    const system = { ...fakeSystem({ clock: wallClock }), signal };
    await using client = openClientWith(system, {
      endpoints: sandbox.controlPlanes.map(({ address, port }) => `${address}:${port}`),
      nodes: [address],
      tls: await sandbox.cluster.issue("os:admin"),
    });
    await client.call(MachineService.Version, {});
    using kubernetes = await connectCluster(system, client, signal);
    const before = await bootId(sandbox, address);
    {
      await using lock = await openLock({
        clock: wallClock,
        signal,
        holder: { id: "another", title: "upgrade to v9.9.9", operator: "bob@desk" },
        session: "s",
        folder: `${home}/other`,
        cluster: "x",
        kubernetes: () => Promise.resolve(kubernetes),
        findProblem: () => Promise.resolve(undefined),
        report: () => {},
      });
      await lock.report({ node: name, phase: "drain" }, signal);
      const refused = await run([...REBOOT, "-n", address]);
      equal(refused.code, 1);
      ok(refused.stderr.includes(`upgrade to v9.9.9 by bob@desk`), refused.stderr);
      ok(refused.stderr.includes(`node "${name}" (drain)`), refused.stderr);
      equal(await bootId(sandbox, address), before);
    }
    // The other one has stopped, and its node is healthy.
    const { code, stderr } = await run([...REBOOT, "-n", address]);
    equal(code, 0, stderr);
    match(stderr, /took over the lock of bob@desk .* is healthy/);
  });
});
