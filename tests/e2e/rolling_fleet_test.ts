/**
 * Rolling changes of a large cluster, once with each fault: etcd keeps its quorum, no node is omitted
 * or changed twice. `OSCTL_FLEET` is the number of control planes and workers, such as `5+45`.
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { FaultAction, FaultRule } from "../../lib/sandbox/fault_rules.ts";
import { countByNode, watchQuorum } from "../helpers/quorum_watcher.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const [controlPlanes, workers] = (Deno.env.get("OSCTL_FLEET") ?? "").split("+").map(Number);

const IMAGE = "ghcr.io/siderolabs/installer:v1.8.1";
const TAG = "v1.8.1";
const COMMON = ["--rolling", "--yes", "--no-snapshot", "--max-unavailable=10", "--timeout=45s"];
const UPGRADE = ["upgrade", ...COMMON, "-i", IMAGE];
const REBOOT = ["reboot", ...COMMON];

interface Case {
  readonly action: FaultAction;
  readonly role: "controlPlanes" | "workers";
  readonly args: readonly string[];
  readonly delayMs?: number;
  /** How the change ends: completely, stopped at the node, or before any node. */
  readonly ends: "complete" | "stopped" | "refused";
  /** The reason, unless it completes. */
  readonly reason?: RegExp;
  /** Restarts of the node with the fault, also in the continued change. */
  readonly boots?: number;
}

const CASES: readonly Case[] = [
  {
    action: "old-version",
    role: "controlPlanes",
    args: UPGRADE,
    ends: "stopped",
    boots: 2,
    reason: /fell back to its old system/,
  },
  {
    action: "old-version",
    role: "workers",
    args: UPGRADE,
    ends: "stopped",
    boots: 2,
    reason: /fell back to its old system/,
  },
  { action: "no-boot", role: "workers", args: REBOOT, ends: "stopped", reason: /not as requested/ },
  {
    action: "no-boot",
    role: "controlPlanes",
    args: REBOOT,
    ends: "stopped",
    reason: /not as requested/,
  },
  { action: "slow-boot", role: "workers", args: REBOOT, delayMs: 5000, ends: "complete" },
  { action: "etcd-lag", role: "controlPlanes", args: REBOOT, delayMs: 5000, ends: "complete" },
  { action: "slow-pods", role: "workers", args: REBOOT, delayMs: 3000, ends: "complete" },
  { action: "slow-detach", role: "workers", args: REBOOT, delayMs: 3000, ends: "complete" },
  {
    action: "install-error",
    role: "workers",
    args: UPGRADE,
    ends: "stopped",
    reason: /install/,
    // Nodes restart by themselves after a failed sequence (main.go of machined, Talos v1.8).
    boots: 2,
  },
  { action: "learner", role: "controlPlanes", args: REBOOT, ends: "refused", reason: /learner/ },
];

function addFault({ cluster }: Sandbox, { action, delayMs }: Case, node: string): void {
  const delay = delayMs === undefined ? {} : { delayMs };
  cluster.faults.add({ id: "1", action, node, method: "*", ...delay } as FaultRule);
}

async function bootsOf({ cluster }: Sandbox): Promise<Record<string, number>> {
  return countByNode(await cluster.readHistory(), "boot");
}

for (const one of Number.isInteger(workers) ? CASES : []) {
  Deno.test({
    name: `a rolling ${
      one.args[0]
    } of ${controlPlanes}+${workers} nodes with ${one.action} of one of the ${one.role}`,
    timeout: 30 * 60_000,
    fn: async () => {
      const size = { controlPlanes: controlPlanes!, workers: workers! };
      await withSandbox(size, async (sandbox) => {
        const { name } = sandbox[one.role][Math.floor(sandbox[one.role].length / 2)]!;
        const before = await bootsOf(sandbox);
        using watcher = watchQuorum(sandbox.cluster);
        addFault(sandbox, one, name);
        let { code, stderr } = await sandbox.run([...one.args, "-n", "@all"]);
        if (one.ends !== "complete") {
          equal(code, 1, stderr);
          match(stderr, one.reason!);
        }
        if (one.ends === "refused") {
          deepEqual(await bootsOf(sandbox), before);
          return;
        }
        if (one.ends === "stopped") {
          match(stderr, new RegExp(`${name}: failed: `));
          const count = (state: string) =>
            Number(new RegExp(`^osctl: .*\\b(\\d+) ${state}`, "m").exec(stderr)?.[1] ?? 0);
          const [done, failed, untouched] = [count("done"), count("failed"), count("untouched")];
          equal(done + failed + untouched, sandbox.nodes.length, stderr);
          const restarted = Object.entries(await bootsOf(sandbox))
            .filter(([node, count]) => count > before[node]!).length;
          ok(restarted <= done + failed, stderr);
          sandbox.cluster.faults.set([]);
          const command = /continue with: osctl (.*)/.exec(stderr)![1]!;
          ({ code, stderr } = await sandbox.run(command.split(" ")));
        }
        equal(code, 0, stderr);
        const after = await bootsOf(sandbox);
        for (const node of sandbox.nodes) {
          const expected = node.name === name ? one.boots ?? 1 : 1;
          equal(after[node.name]! - before[node.name]!, expected, `${node.name}: ${stderr}`);
        }
        if (one.args === UPGRADE) {
          const history = await sandbox.cluster.readHistory();
          for (const node of sandbox.nodes) {
            const boot = history.findLast((entry) =>
              entry.event === "boot" && entry.node === node.name
            );
            equal(boot?.event === "boot" ? boot.version : undefined, TAG, node.name);
          }
        }
        watcher.assertQuorum();
      });
    },
  });
}
