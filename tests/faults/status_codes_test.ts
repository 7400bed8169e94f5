/** Each status code as the response of a node, for every command. */
import assert from "node:assert/strict";
import { wiring } from "../../commands/wiring.ts";
import type { CreatedCluster } from "../../lib/cluster/types.ts";
import { waitForNodes } from "../../lib/cluster/wait_for_nodes.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { withRealCluster } from "../e2e/cluster.ts";
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
const MAX_MS_LENGTH = 30_000;

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** Runs a line in a new working directory while each call fails with `code`. */
async function runFailing({ run, home, nodes, cluster }: Sandbox, line: string, code: number) {
  cluster.faults.set([
    { id: "1", action: "error", node: "*", method: "*", code, message: "bad \x1b[2J news" },
  ]);
  const cwd = await Deno.makeTempDir({ dir: home });
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new InterruptError("SIGINT")), MAX_MS_LENGTH);
  const system = fakeSystem({
    home,
    cwd,
    clock: wallClock,
    signal: stop.signal,
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
      // For `diagnose`, a status may be a finding: see its tests.
      if (isLocal(line) || line === "diagnose") continue;
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

Deno.test(`the wait for a new cluster ends with each of ${CODES.length} statuses, its node and reason`, async () => {
  await withSandbox({}, async ({ cluster, nodes: [node] }) => {
    const { ca, ...pair } = await cluster.issue("os:admin");
    const created = { record: { nodes: [node!], ca }, ...pair } as unknown as CreatedCluster;
    for (const code of CODES) {
      cluster.faults.set([
        { id: "1", action: "error", node: "*", method: "*", code, message: "bad news" },
      ]);
      const { signal } = new AbortController();
      const waiting = waitForNodes(created, 50, { clock: wallClock, signal });
      // The deadline of a call is described with its duration.
      const reason = code === 4 ? "did not complete the call within 2s" : "bad news";
      await assert.rejects(waiting, {
        message: new RegExp(`^node ${node!.name} is not ready: .*${reason}`),
      });
    }
  });
});

Deno.test({
  name: "commands of local clusters work while nodes return errors",
  ignore: Deno.build.os !== "linux",
}, async () => {
  await withRealCluster(async ({ program }) => {
    const cluster = ["--provisioner", "sandbox", "--name", "e2e"];
    for (
      const args of [
        ["fault", "add", "error", "--code", "13", "--message", "bad news", ...cluster],
        ["fault", "list", ...cluster],
        ["list"],
        ["show", ...cluster],
        ["stop", ...cluster],
        ["start", ...cluster],
      ]
    ) {
      const { code, stderr } = await program.run(["cluster", ...args]);
      assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
    }
    const failing = await program.run(["version"]);
    assert.equal(failing.code, 1);
    assert.match(failing.stderr, /^osctl: .*: bad news \(Internal\)/m);
  });
});
