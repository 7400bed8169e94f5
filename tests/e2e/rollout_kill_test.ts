/**
 * Kills the pods of a rolling upgrade by a Job, and reboots the node of one: each node is upgraded
 * exactly once, and etcd never loses its quorum.
 */
import assert from "node:assert/strict";
import { countByNode, watchQuorum } from "../helpers/quorum_watcher.ts";
import { openKubernetes } from "../helpers/kubernetes.ts";
import { launchRollout, NAMESPACE, permitPods, podProcesses } from "../helpers/rollouts.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Number of kills, and of control planes and workers; see `deno task rollout-kills`. */
const KILLS = Number(Deno.env.get("OSCTL_KILLS") ?? 1);
const [CONTROL_PLANES = 3, WORKERS = 2] = Deno.env.get("OSCTL_FLEET")?.split("+").map(Number) ?? [];
const TARGET = "ghcr.io/siderolabs/installer:v1.8.1";
/** Longest test, milliseconds: each pod that is killed waits for its successor's lease. */
const MAX_MS = 60_000 + KILLS * 45_000 + (CONTROL_PLANES + WORKERS) * 10_000;

Deno.test({
  name: "a rollout whose pods are killed upgrades each node once",
  ignore: Deno.build.os !== "linux", // reads /proc
  fn: killPods,
});

async function killPods(t: Deno.TestContext): Promise<void> {
  const options = { controlPlanes: CONTROL_PLANES, workers: WORKERS, runsPods: true };
  await withSandbox(options, async (sandbox) => {
    const { run, nodes, cluster } = sandbox;
    await permitPods(sandbox, "os:admin");
    const peers = await Promise.all(
      sandbox.controlPlanes.map((node) => openKubernetes(sandbox, node)),
    );
    /** Reads through any API server: a node that restarts does not respond. */
    const read = async (path: string) => {
      for (const peer of peers) {
        try {
          return await peer.get(path);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
        }
      }
    };
    using quorum = watchQuorum(cluster);
    const name = await launchRollout(sandbox, ["upgrade", "-n", "@all", "-i", TARGET]);
    const dataOf = async () =>
      (await read(`/api/v1/namespaces/${NAMESPACE}/configmaps/${name}`))?.data ?? {};
    const begin = performance.now();
    let kills = 0;
    let rebooted: string | undefined;
    const pods = new Set<string>();
    for (;;) {
      assert.ok(performance.now() - begin < MAX_MS, JSON.stringify(await dataOf()));
      await new Promise((resolve) => setTimeout(resolve, 200));
      const { state, message, journal = "null", pod, node } = await dataOf();
      if (pod) pods.add(pod);
      if (state === "complete") break;
      assert.notEqual(state, "failed", message);
      const done = (JSON.parse(journal)?.nodes ?? [])
        .filter((one: { state: string }) => one.state === "done" || one.state === "unneeded");
      const isMember = (one: { role: string }) => one.role === "controlplane";
      const members = done.filter(isMember).length;
      // Kills are spread over the nodes. The node of a pod reboots once no member of etcd changes.
      if (members === CONTROL_PLANES && rebooted === undefined && kills >= 1) {
        rebooted = nodes.find((one) => one.name === node)!.name;
        const { address } = nodes.find((one) => one.name === node)!;
        const { code, stderr } = await run(["reboot", "-n", address, "--wait=false", "--yes"]);
        assert.equal(code, 0, stderr);
      } else if (kills < KILLS && done.length >= kills * nodes.length / (KILLS + 1)) {
        const [pid] = podProcesses(sandbox);
        if (pid === undefined) continue;
        Deno.kill(pid, "SIGKILL");
        kills++;
      }
    }
    await t.step(`${kills} kills, ${pods.size} pods, node rebooted: ${rebooted}`, () => {
      assert.equal(kills, KILLS);
      assert.ok(pods.size > KILLS, `${pods.size} pods`);
      assert.ok(rebooted !== undefined);
    });
    const history = await cluster.readHistory();
    const [installs, boots] = [countByNode(history, "install"), countByNode(history, "boot")];
    for (const node of nodes) {
      assert.equal(installs[node.name], 1, `installations of ${node.name}`);
      const others = node.name === rebooted ? 1 : 0;
      assert.equal(boots[node.name]! - others, 2, `boots of ${node.name}`);
    }
    quorum.assertQuorum();
    const { stdout } = await run(["version", "-n", "@all"]);
    assert.equal(stdout.match(/Tag: +v1\.8\.1/g)?.length, nodes.length, stdout);
    const marked = (await read("/api/v1/nodes")).items
      .filter((one: { metadata: { labels: Record<string, string> } }) =>
        Object.keys(one.metadata.labels).some((label) => label.startsWith("osctl/"))
      );
    assert.deepEqual(marked, [], "marks of nodes");
  });
}
