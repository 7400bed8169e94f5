/**
 * Every sentence about the quorum of etcd, under every fault of another control plane, against the
 * history of the sandbox. `docs/internals/safety.md` lists the sentences.
 */
import { equal, match, ok } from "node:assert/strict";
import type { FaultAction, FaultRule } from "../../../lib/sandbox/fault_rules.ts";
import type { HistoryEntry } from "../../../lib/sandbox/mod.ts";
import { CONFIG } from "../../helpers/config_nodes.ts";
import { type Sandbox, withSandbox } from "../../helpers/sandbox.ts";
import { until } from "../../helpers/until.ts";

const IMAGE = "ghcr.io/siderolabs/installer:v1.8.1";
const SYSCTL = "machine: {sysctls: {net.core.somaxconn: '4096'}}";

/** Commands that restart or stop a control plane, with the flags that make their dry run complete. */
const COMMANDS: readonly (readonly string[])[] = [
  ["reboot"],
  ["shutdown"],
  ["reset", "--yes", "--graceful=false"],
  ["upgrade", "-i", IMAGE],
  ["rollback"],
  ["patch", "mc", "-p", SYSCTL, "-m", "reboot"],
  ["etcd", "leave"],
  ["restart", "etcd"],
];

function addFault({ cluster }: Sandbox, action: FaultAction, node: string): void {
  const id = String(cluster.faults.rules.length + 1);
  const after = action === "cut" ? { afterBytes: 0 } : {};
  cluster.faults.add({ id, action, node, method: "*", ...after } as FaultRule);
}

/** Turns a node off as a failure would, and waits until etcd has seen it. */
async function turnOff(sandbox: Sandbox, name: string): Promise<void> {
  addFault(sandbox, "no-boot", name);
  const { address } = sandbox.nodes.find((one) => one.name === name)!;
  const args = ["reboot", "--wait=false", "--accept-quorum-loss", "-n", address];
  equal((await sandbox.run(args)).code, 0);
  await until(
    () => Promise.resolve(sandbox.cluster.etcd.status),
    ({ members, leader }) =>
      leader !== undefined && members.some((one) => one.name === name && !one.isRunning),
  );
}

/** Returns the last state of etcd in the history. */
function lastEtcd(history: readonly HistoryEntry[]) {
  const found = history.findLast((entry) => entry.event === "etcd");
  ok(found?.event === "etcd");
  return found;
}

/** What is said of a change of the first control plane, and whether it may be true. */
const SAFE = /etcd keeps its quorum|etcd continues with|Kubernetes stops/;
const UNSAFE =
  /etcd (may lose|loses) quorum|the data of etcd is lost|effect on etcd is unknown|no known quorum/;

Deno.test("of healthy members, each command says that the quorum is kept", () =>
  withSandbox({ controlPlanes: 3 }, async ({ run, controlPlanes: [first] }) => {
    for (const command of COMMANDS) {
      const args = [...command, "--dry-run", "-n", first!.address];
      const { code, stdout, stderr } = await run(args);
      equal(code, 0, `${command}: ${stderr}`);
      match(stdout + stderr, SAFE, `${command}`);
    }
  }));

Deno.test("with a member off, each command refuses another, in dry runs, pipes and with --yes", () =>
  withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    const { run, controlPlanes: [first, , third] } = sandbox;
    await turnOff(sandbox, third!.name);
    const before = (await sandbox.cluster.readHistory()).length;
    for (const command of COMMANDS) {
      const args = [...command, "-n", first!.address];
      for (const more of [["--dry-run"], ...command[0] === "restart" ? [[]] : [[], ["--yes"]]]) {
        if (command[0] === "reset" && more.includes("--yes")) continue;
        const { code, stdout, stderr } = await run([...args, ...more]);
        equal(code, 1, `${command} ${more}: ${stderr}${stdout}`);
        match(stderr, UNSAFE, `${command} ${more}`);
        match(stderr, /--accept-quorum-loss/, `${command} ${more}`);
      }
      const accepted = await run([...args, "--dry-run", "--accept-quorum-loss"]);
      equal(accepted.code, 0, `${command}: ${accepted.stderr}`);
    }
    const history = await sandbox.cluster.readHistory();
    equal(history.slice(before).filter(({ event }) => event === "boot").length, 0);
    ok(lastEtcd(history).hasQuorum);
    // The sentence is true: with consent, the quorum is lost.
    const forced = ["reboot", "--wait=false", "--accept-quorum-loss", "-n", first!.address];
    equal((await run(forced)).code, 0);
    await until(
      () => sandbox.cluster.readHistory(),
      (entries) => !lastEtcd(entries).hasQuorum,
    );
  }));

Deno.test("the member that is off may be removed, and no other one", () =>
  withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    const { run, controlPlanes: [first, second, third] } = sandbox;
    const list = await run(["etcd", "members", "-n", first!.address, "-o", "json"]);
    const idOf = (name: string): string =>
      JSON.parse(list.stdout).find((one: { hostname: string }) => one.hostname === name).id;
    await turnOff(sandbox, third!.name);
    const remove = (id: string, ...more: string[]) =>
      run(["etcd", "remove-member", id, "-n", first!.address, ...more]);
    const other = await remove(idOf(second!.name), "--yes");
    equal(other.code, 1, other.stderr);
    match(
      other.stderr,
      /refused: .*etcd (may lose|loses) quorum \(1 of 2 members remains, 2 needed\)/,
    );
    const dry = await remove(idOf(third!.name), "--dry-run");
    equal(dry.code, 0, dry.stderr);
    match(dry.stdout, /etcd continues with 2 members and tolerates no failure$/m);
    equal((await remove(idOf(third!.name), "--yes")).code, 0);
    ok(lastEtcd(await sandbox.cluster.readHistory()).hasQuorum);
  }));

Deno.test("faults of the other members are never called safe, unless etcd keeps its quorum", async (t) => {
  const faults: readonly FaultAction[] = ["down", "blackhole", "refuse", "learner", "error", "cut"];
  for (const fault of faults) {
    await t.step(fault, () =>
      withSandbox({ controlPlanes: 3 }, async (sandbox) => {
        const { run, cluster, controlPlanes: [first, , third] } = sandbox;
        addFault(sandbox, fault, third!.name);
        await cluster.applyFaults();
        const args = ["reboot", "-n", first!.address];
        const dry = await run([...args, "--dry-run"]);
        match(dry.stderr + dry.stdout, UNSAFE, fault);
        equal(dry.code, 1, fault);
        const boots = (entries: readonly HistoryEntry[]) =>
          entries.filter((one) => one.event === "boot" && one.node === first!.name).length;
        const before = boots(await cluster.readHistory());
        const real = await run([...args, "--yes", "--wait=false"]);
        equal(real.code, 1, `${fault}: ${real.stderr}`);
        equal(boots(await cluster.readHistory()), before, fault);
      }));
  }
});

Deno.test("an alarm and a slow member do not end the quorum, and neither does the change", async (t) => {
  for (const fault of ["nospace", "etcd-lag", "slow-pods"] as const) {
    await t.step(fault, () =>
      withSandbox({ controlPlanes: 3 }, async (sandbox) => {
        const { run, cluster, controlPlanes: [first, , third] } = sandbox;
        const rule = { id: "1", action: fault, node: third!.name, method: "*", delayMs: 500 };
        cluster.faults.add(rule as FaultRule);
        const { code, stdout, stderr } = await run(["reboot", "-n", first!.address, "--dry-run"]);
        equal(code, 0, stderr);
        match(stdout, /etcd keeps its quorum \(2 of 3 members remain, 2 needed\)$/m);
        equal((await run(["reboot", "-n", first!.address, "--timeout=60s"])).code, 0);
        const states = (await cluster.readHistory()).filter((entry) => entry.event === "etcd");
        const formed = states.findIndex(({ hasQuorum }) => hasQuorum);
        ok(states.slice(formed).every(({ hasQuorum }) => hasQuorum), fault);
      }));
  }
});

Deno.test("the only control plane restarts with a true sentence, and its data needs consent", () =>
  withSandbox({}, async (sandbox) => {
    const { run, cluster, nodes: [node] } = sandbox;
    const sentence = "includes the only control plane: etcd has one member: Kubernetes stops " +
      "while its control plane restarts";
    const dry = await run(["reboot", "-n", node!.address, "--dry-run"]);
    equal(dry.code, 0, dry.stderr);
    ok(dry.stdout.includes(`  ${sentence}\n`), dry.stdout);
    equal((await run(["reboot", "-n", node!.address, "--timeout=60s"])).code, 0);
    const states = (await cluster.readHistory()).filter((entry) => entry.event === "etcd");
    ok(states.some(({ hasQuorum }) => !hasQuorum), "Kubernetes stopped");
    ok(lastEtcd(states).hasQuorum, "and is back");
    const wipe = ["reset", "--yes", "--graceful=false", "-n", node!.address];
    const refused = await run(wipe);
    equal(refused.code, 1);
    match(refused.stderr, /refused: includes the only control plane: the data of etcd is lost; /);
    const leave = await run(["etcd", "leave", "-n", node!.address, "--dry-run"]);
    match(leave.stdout, /etcd refuses to remove its only member$/m);
    const left = await run(["etcd", "leave", "-n", node!.address, "--yes"]);
    match(left.stderr, /not enough started members/);
  }));

Deno.test("apply-config of a dry run prints the effect of its reboot", () =>
  withSandbox({ controlPlanes: 3, workers: 1 }, async (sandbox) => {
    const { run, home, controlPlanes: [first, , third], workers: [worker] } = sandbox;
    await Deno.writeTextFile(`${home}/worker.yaml`, CONFIG);
    const apply = (address: string) =>
      run([
        ...["apply-config", "-f", "worker.yaml", "-m", "reboot", "--dry-run", "-n", address],
        "--accept-mismatch=cluster,role",
      ]);
    const kept = await apply(first!.address);
    match(kept.stderr, /^osctl: includes 1 of 3 control planes: etcd keeps its quorum \(2 of 3 /m);
    const none = await apply(worker!.address);
    ok(!none.stderr.includes("etcd"), none.stderr);
    await turnOff(sandbox, third!.name);
    const refused = await apply(first!.address);
    equal(refused.code, 1);
    match(
      refused.stderr,
      /^osctl: refused: includes 1 of 3 control planes: etcd (may lose|loses) quorum /m,
    );
  }));
