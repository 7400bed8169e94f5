/** Output about a node that does not respond, and of the others after ^C. */
import assert from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { FakeClock, fakeSystem } from "../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts two nodes, of which the worker accepts connections and never responds. */
async function withBlackHole(
  body: (sandbox: Sandbox, node: string, unresponsive: string) => Promise<void>,
): Promise<void> {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const [node, unresponsive] = [sandbox.controlPlanes[0]!.address, sandbox.workers[0]!.address];
    sandbox.cluster.faults.set([{ id: "1", action: "blackhole", node: unresponsive, method: "*" }]);
    await sandbox.cluster.applyFaults();
    await body(sandbox, node, unresponsive);
  });
}

/** Starts a command on a terminal with a manual clock. */
function start(
  { home, run }: Sandbox,
  args: readonly string[],
  terminals: readonly ("stdout" | "stderr")[] = ["stdout", "stderr"],
) {
  const clock = new FakeClock(Date.now());
  const controller = new AbortController();
  const env = { OSCTL_CALL_TIMEOUT: "10m", OSCTL_CONNECT_TIMEOUT: "10m" };
  const { signal } = controller;
  const system = fakeSystem({ home, clock, terminals, signal, env });
  const running = run(args, { system });
  return {
    clock,
    system,
    running,
    interrupt: () => controller.abort(new InterruptError("SIGINT")),
    /**
     * Moves the clock a second at a time until the terminal shows only this node as awaited for 8 s:
     * longer than "get" takes to look up definitions and to compare versions.
     */
    async untilAwaits(node: string): Promise<void> {
      const shown = new RegExp(`\\r\x1b\\[Kwaiting for ${node} \\((?:[89]|\\d\\d)s\\)$`);
      for (let seconds = 0; !shown.test(system.stderr.text); seconds++) {
        assert.ok(seconds < 300, `never shown: ${node}; stderr is ${system.stderr.text}`);
        await sleep(20);
        await clock.advance(1000);
        await sleep(0);
      }
    },
  };
}

const NOTICE = "osctl: stopping; press ^C again to exit at once\n";

Deno.test("a terminal shows awaited nodes after 2 s, and ^C prints what arrived", async (t) => {
  await withBlackHole(async (sandbox, node, unresponsive) => {
    const commands = [
      ["memory"],
      ["memory", "-v"],
      ["version"],
      ["service", "apid"],
      ["processes", "--wide"],
      ["dmesg"],
      ["logs", "machined"],
      ["list", "/"],
      ["usage", sandbox.home],
      ["get", "members"],
      ["get", "members", "-o", "json"],
      ["get", "members", "--sort-by", "hostname"],
      ["memory", "-o", "json"],
    ];
    for (const command of commands) {
      await t.step(command.join(" "), async () => {
        const alone = await sandbox.run([...command, "-n", node]);
        assert.equal(alone.code, 0, alone.stderr);
        const { untilAwaits, interrupt, running } = start(sandbox, [
          ...command,
          "-n",
          `${unresponsive},${node}`,
        ]);
        await untilAwaits(unresponsive);
        interrupt();
        const { code, stdout, stderr } = await running;
        assert.equal(code, 130);
        const end = `\r\x1b[K${NOTICE}osctl: interrupted; incomplete: ${unresponsive}\n`;
        assert.ok(stderr.endsWith(end), stderr);
        const rows = (text: string) => text.split("\n").filter((line) => line.includes(node));
        assert.ok(rows(stdout).length > 0, stdout);
        // Processes and logs of this machine change.
        const isStable = !["processes", "dmesg", "logs"].includes(command[0]!);
        if (isStable) assert.equal(rows(stdout).length, rows(alone.stdout).length);
        if (command.join(" ") === "memory -o json") JSON.parse(stdout);
      });
    }
  });
});

Deno.test("the wait is shown from 2 s on, updated in place and erased at the end", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!.address;
    sandbox.cluster.faults.set([{ id: "1", action: "delay", delayMs: 300, node, method: "*" }]);
    const { clock, system, running } = start(sandbox, ["memory", "-n", node]);
    while (clock.waiting === 0) await sleep(1);
    await clock.advance(1999);
    assert.equal(system.stderr.text, "");
    await clock.advance(1);
    await clock.advance(999);
    await clock.advance(1);
    const { code, stdout, stderr } = await running;
    assert.equal(code, 0);
    assert.ok(stdout.includes(node));
    const line = (seconds: number) => `\r\x1b[Kwaiting for ${node} (${seconds}s)`;
    // The clock of this test can be faster than the connection.
    const shown = stderr.replaceAll(`; not connected to ${node}`, "");
    assert.equal(shown, `${line(2)}${line(3)}\r\x1b[K`);
    assert.equal(clock.waiting, 0);
  });
});

Deno.test("without a terminal no wait is shown, and ^C prints what arrived", async () => {
  await withBlackHole(async (sandbox, node, unresponsive) => {
    const list = ["memory", "-n", `${unresponsive},${node}`];
    const { clock, system, running, interrupt } = start(sandbox, list, []);
    // The same command on a terminal shows when the other node has responded.
    const observer = start(sandbox, list);
    await observer.untilAwaits(unresponsive);
    await clock.advance(60_000);
    assert.equal(system.stderr.text, "");
    await sleep(200);
    interrupt();
    const { code, stdout, stderr } = await running;
    assert.deepEqual([code, stderr], [130, `osctl: interrupted; incomplete: ${unresponsive}\n`]);
    assert.ok(stdout.includes(`\n${node} `), stdout);
    // Not earlier: the lock of the failed nodes waits on a clock that no longer moves.
    observer.interrupt();
    await observer.running;
  });
});

Deno.test("^C before any response prints nothing and exits with 130", async () => {
  await withBlackHole(async (sandbox, _node, unresponsive) => {
    for (const command of ["memory", "list", "get members"]) {
      const { clock, running, interrupt } = start(sandbox, [
        ...command.split(" "),
        "-n",
        unresponsive,
      ], []);
      while (clock.waiting === 0) await sleep(1);
      await sleep(50);
      interrupt();
      const { code, stdout, stderr } = await running;
      assert.deepEqual([code, stdout, stderr], [130, "", ""], command);
    }
  });
});
