/** Nodes that accept connections and never respond. */
import { equal, ok } from "node:assert/strict";
import { onScreen, type Step } from "../helpers/screen.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const SIZE = { size: { columns: 120, rows: 30 }, isRendered: true };

/** Limit of a call, shorter than usual. */
const ENV = { NO_COLOR: "1", OSCTL_CALL_TIMEOUT: "3s" };

/** Keys, and what each shows at once. */
const KEYS: readonly (readonly [key: string, picture: RegExp])[] = [
  ["2", / 2 Node /],
  ["3", / 3 etcd /],
  ["6", /^Services/m],
  ["7", /^Processes/m],
  ["0", /^Connections/m],
  ["?", /^Keys$/m],
  ["\x1b", /^Connections/m],
  ["1", / 1 Overview /],
];

/** Most time from a key to its picture: far below the limit of a call. */
const MAX_MS = 1500;
const ROUNDS = 3;

/** Returns steps that press keys and record the time to each picture, milliseconds. */
function pressKeys(times: number[]): Step[] {
  return Array.from({ length: ROUNDS }, () => KEYS).flat().flatMap(([key, picture]): Step[] => {
    let pressedAt = 0;
    return [
      () => {
        pressedAt = performance.now();
        return Promise.resolve();
      },
      key,
      async (readScreen) => {
        while (!picture.test(readScreen())) {
          ok(performance.now() - pressedAt < 10 * MAX_MS, `${key}:\n${readScreen()}`);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        times.push(performance.now() - pressedAt);
      },
    ];
  });
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

async function setFaults(
  { cluster }: Sandbox,
  rules: Parameters<Sandbox["cluster"]["faults"]["set"]>[0],
): Promise<void> {
  cluster.faults.set(rules);
  await cluster.applyFaults();
}

Deno.test("nodes that hang, from the start or later, delay no key", async () => {
  await withSandbox({ controlPlanes: 1, workers: 2 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const [first, second] = sandbox.workers;
    const healthy: number[] = [];
    const hanging: number[] = [];
    const line = ["dashboard", "-n", nodes, "-d", "1s"];
    const run = async (steps: readonly Step[]) => {
      const { code } = await onScreen(sandbox, line, [...steps, "q"], { ...SIZE, env: ENV });
      equal(code, 0);
    };
    await run([/test-worker-2 +worker/, ...pressKeys(healthy)]);
    await setFaults(sandbox, [
      { id: "1", action: "blackhole", node: second!.name, method: "*" },
    ]);
    await run([
      /test-worker-1 +worker/,
      // Responds to its first calls, and to none afterwards.
      () =>
        setFaults(sandbox, [
          { id: "1", action: "blackhole", node: second!.name, method: "*" },
          { id: "2", action: "delay", node: first!.name, method: "*", delayMs: 600_000 },
        ]),
      ...pressKeys(hanging),
      /, [12] down/,
      // Both respond again.
      () => setFaults(sandbox, []),
      / 3 nodes, 3 ready\n[^]*test-worker-2 +worker/,
    ]);
    const [before, after] = [median(healthy), median(hanging)];
    const text = `median ${Math.round(before)} ms of healthy nodes, ${Math.round(after)} ms`;
    if (Deno.env.get("OSCTL_TEST_FIGURES") === "1") console.error(text);
    ok(Math.max(...hanging) < Math.max(MAX_MS, 3 * Math.max(...healthy)), text);
  });
});
