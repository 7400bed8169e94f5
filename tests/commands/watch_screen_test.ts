/** Full screens of `processes`, `stats` and `get`. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { onScreen } from "../helpers/screen.ts";

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
