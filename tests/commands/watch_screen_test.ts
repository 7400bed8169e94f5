/** Full screens of `processes`, `stats` and `get`. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { type FakeSystem, fakeSystem, wallClock } from "../helpers/fake_system.ts";
import type { CommandOutcome } from "../helpers/run_command.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

/** A key to press, or an expression that the output must match before the next step. */
type Step = string | RegExp;

/** Polling interval of the output, milliseconds, and maximum number of reads. */
const POLL_MS = 20;
const MAX_POLLS = 3000;

/** Runs a command on a terminal and performs the steps in order. */
async function onScreen(
  { run, home }: Sandbox,
  args: readonly string[],
  steps: readonly Step[],
): Promise<CommandOutcome & { system: FakeSystem }> {
  const keys = new TransformStream<Uint8Array, Uint8Array>();
  const writer = keys.writable.getWriter();
  const system = fakeSystem({
    ...{ home, clock: wallClock, stdin: keys.readable },
    terminals: ["stdin", "stdout"],
    size: { columns: 100, rows: 12 },
    env: { NO_COLOR: "1" },
  });
  const running = run(args, { system });
  let isOver = false;
  void running.then(() => isOver = true);
  let seen = 0;
  for (const step of steps) {
    if (typeof step === "string") {
      void writer.write(new TextEncoder().encode(step)).catch(() => {});
      continue;
    }
    // Only changed cells are written, so that each step matches text after that of the one before.
    for (let waits = 0;; waits++) {
      const found = step.exec(system.stdout.text.slice(seen));
      if (found !== null) {
        seen += found.index + found[0].length;
        break;
      }
      ok(waits < MAX_POLLS && !isOver, `${step} is missing in:\n${system.stdout.text.slice(seen)}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  const outcome = await running;
  equal(system.raw, false);
  return { ...outcome, system };
}

let memory = 0;
const stats = unary(MachineService.Stats, () => {
  memory += 1_000_000;
  const entry = { namespace: "system", podId: "apid", id: "apid", memoryUsage: memory };
  return Promise.resolve(
    machine.StatsResponse.create({ messages: [{ stats: [entry] }] }),
  );
});

Deno.test("stats --watch refreshes at the interval; processes --watch sorts and filters", async () => {
  await withSandbox({ bindings: [stats] }, async (sandbox) => {
    const node = sandbox.nodes[0]!.address;
    const line = ["stats", "--watch", "--interval", "50ms", "-n", node];
    const { code, stderr } = await onScreen(sandbox, line, [
      /every 50ms/,
      /MEMORY\(MB\)/,
      /apid +\d+\.00/,
      /apid +\d+\.00|\[2;\d+H\d/,
      "q",
    ]);
    deepEqual([code, stderr], [0, ""]);
    const processes = [
      ...["processes", "-w", "--interval", "2s", "--wide"],
      "--columns",
      "pid,command",
      "-n",
      `${node},${sandbox.dead}`,
    ];
    const { system } = await onScreen(sandbox, processes, [
      /sort: -RESMEM {2}every 2s/,
      /PID +COMMAND/,
      "c",
      /CPU-TIME/,
      "/no such process\r",
      /0 of \d+ rows/,
      "q",
    ]);
    ok(system.stdout.text.includes(`${sandbox.dead}: `), "the unreachable node is shown");
  });
});

Deno.test("get --watch on a terminal shows the current resources", async () => {
  await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
    const [node] = sandbox.nodes;
    const { address } = node!;
    const line = ["get", "services", "--watch", "--columns", "id,running,healthy"];
    const { code, stderr } = await onScreen(sandbox, [...line, "-n", address], [
      /get Service {2}0 rows {2}live/,
      /ID +RUNNING +HEALTHY/,
      "/kubelet\r",
      /1 of \d+ rows/,
      "q",
    ]);
    deepEqual([code, stderr], [0, ""]);
    const failing = await onScreen(
      sandbox,
      ["get", "members", "-w", "--sort-by", "-id", "-n", `${address},${sandbox.dead}`],
      [/sort: -ID/, new RegExp(`${sandbox.dead}: `), "q"],
    );
    equal(failing.code, 1);
    match(failing.stderr, new RegExp(`^osctl: ${sandbox.dead}: `));
  });
});

Deno.test("full screens require a terminal, a table and a positive interval", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const terminals = ["stdin", "stdout"] as const;
    for (
      const [line, options, message] of [
        ["stats --watch", {}, /^osctl: --watch requires a terminal/],
        ["stats --watch -o json", { terminals }, /^osctl: --watch cannot be combined/],
        ["stats --watch --interval 0s", { terminals }, /^osctl: invalid --interval: not positive/],
        ["get members -w --sort-by id", {}, /^osctl: --watch cannot be combined with --sort-by/],
        ["get members -w --columns x", { terminals }, /^osctl: Member has no column "x"/],
      ] as const
    ) {
      const { code, stdout, stderr } = await run([...line.split(" "), "-n", node], options);
      deepEqual([code, stdout], [2, ""], line);
      match(stderr, message);
    }
    const help = await run(["stats", "--watch", "--columns", "help"]);
    equal(help.stdout, "NODE\nNAMESPACE\nID\nMEMORY(MB)\nCPU\n");
  });
});
