/**
 * Kills a rolling change at random moments and continues it: each node restarts exactly once, and
 * etcd never loses its quorum.
 */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import { readHistory } from "../../lib/sandbox/mod.ts";
import { assertRecordedQuorum, countByNode } from "../helpers/quorum_watcher.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

/** Number of kills; 100 in `deno task rolling-kills`. */
const KILLS = Number(Deno.env.get("OSCTL_KILLS") ?? 3);
const COMMAND = ["reboot", "--rolling", "--max-unavailable=2", "--yes", "--no-snapshot"];

/** Starts a rolling change in the home of a program. */
function start(program: Program, { osconfig }: Sandbox, args: readonly string[]) {
  return program.command(["--osconfig", osconfig, ...args], {
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Kills the process after a time; returns whether it was still running. */
async function killAfter(child: Deno.ChildProcess, ms: number): Promise<boolean> {
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  const { signal } = await child.output();
  clearTimeout(timer);
  return signal === "SIGKILL";
}

/** Attempts while the lock of a change that was killed before its journal is not yet expired. */
const MAX_ATTEMPTS = 60;

/**
 * Runs a change to its end; one that was killed before its journal holds the lock until it expires.
 */
async function complete(begin: () => Deno.ChildProcess): Promise<void> {
  for (let attempt = 1;; attempt++) {
    const { code, stderr } = await begin().output();
    const text = new TextDecoder().decode(stderr);
    if (code === 0) return;
    assert.match(text, /another rolling change is in progress: .* before its first node;/);
    assert.ok(attempt < MAX_ATTEMPTS, text);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Returns the journals of a home. */
function journalsOf({ home }: Program): string[] {
  try {
    return [...Deno.readDirSync(`${home}/.os/rolling`)].map(({ name }) => name)
      .filter((name) => name.startsWith("reboot-") && name.endsWith(".json"))
      .map((name) => `${home}/.os/rolling/${name}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Returns the arguments that begin, or that continue the only change. */
function argumentsOf(program: Program): string[] {
  const [journal, ...others] = journalsOf(program);
  assert.deepEqual(others, []);
  return journal === undefined
    ? [...COMMAND, "-n", "@all"]
    : ["reboot", "--rolling", "--resume", journal];
}

Deno.test("a killed rolling change continues, and restarts each node exactly once", async (t) => {
  await using program = await Program.create();
  await withSandbox({ controlPlanes: 3, workers: 3 }, async (sandbox) => {
    const nodesFolder = `${sandbox.home}/nodes`;
    const boots = async () => countByNode(await readHistory(nodesFolder), "boot");
    let before = await boots();
    const check = async (what: string) => {
      const after = await boots();
      for (const { name } of sandbox.nodes) {
        assert.equal(after[name]! - (before[name] ?? 0), 1, `boots of ${name}: ${what}`);
      }
      before = after;
      const history = await readHistory(nodesFolder);
      assertRecordedQuorum(history);
      const cordons = countByNode(history, "cordon");
      assert.deepEqual(countByNode(history, "uncordon"), cordons, what);
      for (const journal of journalsOf(program)) await Deno.remove(journal);
    };
    const begin = performance.now();
    await complete(() => start(program, sandbox, argumentsOf(program)));
    const longestMs = performance.now() - begin;
    await check("undisturbed");
    for (let kill = 0; kill < KILLS; kill++) {
      // Every part of the run has a kill; every third one is killed twice.
      const ms = (kill + Math.random()) / KILLS * longestMs;
      const what = `killed after ${Math.round(ms)} ms of ${Math.round(longestMs)} ms`;
      await t.step(what, async () => {
        let isKilled = await killAfter(start(program, sandbox, argumentsOf(program)), ms);
        if (isKilled && kill % 3 === 2) {
          const again = Math.random() * longestMs;
          isKilled = await killAfter(start(program, sandbox, argumentsOf(program)), again);
        }
        if (isKilled) await complete(() => start(program, sandbox, argumentsOf(program)));
        await check(what);
      });
    }
  });
});
