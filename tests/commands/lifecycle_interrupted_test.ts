/** ^C in every phase of every tracked action. */
import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { type Action, ACTIONS, label, withThreeNodes } from "../helpers/lifecycle_actions.ts";
import { startManualRun } from "../helpers/manual_run.ts";
import { pause, type RestartingNodes, type Script } from "../helpers/restarting_nodes.ts";
import type { Sandbox } from "../helpers/sandbox.ts";

/** A phase of an action: how to stay in it, the output that shows it, and the notice about the rest. */
interface Phase {
  readonly name: string;
  readonly shown: string;
  readonly rest: (name: string, end: Action["end"]) => string;
  prepare(nodes: RestartingNodes, sandbox: Sandbox, release: Promise<void>): void;
}

const script = (nodes: RestartingNodes, run: (script: Script) => Promise<void>) => {
  nodes.script = run;
};

const continuing = (name: string, awaited: string) =>
  `${name} continues on the node (waiting for ${awaited})`;

const PHASES: readonly Phase[] = [
  {
    name: "before the request",
    shown: "",
    rest: (name) => `${name} not requested`,
    prepare(_, { cluster, nodes: [node] }) {
      const rule = { id: "1", action: "delay", method: "Events", delayMs: 60_000 } as const;
      cluster.faults.set([{ ...rule, node: node!.name }]);
    },
  },
  {
    name: "before the acknowledgement",
    shown: "requested",
    rest: (name) => `${name} requested but not acknowledged; the node may perform it`,
    prepare(nodes, _, release) {
      nodes.beforeAck = () => release;
    },
  },
  {
    name: "acknowledged",
    shown: "acknowledged",
    rest: (name, end) =>
      continuing(name, end === "stopped" ? "all services to stop" : "the restart"),
    prepare: (nodes, _, release) => script(nodes, () => release),
  },
  {
    name: "in a task",
    shown: "Task drain",
    rest: (name) => `${name} continues on the node (phase drain, task drain)`,
    prepare: (nodes, _, release) =>
      script(nodes, async ({ publish, actor, task }) => {
        publish("PhaseEvent", { phase: "drain", action: 0 }, actor);
        task("drain");
        await release;
      }),
  },
  {
    name: "connection lost",
    shown: "connection lost",
    rest: (name, end) =>
      continuing(name, end === "stopped" ? "all services to stop" : "the node to return"),
    prepare: (nodes, _, release) =>
      script(nodes, async (script) => {
        await script.down();
        await release;
        await script.up();
      }),
  },
  {
    name: "restarted, not ready",
    shown: "stage booting, ready: false, unmet conditions: services",
    rest: (name) => continuing(name, "services"),
    prepare: (nodes, _, release) =>
      script(nodes, async (script) => {
        await script.down();
        await script.boot();
        await release;
      }),
  },
];

Deno.test("^C in every phase ends at once and prints what continues on the node", async (t) => {
  await withThreeNodes(async ({ sandbox, nodes, addresses }) => {
    const [address] = addresses;
    for (const terminals of [[], ["stderr"]] as const) {
      // What a terminal shows does not depend on the action.
      for (const action of terminals.length === 0 ? ACTIONS : [ACTIONS[0]!]) {
        const { args, name, end } = action;
        for (const phase of PHASES) {
          if (phase.name.startsWith("restarted") && end !== "running") continue;
          await t.step(`${label(action)} ${terminals}: ${phase.name}`, async () => {
            const release = Promise.withResolvers<void>();
            phase.prepare(nodes, sandbox, release.promise);
            const stop = new AbortController();
            const options = { signal: stop.signal, terminals };
            const run = startManualRun(sandbox, [...args, "-n", address], options);
            const { system } = run;
            const calls = phase.shown === "" ? 0 : 1;
            const shown = terminals.length > 0 ? "" : phase.shown;
            if (terminals.length > 0 || phase.shown === "") await pause(700);
            await run.until(() => run.text().includes(shown) && nodes.calls.length === calls, 10);
            stop.abort(new InterruptError("SIGINT"));
            // The clock stands still: it ends at once.
            const { code, stderr } = await run.end();
            assert.equal(code, 130, stderr);
            const last = `osctl: ${address}: ${phase.rest(name, end)}\n`;
            // A terminal does not show what is reached: the state is one of several.
            const found = stderr.split("\n").at(-2)!;
            const [known] = terminals.length > 0 ? last.split(" (waiting") : [last];
            assert.ok(`${found}\n`.startsWith(known!), `${stderr}\nexpected ${last}`);
            assert.equal(nodes.calls.splice(0).length, calls);
            assert.equal(system.raw, false);
            assert.equal(system.restoreSequence, "");
            assert.ok(!stderr.includes("\x1b[?25l") && !stderr.includes("\x1b[?1049h"), stderr);
            release.resolve();
            Object.assign(nodes, { beforeAck: undefined, script: () => Promise.resolve() });
            await nodes.reviveAll();
          });
        }
      }
    }
  });
});

Deno.test("an action whose output is closed prints what continues, and fails", async () => {
  await withThreeNodes(async ({ sandbox, nodes, addresses }) => {
    const release = Promise.withResolvers<void>();
    nodes.script = () => release.promise;
    const system = fakeSystem({ home: sandbox.home, clock: wallClock });
    system.stdout.onWrite = () => {
      if (system.stdout.text.includes("requested")) throw new Deno.errors.BrokenPipe("closed");
    };
    const args = ["reboot", "-n", addresses[0], "-o", "json"];
    const { code, stderr } = await sandbox.run(args, { system });
    release.resolve();
    assert.equal(code, 1, stderr);
    assert.equal(
      stderr,
      `osctl: ${addresses[0]}: reboot continues on the node (waiting for the restart)\n` +
        "osctl: stopped: the reader of the output has closed it\n",
    );
  });
});

Deno.test("^C prints failures of nodes, which a terminal truncates", async () => {
  await withThreeNodes(async ({ sandbox, nodes, addresses }) => {
    const { home, dead } = sandbox;
    const release = Promise.withResolvers<void>();
    nodes.script = () => release.promise;
    const stop = new AbortController();
    const terminals = ["stderr"] as const;
    const system = fakeSystem({ home, clock: wallClock, signal: stop.signal, terminals });
    const running = sandbox.run(
      ["reboot", "--accept-quorum-loss", "-n", `${addresses[1]},${dead}`],
      { system },
    );
    for (let tries = 0; !system.stderr.text.includes("✗") || nodes.calls.length === 0; tries++) {
      assert.ok(tries < 1000, `not reached: ${system.stderr.text}`);
      await pause(10);
    }
    await pause(200);
    stop.abort(new InterruptError("SIGINT"));
    const { code, stderr } = await running;
    release.resolve();
    assert.equal(code, 130);
    assert.ok(
      stderr.endsWith(
        `osctl: ${addresses[1]}: reboot continues on the node (waiting for the restart)\n` +
          `osctl: ${dead}: cannot be reached from ${
            addresses[0]
          }: connection refused (Unavailable)\n`,
      ),
      stderr,
    );
  });
});
