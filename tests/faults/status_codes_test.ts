/** Each status code as the response of a node, for every command. */
import assert from "node:assert/strict";
import { wiring } from "../../commands/wiring.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { commandPaths, isLocal, wordsOf, writeInputs } from "./command_arguments.ts";
import { CODES } from "./counts.ts";

/** Further ways to run commands: other calls, or calls that are awaited. */
const VARIANTS: readonly string[] = [
  "copy /x -",
  "dashboard --once -o json",
  "dmesg -f",
  "events",
  "get members --watch",
  "get mc",
  "health --server=false --wait-timeout 1s",
  "health --once",
  "kubeconfig -",
  "logs machined -f",
  "reboot --yes",
  "reset --yes --graceful=false",
  "rotate-ca --dry-run=false",
  "service apid",
  "service apid restart",
  "shutdown --yes",
  "upgrade --image example.org/a:v1.8.0 --yes",
  "upgrade-k8s",
];

/** A command that runs longer hangs, milliseconds. */
const LONGEST_MS = 30_000;

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** Runs a line in a new working directory while each call fails with `code`. */
async function runFailing({ run, home, nodes, cluster }: Sandbox, line: string, code: number) {
  cluster.faults.set([
    { id: "1", action: "error", node: "*", method: "*", code, message: "bad \x1b[2J news" },
  ]);
  const cwd = await Deno.makeTempDir({ dir: home });
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new InterruptError("SIGINT")), LONGEST_MS);
  const system = fakeSystem({
    ...{ home, cwd, clock: wallClock, signal: stop.signal },
    env: { OSCTL_CALL_TIMEOUT: "5s", OSCTL_CONNECT_TIMEOUT: "5s", EDITOR: "true" },
  });
  let opened = 0;
  const outcome = await run([...wordsOf({ home, nodes }, line), "-n", nodes[0]!.address], {
    system,
    wiring: {
      async openClient(...args) {
        opened++;
        return await wiring.openClient(...args);
      },
    },
  });
  clearTimeout(timer);
  const left = [...Deno.readDirSync(cwd)].map(({ name }) => name);
  await Deno.remove(cwd, { recursive: true });
  return { ...outcome, opened, left, hangs: stop.signal.aborted };
}

Deno.test(`each status of ${CODES.length} is one error of every command`, async (t) => {
  const paths = commandPaths();
  await withSandbox({}, async (sandbox) => {
    await writeInputs(sandbox);
    const { address } = sandbox.nodes[0]!;
    for (const line of [...paths, ...VARIANTS]) {
      if (isLocal(line)) continue;
      await t.step(line, async () => {
        for (const code of CODES) {
          const { stdout, stderr, left, opened, ...outcome } = await runFailing(
            sandbox,
            line,
            code,
          );
          const title = `status ${code}: ${stdout}${stderr}`;
          assert.ok(opened > 0, "the command calls no node");
          assert.ok(!outcome.hangs, `hangs: ${title}`);
          assert.equal(outcome.code, 1, title);
          assert.equal(stderr.match(/^osctl: (?!warning: ).+$/gm)?.length, 1, title);
          assert.ok(stderr.includes(address), `no node: ${title}`);
          assert.match(stderr, /: bad \\(u00|x)1b\[2J news \([A-Z]\w+\)/, title);
          assert.doesNotMatch(stderr, /internal error|\n +at /, title);
          assert.doesNotMatch(stdout + stderr, CONTROLS, title);
          assert.ok(left.every((name) => stderr.includes(name)), `left ${left}: ${title}`);
        }
      });
    }
  });
});
