/** Rolling changes of sandbox clusters whose nodes fail. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { FaultAction, FaultRule } from "../../lib/sandbox/fault_rules.ts";
import { watchQuorum } from "../helpers/quorum_watcher.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";

const IMAGE = "ghcr.io/siderolabs/installer:v1.8.1";
const UPGRADE = ["upgrade", "--rolling", "--yes", "--no-snapshot", "-i", IMAGE];

/** Adds a fault of a node. */
function addFault({ cluster }: Sandbox, action: FaultAction, node: string, delayMs?: number): void {
  const id = String(cluster.faults.rules.length + 1);
  const rule = {
    id,
    action,
    node,
    method: "*",
    ...delayMs === undefined ? {} : { delayMs },
  } as FaultRule;
  cluster.faults.add(rule);
}

/** Returns the version of each node's last boot. */
async function versionsOf({ cluster, nodes }: Sandbox): Promise<(string | undefined)[]> {
  const history = await cluster.readHistory();
  return nodes.map(({ name }) => {
    const boot = history.findLast((entry) => entry.event === "boot" && entry.node === name);
    return boot?.event === "boot" ? boot.version : undefined;
  });
}

/** Returns the command that continues a change. */
function continuationOf(stderr: string): string[] {
  const command = /continue with: osctl (.*)/.exec(stderr)?.[1];
  ok(command !== undefined, stderr);
  return command.split(" ");
}

Deno.test("a node that falls back to its old version stops an upgrade, which continues later", async () => {
  await withSandbox({ controlPlanes: 3, workers: 1 }, async (sandbox) => {
    using watcher = watchQuorum(sandbox.cluster);
    const [, , three] = sandbox.nodes.map(({ name }) => name);
    addFault(sandbox, "old-version", three!);
    const { code, stderr } = await sandbox.run([...UPGRADE, "--timeout=60s", "-n", "@all"]);
    equal(code, 1, stderr);
    match(
      stderr,
      new RegExp(`${three}: failed: the node restarted with v1\\.8\\.0\\S* instead of`),
    );
    match(stderr, /it fell back to its old system/);
    // The image would fall back again: it is not installed without consent.
    const installs = async () =>
      (await sandbox.cluster.readHistory()).filter(({ event }) => event === "install").length;
    const before = await installs();
    const plain = await sandbox.run(continuationOf(stderr).filter((one) => one !== "--reinstall"));
    equal(plain.code, 1, plain.stderr);
    match(
      plain.stderr,
      new RegExp(`nothing was changed: ${three} fell back to the old system .*add --reinstall`),
    );
    equal(await installs(), before);
    sandbox.cluster.faults.set([]);
    const resumed = await sandbox.run(continuationOf(stderr));
    equal(resumed.code, 0, resumed.stderr);
    deepEqual(await versionsOf(sandbox), ["v1.8.1", "v1.8.1", "v1.8.1", "v1.8.1"]);
    watcher.assertQuorum();
  });
});

Deno.test("a node that never returns stops the change before the next control plane", async () => {
  await withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    using watcher = watchQuorum(sandbox.cluster);
    const [, two] = sandbox.nodes.map(({ name }) => name);
    addFault(sandbox, "no-boot", two!);
    const reboot = ["reboot", "--rolling", "--yes", "--no-snapshot", "-n", "@all"];
    const { code, stderr } = await sandbox.run([...reboot, "--timeout=8s"]);
    equal(code, 1, stderr);
    match(stderr, new RegExp(`${two}: failed: .*not as requested within 8s: .*`));
    match(stderr, new RegExp(`${two}: .*; it is cordoned`));
    equal(watcher.mostDown, 1);
    // No other change may begin while the node is down.
    const other = await sandbox.run([
      ...reboot.with(-1, sandbox.nodes[2]!.address),
      "--timeout=8s",
    ]);
    equal(other.code, 1);
    match(other.stderr, new RegExp(`node "${two}"`));
    sandbox.cluster.faults.set([]);
    const resumed = await sandbox.run(continuationOf(stderr));
    equal(resumed.code, 0, resumed.stderr);
    watcher.assertQuorum();
  });
});

Deno.test("slow nodes and members that lag behind are awaited", async () => {
  await withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    using watcher = watchQuorum(sandbox.cluster);
    const [one, two, three] = sandbox.nodes.map(({ name }) => name);
    addFault(sandbox, "slow-boot", one!, 2000);
    addFault(sandbox, "etcd-lag", two!, 3000);
    addFault(sandbox, "etcd-lag", three!, 1000);
    const reboot = ["reboot", "--rolling", "--yes", "--no-snapshot", "-n", "@all"];
    const { code, stderr } = await sandbox.run([...reboot, "--timeout=60s"]);
    equal(code, 0, stderr);
    watcher.assertQuorum();
  });
});

Deno.test("a failed pull stops before anything changes, a failed installation before its node", async () => {
  await withSandbox({ workers: 2, osVersion: "v1.13.0" }, async (sandbox) => {
    const { run, nodes } = sandbox;
    const upgrade = [
      ...UPGRADE.slice(0, -1),
      "ghcr.io/siderolabs/installer:v1.13.1",
      "--timeout=20s",
    ];
    addFault(sandbox, "pull-error", nodes[2]!.name);
    const pull = await run([...upgrade, "-n", "@workers"]);
    equal(pull.code, 1, pull.stderr);
    match(pull.stderr, new RegExp(nodes[2]!.address));
    sandbox.cluster.faults.set([]);
    addFault(sandbox, "install-error", nodes[2]!.name);
    const install = await run([...upgrade, "-n", "@workers"]);
    equal(install.code, 1, install.stderr);
    match(
      install.stderr,
      new RegExp(`${nodes[2]!.name}: failed: .*\\(the node was not changed\\)`),
    );
    match(install.stderr, /1 done, 1 failed/);
    sandbox.cluster.faults.set([]);
    const resumed = await run(continuationOf(install.stderr));
    equal(resumed.code, 0, resumed.stderr);
  });
});

Deno.test("a learner among the members refuses the change", async () => {
  await withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    using watcher = watchQuorum(sandbox.cluster);
    addFault(sandbox, "learner", sandbox.nodes[1]!.name);
    const reboot = ["reboot", "--rolling", "--yes", "--no-snapshot", "-n", "@all"];
    const { code, stderr } = await sandbox.run([...reboot, "--timeout=3s"]);
    equal(code, 1, stderr);
    match(stderr, /learner/);
    equal(watcher.mostDown, 0);
  });
});

Deno.test("a second operator is refused with operator, change, node and phase of the first", async () => {
  await withSandbox({ controlPlanes: 3, workers: 2 }, async (sandbox) => {
    using watcher = watchQuorum(sandbox.cluster);
    const first = sandbox.run([
      ...["reboot", "--rolling", "--yes", "--no-snapshot", "-n", "@all", "--timeout=60s"],
    ], { env: { USER: "alice" } });
    const journals = () => Array.fromAsync(Deno.readDir(`${sandbox.home}/.os/rolling`));
    const hasJournal = () =>
      journals().then((files) => files.some(({ name }) => name.startsWith("reboot-")), () => false);
    await until(hasJournal, (has) => has);
    const other = `${sandbox.home}/other`;
    await Deno.mkdir(`${other}/.os`, { recursive: true });
    await Deno.copyFile(sandbox.osconfig, `${other}/.os/config`);
    const refusals: string[] = [];
    let isOver = false;
    const done = first.finally(() => isOver = true);
    while (!isOver) {
      const { code, stderr } = await sandbox.run(
        ["reboot", "--rolling", "--yes", "--no-snapshot", "-n", sandbox.nodes[4]!.address],
        { home: other, env: { USER: "bob" } },
      );
      if (code === 0) break;
      refusals.push(stderr);
    }
    const { code, stderr } = await done;
    equal(code, 0, stderr);
    const named = refusals.filter((text) =>
      /another rolling change is in progress: reboot by alice/.test(text)
    );
    ok(named.length > 0, refusals.join(""));
    ok(named.some((text) => /node "test-\S+" \([a-z]+\)/.test(text)), named.join(""));
    watcher.assertQuorum();
  });
});

Deno.test("a node whose API server crashes is not called done", async () => {
  await withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    using watcher = watchQuorum(sandbox.cluster);
    const names = sandbox.nodes.map(({ name }) => name);
    for (const name of names) addFault(sandbox, "crash-pods", name);
    const reboot = ["reboot", "--rolling", "--yes", "--no-snapshot", "-n", "@all", "--timeout=12s"];
    const { code, stderr } = await sandbox.run(reboot);
    equal(code, 1, stderr);
    match(stderr, /static pod kube-system\/kube-\S+ is not ready/);
    match(stderr, /1 failed, 2 untouched/);
    const history = await sandbox.cluster.readHistory();
    const restarted = history.filter(({ event }) => event === "boot").length - names.length;
    equal(restarted, 1, "the others are not restarted");
    sandbox.cluster.faults.set([]);
    await sandbox.cluster.applyFaults();
    const resumed = await sandbox.run(continuationOf(stderr));
    equal(resumed.code, 0, resumed.stderr);
    watcher.assertQuorum();
  });
});

Deno.test("a journal that another user may have written is not continued", async () => {
  await withSandbox({ workers: 2 }, async (sandbox) => {
    addFault(sandbox, "no-boot", sandbox.nodes[1]!.name);
    const reboot = ["reboot", "--rolling", "--yes", "--gate=command:true", "--gate-checks=1/0s"];
    const stopped = await sandbox.run([...reboot, "--timeout=6s", "-n", "@workers"]);
    equal(stopped.code, 1, stopped.stderr);
    const resume = continuationOf(stopped.stderr);
    const path = resume.at(-1)!;
    sandbox.cluster.faults.set([]);
    await Deno.chmod(path, 0o622);
    const refused = await sandbox.run(resume);
    equal(refused.code, 1);
    match(refused.stderr, /journal ".*" is not trusted: other users may write it; check its gates/);
    await Deno.chmod(path, 0o600);
    if (Deno.uid() === 0) {
      await Deno.chown(path, 65534, null);
      const foreign = await sandbox.run(resume);
      match(foreign.stderr, /is not trusted: it belongs to user 65534, and osctl runs as user 0/);
      await Deno.chown(path, 0, null);
    }
    const resumed = await sandbox.run(resume);
    equal(resumed.code, 0, resumed.stderr);
    match(resumed.stderr, /gate of the journal: command:true/);
  });
});

Deno.test("patch continues in the mode of the journal", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const { name } = sandbox.nodes[1]!;
    const rule = { id: "1", action: "error", node: name, method: "ApplyConfiguration" } as const;
    sandbox.cluster.faults.add({ ...rule, code: 9, message: "busy" });
    const patch = ["patch", "mc", "-p", "machine: {sysctls: {net.core.somaxconn: '4096'}}"];
    const first = [...patch, "-m", "reboot", "--rolling", "--yes", "-n", "@workers"];
    const stopped = await sandbox.run(first);
    equal(stopped.code, 1, stopped.stderr);
    const [, path] = /--resume (\S+)/.exec(stopped.stderr) ?? [];
    sandbox.cluster.faults.set([]);
    const resumed = await sandbox.run([...patch, "--rolling", "--yes", "--resume", path!]);
    equal(resumed.code, 0, resumed.stderr);
    match(resumed.stderr, /1 done/);
  });
});
