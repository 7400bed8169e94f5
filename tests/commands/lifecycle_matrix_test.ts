/** Every tracked action in every situation of its nodes. */
import assert from "node:assert/strict";
import { createCa, issueServerCertificate } from "../../lib/pki/mod.ts";
import { StatusCode, StatusError } from "../../lib/rpc/mod.ts";
import { createServer } from "../../lib/rpc/server.ts";
import { FakeClock, fakeSystem, wallClock } from "../helpers/fake_system.ts";
import {
  type Action,
  ACTIONS,
  label,
  performs,
  RESTARTING,
  withThreeNodes,
} from "../helpers/lifecycle_actions.ts";
import { pause, restart } from "../helpers/restarting_nodes.ts";
import type { Sandbox } from "../helpers/sandbox.ts";

/** Last JSON record of each node, and the number of records that end a node. */
function outcomes(stdout: string) {
  const records = stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  const last = new Map(records.map(({ node, event }) => [node, event]));
  const ends = records.filter(({ event }) => event === "done" || event === "failed").length;
  return { last: Object.fromEntries(last), ends };
}

/** What is awaited; the second when a node responds once more before it is down. */
const RETURN = "(the node to return|a new boot ID: the node responds with the old one)";

function errorLines(stderr: string): string[] {
  return stderr.split("\n").filter((line) => line.startsWith("osctl: "));
}

Deno.test("each tracked action completes on one node, on three, and on the others of a dead one", async (t) => {
  await withThreeNodes(async ({ sandbox, nodes, addresses }) => {
    const { dead, run } = sandbox;
    for (const action of ACTIONS) {
      nodes.script = performs(action);
      const track = async (targets: readonly string[]) => {
        const result = await run([
          ...[...action.args, "-o", "json", "--timeout", "20s", "-n", targets.join(",")],
        ]);
        await nodes.waitForScripts();
        return { ...result, ...outcomes(result.stdout), calls: nodes.calls.splice(0).length };
      };
      const allDone = (targets: readonly string[]) =>
        Object.fromEntries(targets.map((node) => [node, "done"]));
      await t.step(`${label(action)}: one node`, async () => {
        const { code, stderr, last, ends, calls } = await track([addresses[1]]);
        assert.deepEqual([code, stderr, ends, calls], [0, "", 1, 1]);
        assert.deepEqual(last, allDone([addresses[1]]));
      });
      await t.step(`${label(action)}: three nodes`, async () => {
        const { code, stderr, last, ends, calls } = await track(addresses);
        assert.deepEqual([code, stderr, ends, calls], [0, "", 3, 3]);
        assert.deepEqual(last, allDone(addresses));
      });
      await t.step(`${label(action)}: three nodes, one dead`, async () => {
        const targets = [addresses[0], dead, addresses[2]];
        const { code, stderr, last, ends, calls } = await track(targets);
        assert.deepEqual([code, ends, calls], [1, 3, 2]);
        assert.deepEqual(last, { ...allDone(targets), [dead]: "failed" });
        const warning = action.args[0] === "upgrade"
          ? `osctl: warning: unknown version of ${dead}: [^\\n]+\\n`
          : "";
        const error = `osctl: ${dead}: cannot be reached from [^\\n]+\\n`;
        assert.match(stderr, new RegExp(`^${warning}${error}$`));
      });
    }
  });
});

/** Starts a command with a manual clock. */
function start({ home, run }: Sandbox, args: readonly string[]) {
  const clock = new FakeClock(Date.now());
  const stop = new AbortController();
  const system = fakeSystem({ home, clock, signal: stop.signal });
  let isOver = false;
  const running = run(args, { system }).finally(() => isOver = true);
  /** Moves the clock a step each 5 ms until a condition holds. */
  const until = async (reached: () => boolean, stepMs = 100) => {
    for (let steps = 0; !reached(); steps++) {
      assert.ok(steps < 4000, `not reached: ${reached}; stderr is ${system.stderr.text}`);
      await clock.advance(stepMs);
      await pause(5);
    }
  };
  return { clock, running, until, isOver: () => isOver, text: () => system.stderr.text };
}

Deno.test("a node that dies during an action fails at the timeout, unless it was to stop", async (t) => {
  await withThreeNodes(async ({ sandbox, nodes, addresses }) => {
    const [, dying] = sandbox.nodes;
    for (const action of ACTIONS) {
      await t.step(label(action), async () => {
        await nodes.reviveAll();
        nodes.calls.splice(0);
        nodes.script = async (script) => {
          if (script.node.name !== dying!.name) return await performs(action)(script);
          script.publish("PhaseEvent", { phase: "stopServices", action: 0 }, script.actor);
          await pause(50);
          await script.down();
        };
        const args = [...action.args, "--timeout", "10m", "-n", addresses.join()];
        const { clock, running, until, isOver, text } = start(sandbox, args);
        const startedAt = clock.now();
        const complete = (node: string) => text().includes(`"${node}": ${action.name} complete`);
        await until(() => complete(addresses[0]) && complete(addresses[2]));
        await until(() => text().includes(`"${dying!.address}": connection lost`));
        assert.equal(isOver(), false);
        await until(isOver, 1000);
        const { code, stderr } = await running;
        // More when this machine is busy: the clock moves on meanwhile.
        const elapsed = clock.now() - startedAt;
        if (action.end === "stopped") {
          assert.deepEqual([code, errorLines(stderr)], [0, []], stderr);
          assert.match(stderr, new RegExp(`"${dying!.address}": unreachable for 30s\n`));
          assert.ok(elapsed < 600_000, `${elapsed} ms`);
        } else {
          assert.equal(code, 1);
          const [error, ...rest] = errorLines(stderr);
          assert.deepEqual(rest, []);
          assert.match(
            error!,
            new RegExp(
              `^osctl: ${dying!.address}: ${action.name} not complete after 10m0s, waiting for ` +
                `${RETURN}: [^;]+; increase --timeout`,
            ),
          );
          assert.ok(elapsed >= 600_000, `${elapsed} ms`);
        }
      });
    }
    await nodes.reviveAll();
  });
});

Deno.test("all nodes receive the request together because one of them may be the endpoint", async () => {
  await withThreeNodes(async ({ sandbox, nodes, addresses }) => {
    const [, slow] = sandbox.nodes;
    for (
      const [delayMs, isTogether] of [[300, true], [1800, false]] as const
    ) {
      const rule = { id: "1", action: "delay", method: "Events", delayMs } as const;
      sandbox.cluster.faults.set([{ ...rule, node: slow!.name }]);
      nodes.script = () => Promise.resolve();
      const times = new Map<string, number>();
      const startedAt = Date.now();
      nodes.beforeAck = () => {
        for (const call of nodes.calls) {
          const name = call.split(" ")[1]!;
          if (!times.has(name)) times.set(name, Date.now() - startedAt);
        }
        return Promise.resolve();
      };
      const { code } = await sandbox.run(["reboot", "--timeout", "3s", "-n", addresses.join()]);
      assert.equal(code, 1, "no node restarts");
      const others = sandbox.nodes.filter(({ name }) => name !== slow!.name);
      for (const { name } of others) {
        const ms = times.get(name)!;
        assert.ok(ms >= (isTogether ? 300 : 1000) && ms < 1800, `${ms} ms`);
      }
      const last = times.get(slow!.name)!;
      assert.ok(isTogether === last < 1800, `${last} ms`);
      nodes.calls.splice(0);
      await nodes.reviveAll();
    }
  });
});

Deno.test("a node that returns as another is reported", async (t) => {
  await withThreeNodes(async ({ sandbox, nodes }) => {
    const [node] = sandbox.workers;
    const { address } = node!;
    const run = (action: Action, timeout: string) =>
      sandbox.run([...action.args, "--timeout", timeout, "-n", address]);
    for (const action of RESTARTING) {
      await t.step(`${label(action)}: another node ID`, async () => {
        const { nodeId } = nodes.stateOf(node!);
        nodes.script = async (script) => {
          script.state.nodeId = "stranger";
          await restart(script);
        };
        const { code, stderr } = await run(action, "20s");
        // A wiped node has a new ID.
        if (action.end === "wiped") assert.equal(code, 0, stderr);
        else {
          assert.equal(code, 1);
          assert.match(
            errorLines(stderr)[0]!,
            /a different node answers: node ID "stranger", expected "id-of-/,
          );
        }
        await nodes.waitForScripts();
        nodes.stateOf(node!).nodeId = nodeId;
      });
      await t.step(`${label(action)}: the same boot ID`, async () => {
        nodes.script = async (script) => {
          script.task("stopAllServices");
          await script.down();
          await pause(50);
          await script.up();
          script.ready();
        };
        await withLongerTimeouts(async (timeout) => {
          const { code, stderr } = await run(action, timeout);
          assert.equal(code, 1, "it has not restarted");
          await nodes.waitForScripts();
          assert.match(
            errorLines(stderr)[0]!,
            new RegExp(`not complete after \\d+s, waiting for ${RETURN}; `),
          );
        });
      });
      await t.step(`${label(action)}: a certificate of another CA`, async () => {
        await withLongerTimeouts(async (timeout) => {
          const other = await impostor(address);
          nodes.script = async (script) => {
            script.task("stopAllServices");
            await script.down();
            await pause(50);
            await other.listen();
          };
          const { code, stderr } = await run(action, timeout);
          await nodes.waitForScripts();
          await other.stop();
          await nodes.reviveAll();
          assert.equal(code, 1, "its certificate is not trusted");
          assert.match(
            errorLines(stderr)[0]!,
            /not complete after \d+s, waiting for the node to return: [^;]*certificate signed by unknown authority/,
          );
          // A node without configuration may have any certificate; only its disks are requested.
          assert.deepEqual([...other.paths], ["/storage.StorageService/Disks"]);
        });
      });
    }
  });
});

/** Repeats a test with a longer timeout: on a busy machine, a short one ends before the node is down. */
async function withLongerTimeouts(body: (timeout: string) => Promise<void>): Promise<void> {
  for (const timeout of ["2s", "8s", "32s"]) {
    try {
      return await body(timeout);
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || timeout === "32s") throw error;
    }
  }
}

/** A machine at a node's address with a certificate of its own CA. */
async function impostor(address: string) {
  const source = {
    clock: wallClock,
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
  };
  const ca = await createCa({ organization: "other" }, source);
  const identity = await issueServerCertificate(ca, { ips: [address], dnsNames: [] }, source);
  const paths = new Set<string>();
  const server = createServer({ cert: identity.crt, key: identity.key }, ({ path }) => {
    paths.add(path);
    throw new StatusError(StatusCode.unimplemented, "not a node");
  });
  return {
    listen: () => server.listen(address, 50_000),
    stop: () => server.stop("immediate"),
    paths,
  };
}
