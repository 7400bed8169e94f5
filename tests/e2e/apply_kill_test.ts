/**
 * Kills `cluster apply` of a new cluster at random moments and repeats the same command: etcd is
 * bootstrapped exactly once, and each node receives its first configuration exactly once.
 */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import { readHistory } from "../../lib/sandbox/mod.ts";
import { countByNode } from "../helpers/quorum_watcher.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

/** Number of kills; 100 in `deno task apply-kills`. */
const KILLS = Number(Deno.env.get("OSCTL_KILLS") ?? 2);
/** Runs until the command succeeds: nodes that restart are silent, and prevent each change. */
const MAX_RUNS = 100;
const CONTROL_PLANES = 3;
const WORKERS = 2;

/** Writes a cluster file and a client configuration for nodes in maintenance mode. */
async function declare(program: Program, { unconfigured }: Sandbox): Promise<void> {
  const addresses = unconfigured.map(({ address }) => address);
  const nodes = (name: string, some: readonly string[]) =>
    some.map((address, index) => `{name: ${name}-${index + 1}, addresses: [${address}]}`).join();
  await Deno.writeTextFile(
    `${program.home}/cluster.yaml`,
    `name: test
endpoint: https://${addresses[0]}:6443
contract: v1.8
os: {version: v1.8.0-alpha.2}
kubernetes: {version: v1.31.1}
install: {disk: /dev/sda}
controlPlane: {nodes: [${nodes("cp", addresses.slice(0, CONTROL_PLANES))}]}
workers: {main: {nodes: [${nodes("worker", addresses.slice(CONTROL_PLANES))}]}}
`,
  );
  await succeed(program, ["cluster", "config", "-o", "osconfig", "--force"]);
}

async function succeed(program: Program, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await program.run(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

const APPLY = ["cluster", "apply", "--yes", "--osconfig", "osconfig"];

/** Runs the command, and kills it after a time; returns whether it was still running. */
async function killAfter(program: Program, ms: number): Promise<boolean> {
  const child = program.command(APPLY, { stdin: "null", stdout: "null", stderr: "null" }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  const { signal } = await child.status;
  clearTimeout(timer);
  return signal === "SIGKILL";
}

/** Repeats the command until it succeeds. Any other error than a silent node ends the test. */
async function complete(program: Program): Promise<void> {
  for (let runs = 1;; runs++) {
    const { code, stderr } = await program.run(APPLY);
    if (code === 0) return;
    assert.ok(stderr.includes("nothing was changed: "), stderr);
    assert.ok(runs < MAX_RUNS, stderr);
  }
}

Deno.test("a killed apply of a new cluster continues, and bootstraps etcd exactly once", async (t) => {
  await using program = await Program.create();
  await succeed(program, ["gen", "secrets"]);
  const withMachines = (body: (sandbox: Sandbox) => Promise<void>) =>
    withSandbox(
      { controlPlanes: 0, unconfigured: CONTROL_PLANES + WORKERS, podReadyMs: 100 },
      async (sandbox) => {
        await declare(program, sandbox);
        await body(sandbox);
        const history = await readHistory(`${sandbox.home}/nodes`);
        const once = (names: readonly string[]) =>
          Object.fromEntries(names.map((name) => [name, 1]));
        const names = sandbox.unconfigured.map(({ name }) => name);
        assert.deepEqual(countByNode(history, "configure"), once(names));
        assert.deepEqual(countByNode(history, "bootstrap"), once(names.slice(0, 1)));
        // Nothing is left to do, and nothing is done.
        await succeed(program, ["cluster", "plan", "--osconfig", "osconfig"]);
      },
    );
  let longestMs = 0;
  await withMachines(async () => {
    const begin = performance.now();
    await complete(program);
    longestMs = performance.now() - begin;
  });
  for (let kill = 0; kill < KILLS; kill++) {
    // Every part of the run has a kill; every third one is killed twice.
    const ms = (kill + Math.random()) / KILLS * longestMs;
    await t.step(
      `killed after ${Math.round(ms)} ms of ${Math.round(longestMs)} ms`,
      () =>
        withMachines(async () => {
          const isKilled = await killAfter(program, ms);
          if (isKilled && kill % 3 === 2) await killAfter(program, Math.random() * longestMs);
          await complete(program);
        }),
    );
  }
});
