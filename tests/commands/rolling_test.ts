/** Rolling changes of a sandbox cluster. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { RollingJournal } from "../../lib/procedures/rolling/journal.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { testWith } from "../helpers/programs.ts";
import { until } from "../helpers/until.ts";

const ALL = "@all";

/** Flags of every command with rolling changes, each with a value that takes effect in a plan. */
const PLAN_FLAGS = [
  "--rolling",
  "--plan",
  "--max-unavailable=50%",
  "--canary=2",
  "--pause=1s",
  "--order=zone:kubernetes.io/os",
  "--window=00:00-23:59",
  "--gate=nodes-ready",
  "--gate-checks=2/1s",
  "--accept-quorum-loss",
  "--no-snapshot",
  "--wide",
];

async function bootIds({ run, nodes }: Sandbox): Promise<string[]> {
  const ids: string[] = [];
  for (const { address } of nodes) {
    ids.push((await run(["read", "/proc/sys/kernel/random/boot_id", "-n", address])).stdout);
  }
  return ids;
}

/** Returns the journal of the only rolling change, and its path. */
async function readOnlyJournal(home: string): Promise<{ path: string; journal: RollingJournal }> {
  const folder = `${home}/.os/rolling`;
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => /^[a-z]+-\d+T\d+-[0-9a-f]+\.json$/.test(name));
  equal(names.length, 1, names.join(", "));
  const path = `${folder}/${names[0]}`;
  return { path, journal: JSON.parse(await Deno.readTextFile(path)) };
}

Deno.test("the nodes of a cluster reboot one after the other, the etcd leader last", async () => {
  await withSandbox({ controlPlanes: 3, workers: 2 }, async (sandbox) => {
    const { run, home, nodes } = sandbox;
    const before = await bootIds(sandbox);
    const report = `${home}/report.md`;
    const args = ["reboot", "--rolling", "-n", ALL, "--yes", "--timeout=60s", "--report", report];
    const { code, stderr } = await run(args);
    equal(code, 0, stderr);
    (await bootIds(sandbox)).forEach((id, index) => ok(id !== before[index], `node ${index}`));
    const { journal, path } = await readOnlyJournal(home);
    ok(journal.nodes.every(({ state }) => state === "done"), stderr);
    deepEqual(journal.batches.map(({ kind, nodes }) => [kind, nodes.length]), [
      ["controlplane", 1],
      ["controlplane", 1],
      ["controlplane", 1],
      ["workers", 1],
      ["workers", 1],
    ]);
    equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    match(stderr, /osctl: reboot: 5 done/);
    const text = await Deno.readTextFile(report);
    match(text, /- result: complete/);
    for (const { name } of nodes) ok(text.includes(`| ${name} |`), text);
  });
});

Deno.test("an upgrade skips nodes that run the version, and a journal is of one change", async () => {
  await withSandbox({ workers: 2 }, async ({ run, home, nodes }) => {
    const image = "ghcr.io/siderolabs/installer:v1.8.1";
    const args = ["upgrade", "--rolling", "--yes", "--timeout=60s", "-i", image];
    const first = await run([...args, "-n", nodes[1]!.address]);
    equal(first.code, 0, first.stderr);
    await Deno.remove(`${home}/.os/rolling`, { recursive: true });
    const report = `${home}/report.md`;
    const second = await run([...args, "-n", "@workers", "--report", report]);
    equal(second.code, 0, second.stderr);
    const { journal, path } = await readOnlyJournal(home);
    deepEqual(journal.nodes.map(({ state }) => state), ["unneeded", "done"]);
    match(await Deno.readTextFile(report), /unchanged: already runs v1\.8\.1/);
    // The image is in the journal.
    const resumed = await run(["upgrade", "--rolling", "--resume", path]);
    equal(resumed.code, 0, resumed.stderr);
    const other = await run(["reboot", "--rolling", "--resume", path]);
    equal(other.code, 2);
    match(other.stderr, /the journal is of another change: upgrade to .*v1\.8\.1/);
    const image2 = "ghcr.io/siderolabs/installer:v1.8.2";
    const newer = await run(["upgrade", "--rolling", "--resume", path, "-i", image2]);
    equal(newer.code, 2);
  });
});

Deno.test("an upgrade that skips a minor version is refused before anything changes", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const image = "ghcr.io/siderolabs/installer:v1.10.0";
    const args = ["upgrade", "--rolling", "--yes", "-i", image, "--accept-quorum-loss"];
    const { code, stderr } = await run([...args, "-n", nodes[0]!.address]);
    equal(code, 1);
    match(stderr, /v1\.10\.0 skips minor versions of .* \(v1\.8\.0/);
  });
});

Deno.test("a cluster with one etcd member requires consent", async () => {
  await withSandbox({}, async (sandbox) => {
    const { run, nodes } = sandbox;
    const before = await bootIds(sandbox);
    const args = ["reboot", "--rolling", "--yes", "-n", nodes[0]!.address];
    const { code, stderr } = await run(args);
    equal(code, 1);
    match(stderr, /--accept-quorum-loss/);
    deepEqual(await bootIds(sandbox), before);
  });
});

Deno.test("a change that stops prints each node's state, and how to continue", async () => {
  await withSandbox({ workers: 2 }, async (sandbox) => {
    const { run, home, nodes } = sandbox;
    const before = await bootIds(sandbox);
    // Holds until the first worker has restarted.
    const gate = `command:sh -c "test ! -e ${home}/broken"`;
    await Deno.writeTextFile(`${home}/broken`, "");
    const args = ["reboot", "--rolling", "--yes", "-n", "@workers", "--gate", gate];
    const early = await run([...args, "--timeout=2s"]);
    equal(early.code, 1);
    match(early.stderr, /check of gates .* not passed within 2s: gate "command:/);
    deepEqual(await bootIds(sandbox), before);
    await Deno.remove(`${home}/broken`);

    const breaking = `command:sh -c "test ! -e ${home}/broken || exit 3"`;
    const running = run([
      ...args.with(-1, breaking),
      "--timeout=12s",
      "--pause=1s",
      "--drain-timeout=20s",
      "-o",
      "json",
    ]);
    const phaseOf = () => readOnlyJournal(home).then(({ journal }) => journal.nodes[0]!.phase);
    await until(() => phaseOf().catch(() => "none"), (phase) => phase === "restart");
    await Deno.writeTextFile(`${home}/broken`, "");
    const { code, stderr, stdout } = await running;
    equal(code, 1, stderr);
    const names = nodes.map(({ name }) => name);
    match(stderr, new RegExp(`${names[1]}: failed: .*gates after the change do not hold`));
    match(stderr, new RegExp(`untouched: ${names[2]}`));
    const events = stdout.trim().split("\n").map((line) => JSON.parse(line));
    ok(events.some(({ event, phase }) => event === "phase" && phase === "drain"), stdout);

    const [, command] = /continue with: osctl (.*)/.exec(stderr)!;
    await Deno.remove(`${home}/broken`);
    const resumed = await run(command!.split(" "));
    equal(resumed.code, 0, resumed.stderr);
    const { journal } = await readOnlyJournal(home);
    deepEqual(journal.nodes.map(({ state }) => state), ["done", "done"]);
  });
});

const PATCH = ["-p", '{"machine": {"sysctls": {"net.core.somaxconn": "4097"}}}'];
const IMAGE = ["-i", "example.org/installer:v1.8.1"];

const PLANNED: readonly (readonly string[])[] = [
  ["reboot", "--drain-timeout=1m"],
  ["upgrade", ...IMAGE],
  ["patch", "mc", ...PATCH],
];

for (const args of PLANNED) {
  Deno.test(`the plan of a rolling ${args[0]} names order and batches`, async () => {
    await withSandbox({ workers: 4 }, async (sandbox) => {
      const before = await bootIds(sandbox);
      const { code, stdout, stderr } = await sandbox.run([
        ...args,
        ...PLAN_FLAGS,
        "-n",
        ALL,
        "-o",
        "json",
      ]);
      equal(code, 0, stderr);
      const rows = JSON.parse(stdout);
      deepEqual(rows.map((row: { batch: number; kind: string }) => `${row.batch} ${row.kind}`), [
        "1 controlplane",
        "2 canary",
        "3 canary",
        "4 workers",
        "4 workers",
      ]);
      match(stderr, /gates before and after each node: nodes-ready \(2 checks within 1s\)/);
      deepEqual(await bootIds(sandbox), before);
    });
  });
}

Deno.test("a rolling shutdown is planned with control planes last", async () => {
  await withSandbox({ workers: 4 }, async ({ run }) => {
    const { code, stdout, stderr } = await run([
      "shutdown",
      "--drain-timeout=1m",
      ...PLAN_FLAGS,
      "-n",
      ALL,
    ]);
    equal(code, 0, stderr);
    match(stdout, /1 +canary[^]*2 +canary[^]*3 +workers[^]*4 +controlplane/);
  });
});

Deno.test("workers are wiped one after the other, control planes refused", async () => {
  await withSandbox({ workers: 2 }, async ({ run, home, nodes }) => {
    const reset = ["reset", "--reboot", "--rolling", "--yes", "--timeout=60s"];
    const refused = await run([...reset, "-n", ALL]);
    equal(refused.code, 2);
    match(refused.stderr, new RegExp(`wipes workers only, not ${nodes[0]!.name};`));
    const plan = await run(["reset", ...PLAN_FLAGS, "--drain-timeout=1m", "-n", "@workers"]);
    equal(plan.code, 0, plan.stderr);
    const worker = nodes[1]!;
    const report = `${home}/report.md`;
    const { code, stderr } = await run([...reset, "-n", worker.address, "--report", report]);
    equal(code, 0, stderr);
    const maintenance = await run(["disks", "--insecure", "-n", worker.address]);
    equal(maintenance.code, 0, maintenance.stderr);
    match(await Deno.readTextFile(report), /result: complete/);
    const { path } = await readOnlyJournal(home);
    const resumed = await run(["reset", "--rolling", "--resume", path]);
    equal(resumed.code, 0, resumed.stderr);
  });
});

Deno.test("a node that shuts down is done when it is off, and the change can be resumed", async () => {
  await withSandbox({ workers: 1 }, async ({ run, home, nodes }) => {
    const args = ["shutdown", "--rolling", "--yes", "--timeout=60s", "-n", nodes[1]!.address];
    const report = `${home}/report.md`;
    const { code, stderr } = await run([...args, "--report", report]);
    equal(code, 0, stderr);
    match(stderr, /unreachable for/);
    const { path, journal } = await readOnlyJournal(home);
    equal(journal.nodes[0]!.state, "done");
    match(await Deno.readTextFile(report), /result: complete/);
    const resumed = await run(["shutdown", "--rolling", "--resume", path]);
    equal(resumed.code, 0, resumed.stderr);
  });
});

Deno.test("configurations are applied node by node, and only where they differ", async () => {
  await withSandbox({ workers: 2 }, async (sandbox) => {
    const { run, home, nodes } = sandbox;
    const before = await bootIds(sandbox);
    const rolling = ["--rolling", "--yes", "--accept-quorum-loss"];
    const report = `${home}/report.md`;
    const patched = await run(["patch", "mc", ...PATCH, ...rolling, "-n", ALL, "--report", report]);
    equal(patched.code, 0, patched.stderr);
    match(patched.stderr, /apply the configuration: 3 done/);
    match(await Deno.readTextFile(report), /result: complete/);
    const { path, journal } = await readOnlyJournal(home);
    equal(JSON.stringify(journal).includes("somaxconn"), false);
    deepEqual(await bootIds(sandbox), before);
    const again = await run(["patch", "mc", ...PATCH, ...rolling, "-n", ALL]);
    equal(again.code, 0, again.stderr);
    equal(again.stderr.match(/unchanged/g)?.length, 3);
    const resumed = await run(["patch", "mc", ...PATCH, "--rolling", "--resume", path]);
    equal(resumed.code, 0, resumed.stderr);
    const other = ["-p", '{"machine": {"sysctls": {"net.core.somaxconn": "1"}}}'];
    const wrong = await run(["patch", "mc", ...other, "--rolling", "--resume", path]);
    equal(wrong.code, 2);
    match(wrong.stderr, /the journal is of another change/);

    await Deno.remove(`${home}/.os/rolling`, { recursive: true });
    const worker = nodes[1]!;
    const read = await run([
      "get",
      "mc",
      "v1alpha1",
      "-n",
      worker.address,
      "-o",
      "jsonpath={.spec}",
    ]);
    const file = `${home}/worker.yaml`;
    await Deno.writeTextFile(file, read.stdout.replace("4097", "4098"));
    const apply = ["apply-config", "-f", file];
    const plan = await run([...apply, ...PLAN_FLAGS.slice(0, 2), "-n", worker.address]);
    match(plan.stdout, /apply the configuration/);
    const forced = await run([
      ...apply,
      ...rolling,
      "--mode=reboot",
      "-n",
      worker.address,
      "--report",
      report,
      "-o",
      "json",
    ]);
    equal(forced.code, 0, forced.stderr);
    const after = await bootIds(sandbox);
    deepEqual(after.map((id, index) => id === before[index]), [true, false, true]);
    const journalOfApply = (await readOnlyJournal(home)).path;
    const done = await run([...apply, "--mode=reboot", "--rolling", "--resume", journalOfApply]);
    equal(done.code, 0, done.stderr);
    const staged = await run([...apply, "--rolling", "--mode=staged", "-n", worker.address]);
    equal(staged.code, 2);
  });
});

const withSed = testWith("sed");

withSed("edited configurations are applied node by node after the last edit", async () => {
  await withSandbox({ workers: 1 }, async ({ run, home }) => {
    await run(["patch", "mc", ...PATCH, "-n", ALL]);
    const editor = `${home}/editor.sh`;
    await Deno.writeTextFile(editor, '#!/bin/sh\nsed -i s/4097/4099/ "$1"\n', { mode: 0o755 });
    const report = `${home}/report.md`;
    const env = { EDITOR: editor, TMPDIR: home };
    const plan = ["edit", "mc", "-n", ALL, ...PLAN_FLAGS];
    const planned = await run(plan, { env });
    equal(planned.code, 0, planned.stderr);
    const args = ["edit", "mc", "-n", ALL, "--rolling", "--yes", "--accept-quorum-loss"];
    const { code, stderr } = await run([...args, "--report", report, "-o", "json"], { env });
    equal(code, 0, stderr);
    match(stderr, /apply the configuration: 2 done/);
    const again = await run(args, { env });
    equal(again.stderr.match(/unchanged/g)?.length, 2, again.stderr);
  });
});

Deno.test("the flags of a rolling apply-config take effect in its plan", async () => {
  await withSandbox({ workers: 4 }, async ({ run, home, nodes }) => {
    const worker = nodes[1]!;
    const read = await run([
      "get",
      "mc",
      "v1alpha1",
      "-n",
      worker.address,
      "-o",
      "jsonpath={.spec}",
    ]);
    const file = `${home}/worker.yaml`;
    await Deno.writeTextFile(file, `${read.stdout}\n`);
    const args = ["apply-config", "-f", file, "-n", "@workers", ...PLAN_FLAGS];
    const { code, stdout, stderr } = await run(args);
    equal(code, 0, stderr);
    match(stdout, /1 +canary[^]*2 +canary[^]*3 +workers/);
  });
});

Deno.test("flags of rolling changes require --rolling, and have valid values", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const reboot = async (...args: string[]) => {
      const { code, stderr } = await run(["reboot", "-n", nodes[0]!.address, ...args]);
      return `${code} ${stderr}`;
    };
    match(await reboot("--canary=2"), /^2 .*--canary requires --rolling/);
    match(await reboot("--rolling", "--max-unavailable=0"), /^2 .*invalid --max-unavailable "0"/);
    match(await reboot("--rolling", "--order=size"), /^2 .*invalid --order "size"/);
    match(await reboot("--rolling", "--window=22-4"), /^2 .*invalid --window "22-4"/);
    match(await reboot("--rolling", "--gate-checks=0/6s"), /^2 .*invalid --gate-checks "0\/6s"/);
    match(
      await reboot("--rolling", "--gate-checks=3/soon"),
      /^2 .*invalid --gate-checks "3\/soon"/,
    );
    match(await reboot("--rolling", "--gate=none"), /^2 .*unknown gate "none"/);
    match(await reboot("--rolling", "--wait=false"), /^2 .*cannot be combined with --wait=false/);
    match(await reboot("--rolling", "--resume=/nonexistent"), /^1 .*\/nonexistent/);
  });
});

Deno.test("a patch that appends is not applied twice by the command that continues it", async () => {
  await withSandbox({ workers: 1 }, async ({ run, home, nodes }) => {
    const worker = nodes[1]!.address;
    const patch = `${home}/patch.yaml`;
    await Deno.writeTextFile(patch, "machine: {certSANs: [twice.example.com]}\n");
    const args = ["patch", "machineconfig", "-p", `@${patch}`, "--rolling", "--mode=reboot"];
    const first = await run([...args, "--yes", "-n", worker]);
    equal(first.code, 0, first.stderr);
    const boot = ["read", "/proc/sys/kernel/random/boot_id", "-n", worker];
    const bootId = (await run(boot)).stdout;
    // As if the first command had been killed before it recorded the restart.
    const { path, journal } = await readOnlyJournal(home);
    Object.assign(journal.nodes[0]!, { state: "active", phase: "start" });
    await Deno.writeTextFile(path, JSON.stringify(journal));
    const second = await run([...args, "--yes", "--resume", path]);
    equal(second.code, 0, second.stderr);
    equal((await run(boot)).stdout, bootId);
    const { stdout } = await run(["get", "machineconfig", "-n", worker, "-o", "yaml"]);
    equal(stdout.split("twice.example.com").length, 2, stdout);
  });
});
