/**
 * Kills `rotate-ca` at random moments and continues: the end state equals an undisturbed run's, and
 * no node is ever unreachable for both clients.
 */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import {
  checkRotated,
  configsOf,
  FAST,
  journalOf,
  NodeWatcher,
  readJournalOf,
} from "../helpers/rotation.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

/** Number of kills; 50 in `deno task kills`. */
const KILLS = Number(Deno.env.get("OSCTL_KILLS") ?? 8);
const JOURNAL = "osconfig.rotation.json";
const OPTIONS = { controlPlanes: 2, workers: 1, ...FAST };

/** Starts `rotate-ca` in the home of a sandbox. */
function start(program: Program, { home, osconfig }: Sandbox, args: readonly string[]) {
  return program.command(["--osconfig", osconfig, "rotate-ca", ...args], {
    cwd: home,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function complete(child: Deno.ChildProcess): Promise<void> {
  const { code, stderr } = await child.output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
}

/** Kills the process after a time; returns whether it was still running. */
async function killAfter(child: Deno.ChildProcess, ms: number): Promise<boolean> {
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  const { signal } = await child.output();
  clearTimeout(timer);
  return signal === "SIGKILL";
}

/** Returns the arguments that continue after a kill. */
async function continuation(sandbox: Sandbox, flag: "--resume" | "--rollback"): Promise<string[]> {
  return await readJournalOf(sandbox) === undefined
    ? ["--dry-run=false"] // it changed nothing
    : [flag, JOURNAL];
}

Deno.test("a killed rotation continues to the state of an undisturbed one", async (t) => {
  await using program = await Program.create();
  let longestMs = 0;
  await withSandbox(OPTIONS, async (sandbox) => {
    const begin = performance.now();
    await complete(start(program, sandbox, ["--dry-run=false"]));
    longestMs = performance.now() - begin;
  });
  for (let kill = 0; kill < KILLS; kill++) {
    // Every part of the run has a kill; every fourth run is rolled back, every third killed twice.
    const ms = (kill + Math.random()) / KILLS * longestMs;
    const isRollback = kill % 4 === 3;
    await t.step(
      `kill after ${Math.round(ms)} ms of ${Math.round(longestMs)} ms`,
      () =>
        withSandbox(OPTIONS, async (sandbox) => {
          const before = configsOf(sandbox);
          const watcher = new NodeWatcher(sandbox, await sandbox.cluster.issue("os:admin"));
          const isKilled = await killAfter(start(program, sandbox, ["--dry-run=false"]), ms);
          const flag = isRollback ? "--rollback" : "--resume";
          if (kill % 3 === 2 && isKilled) {
            const again = start(program, sandbox, await continuation(sandbox, flag));
            await killAfter(again, Math.random() * longestMs);
          }
          const last = isKilled ? await continuation(sandbox, flag) : [];
          if (isKilled) await complete(start(program, sandbox, last));
          await watcher.stop();
          assert.deepEqual(watcher.lost, []);
          if (last[0] === "--rollback") assert.deepEqual(configsOf(sandbox), before);
          else checkRotated(sandbox, before, await journalOf(sandbox));
        }),
    );
  }
});
