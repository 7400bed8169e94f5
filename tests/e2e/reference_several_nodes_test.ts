/**
 * Releases of talosctl change several sandbox nodes with the same outcome as osctl, on three nodes
 * and where one of three is dead. Runs where `OSCTL_BENCH_REFERENCE` and
 * `OSCTL_BENCH_REFERENCE_V1_4` name their executables.
 */
import assert from "node:assert/strict";
import { MACHINE_STATUS } from "../../lib/sandbox/state/definitions/runtime.ts";
import type { Release } from "../../lib/distribution.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { eventually } from "../lib/sandbox/lifecycle/eventually.ts";

const REFERENCES: Readonly<Record<Release, string | undefined>> = {
  "v1.8": Deno.env.get("OSCTL_BENCH_REFERENCE"),
  "v1.4": Deno.env.get("OSCTL_BENCH_REFERENCE_V1_4"),
};

const IMAGE = ["-i", "example.com/installer:v1.8.9"];
const LIMIT = ["--timeout", "30s"];

/** An action on several nodes. */
interface Action {
  readonly args: readonly string[];
  /** Stage of a node afterwards; an action on a node that is off leaves its last one. */
  readonly stage: string;
  readonly isTracked?: boolean;
  /** Whether the nodes boot again. */
  readonly restarts?: boolean;
  /** Exit code of the reference where another node is dead; osctl exits with 1. */
  readonly codeWithDead?: 0;
}

const ACTIONS: readonly Action[] = [
  { args: ["reboot", ...LIMIT], stage: "running", restarts: true, isTracked: true },
  { args: ["reboot", "--wait=false"], stage: "running", restarts: true },
  { args: ["shutdown", ...LIMIT], stage: "shutting down", isTracked: true },
  { args: ["reset", "--reboot", ...LIMIT], stage: "maintenance", restarts: true, isTracked: true },
  { args: ["reset", ...LIMIT], stage: "resetting", isTracked: true },
  { args: ["upgrade", ...IMAGE, ...LIMIT], stage: "running", restarts: true, isTracked: true },
  {
    args: ["upgrade", ...IMAGE, "--wait=false"],
    stage: "running",
    restarts: true,
    codeWithDead: 0,
  },
  { args: ["restart", "apid"], stage: "running" },
];

type Client = (sandbox: Sandbox, args: readonly string[]) => Promise<number>;

/** Runs an action on new nodes; returns the exit code, and stage and version of each node. */
async function perform(
  client: Client,
  { args, stage, restarts = false }: Action,
  hasDead: boolean,
) {
  let outcome: { code: number; nodes: unknown[] } | undefined;
  await withSandbox({ workers: 2, alpn: true }, async (sandbox) => {
    const { nodes, cluster, dead } = sandbox;
    const targets = hasDead ? [nodes[0]!, nodes[2]!] : nodes;
    const addresses = targets.map(({ address }) => address);
    if (hasDead) addresses.splice(1, 0, dead);
    const boots = new Map(targets.map((node) => [node.name, cluster.eventsOf(node)]));
    const code = await client(sandbox, [...args, "-n", addresses.join()]);
    const describe = (node: typeof nodes[number]) => {
      const state = cluster.stateOf(node);
      const { namespace, type } = MACHINE_STATUS;
      state.open({ namespace, type }, new Set(["os:admin"]));
      const [status] = state.store.list({ namespace, type });
      const record = JSON.parse(Deno.readTextFileSync(`${node.folder}/node.json`));
      return { stage: /^stage: (.*)$/m.exec(status!.spec!.yaml)?.[1], version: record.version };
    };
    await eventually(() => {
      for (const node of targets) {
        assert.equal(cluster.eventsOf(node) !== boots.get(node.name), restarts);
        assert.equal(describe(node).stage, stage);
      }
      return Promise.resolve();
    });
    outcome = { code, nodes: nodes.map(describe) };
  });
  return outcome!;
}

for (const [release, reference] of Object.entries(REFERENCES) as [Release, string | undefined][]) {
  Deno.test({
    name: `talosctl ${release} changes several nodes with the same outcome`,
    ignore: reference === undefined,
    async fn(t) {
      const ours: Client = async ({ run }, args) =>
        (await run(args, { release, env: { OSCTL_YES: "1" } })).code;
      const theirs: Client = async ({ home, osconfig }, args) =>
        (await new Deno.Command(reference!, {
          args: ["--talosconfig", osconfig, ...args],
          env: { HOME: home },
          stdin: "null",
          stdout: "null",
          stderr: "null",
        }).output()).code;
      for (const action of ACTIONS) {
        for (const hasDead of [false, true]) {
          const name = `${action.args.join(" ")}, ${hasDead ? "one node dead" : "three nodes"}`;
          await t.step(name, async () => {
            const [own, other] = await Promise.all([
              perform(ours, action, hasDead),
              perform(theirs, action, hasDead),
            ]);
            assert.deepEqual(other.nodes, own.nodes);
            assert.equal(own.code, hasDead ? 1 : 0);
            // talosctl v1.4 exits with 0 when a tracked node fails.
            const isIgnored = release === "v1.4" && action.isTracked === true;
            const expected = hasDead && !isIgnored ? action.codeWithDead ?? 1 : 0;
            assert.equal(other.code, expected);
          });
        }
      }
    },
  });
}
