/** Every tracked action in every situation of its nodes. */
import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { createCa, issueServerCertificate } from "../../lib/pki/mod.ts";
import { StatusCode, StatusError } from "../../lib/rpc/mod.ts";
import { createServer } from "../../lib/rpc/server.ts";
import { wallClock } from "../helpers/fake_system.ts";
import {
  type Action,
  ACTIONS,
  label,
  performs,
  RESTARTING,
  withThreeNodes,
} from "../helpers/lifecycle_actions.ts";
import { pause, restart } from "../helpers/restarting_nodes.ts";
import { type ManualRun, startManualRun } from "../helpers/manual_run.ts";

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
      const track = async (targets: readonly string[], ...more: readonly string[]) => {
        const result = await run([
          ...[...action.args, "-o", "json", "--timeout", "20s", "-n", targets.join(","), ...more],
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
        // The role of the dead one is unknown, and with it the effect on etcd.
        const consent = action.args.includes("--accept-quorum-loss")
          ? []
          : ["--accept-quorum-loss"];
        if (consent.length > 0) {
          const refused = await track(targets);
          assert.deepEqual([refused.code, refused.calls], [1, 0]);
          assert.match(refused.stderr, /cannot check the effect on etcd: unknown role of /);
        }
        const { code, stderr, last, ends, calls } = await track(targets, ...consent);
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
        const { clock, running, until, isOver, text } = startManualRun(sandbox, args);
        const startedAt = clock.now();
        const complete = (node: string) => text().includes(`"${node}": ${action.name} complete`);
        await until(() => complete(addresses[0]) && complete(addresses[2]));
        await until(() => text().includes(`"${dying!.address}": connection lost`));
        assert.equal(isOver(), false);
        const lostAt = clock.now();
        await until(isOver, 1000);
        const { code, stderr } = await running;
        const endedAt = clock.now();
        if (action.end === "stopped") {
          // A timeout would be an error.
          assert.deepEqual([code, errorLines(stderr)], [0, []], stderr);
          assert.match(stderr, new RegExp(`"${dying!.address}": unreachable for 30s\n`));
          assert.ok(endedAt - lostAt >= 29_000, `${endedAt - lostAt} ms`);
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
          assert.ok(endedAt - startedAt >= 600_000, `${endedAt - startedAt} ms`);
        }
      });
    }
    await nodes.reviveAll();
  });
});

Deno.test("all nodes receive the request together because one of them may be the endpoint", async (t) => {
  await withThreeNodes(async ({ sandbox, nodes, addresses }) => {
    const [, slow] = sandbox.nodes;
    const args = ["reboot", "--timeout", "10m", "-n", addresses.join()];
    /** Runs `body` while a node accepts the subscription to its events after `delayMs`. */
    const withDelay = async (delayMs: number, body: (run: ManualRun) => Promise<void>) => {
      const rule = { id: "1", action: "delay", method: "Events", delayMs } as const;
      sandbox.cluster.faults.set([{ ...rule, node: slow!.name }]);
      nodes.script = () => Promise.resolve();
      const stop = new AbortController();
      const run = startManualRun(sandbox, args, { signal: stop.signal });
      try {
        await body(run);
      } finally {
        stop.abort(new InterruptError("SIGINT"));
        await run.end();
        nodes.calls.splice(0);
        await nodes.reviveAll();
      }
    };
    await t.step(
      "when all have subscribed to events",
      () =>
        withDelay(300, async ({ until, clock }) => {
          const [now, startedAt] = [clock.now(), Date.now()];
          await until(() => nodes.calls.length > 0, 0);
          assert.ok(Date.now() - startedAt >= 299, "before the subscription of the slow node");
          await until(() => nodes.calls.length === 3, 0);
          assert.equal(clock.now(), now, "without waiting");
        }),
    );
    await t.step(
      "after a second, except for those that have not",
      () =>
        withDelay(3_600_000, async ({ until, clock }) => {
          const now = clock.now();
          await until(() => nodes.calls.length === 2);
          assert.ok(clock.now() - now >= 1000, `${clock.now() - now} ms`);
          assert.ok(!nodes.calls.some((call) => call.includes(slow!.name)), nodes.calls.join());
        }),
    );
  });
});

Deno.test("a node that returns as another is reported", async (t) => {
  await withThreeNodes(async ({ sandbox, nodes }) => {
    const [node] = sandbox.workers;
    const { address } = node!;
    const timed = (action: Action, timeout: string) => [
      ...[...action.args, "--timeout", timeout, "-n", address],
    ];
    for (const action of RESTARTING) {
      await t.step(`${label(action)}: another node ID`, async () => {
        const { nodeId } = nodes.stateOf(node!);
        nodes.script = async (script) => {
          script.state.nodeId = "stranger";
          await restart(script);
        };
        const { code, stderr } = await sandbox.run(timed(action, "20s"));
        // A wiped node has a new ID.
        if (action.end === "wiped") assert.equal(code, 0, stderr);
        else {
          assert.equal(code, 1);
          assert.match(
            errorLines(stderr)[0]!,
            /a different node responds: node ID "stranger", expected "id-of-/,
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
        const { until, isOver, running, text } = startManualRun(sandbox, timed(action, "10m"));
        await until(() => text().includes("connection lost"));
        await nodes.waitForScripts();
        await until(() => text().includes("the node responds with the old one"));
        await until(isOver, 1000);
        const { code, stderr } = await running;
        assert.equal(code, 1, "it has not restarted");
        assert.match(
          errorLines(stderr)[0]!,
          /not complete after 10m0s, waiting for (a new boot ID: the node responds with the old one|the node to return: no response within 2s); /,
        );
      });
      await t.step(`${label(action)}: a certificate of another CA`, async () => {
        const other = await impostor(address);
        nodes.script = async (script) => {
          script.task("stopAllServices");
          await script.down();
          await pause(50);
          await other.listen();
        };
        const { until, isOver, running, text } = startManualRun(sandbox, timed(action, "10m"));
        await until(() => text().includes("connection lost"));
        await nodes.waitForScripts();
        await until(() => other.paths.size > 0);
        await until(() => text().includes("certificate signed by unknown authority"));
        await until(isOver, 1000);
        const { code, stderr } = await running;
        await other.stop();
        await nodes.reviveAll();
        assert.equal(code, 1, "its certificate is not trusted");
        assert.match(
          errorLines(stderr)[0]!,
          // In large steps of the clock, the last attempt may end before its handshake.
          /not complete after 10m0s, waiting for the node to return: ([^;]*certificate signed by unknown authority|no response within 2s;)/,
        );
        // A node without configuration may have any certificate; only its disks are requested.
        assert.deepEqual([...other.paths], ["/storage.StorageService/Disks"]);
      });
    }
  });
});

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
