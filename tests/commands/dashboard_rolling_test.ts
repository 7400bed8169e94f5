/** Upgrades and patches of several nodes from the dashboard: rolling, confirmed, stopped. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { FaultRule } from "../../lib/sandbox/mod.ts";
import { countByNode, watchQuorum } from "../helpers/quorum_watcher.ts";
import { onScreen, type Step } from "../helpers/screen.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const SCREEN = { size: { columns: 120, rows: 40 }, isRendered: true };
const NODES = { controlPlanes: 3, workers: 2 };
const IMAGE = "ghcr.io/siderolabs/installer:v1.8.4";
const READY = /test-controlplane-1 +(cp|controlplane) [^]*test-worker-2 +worker/;
const TITLE = `upgrade to ${IMAGE}`;

async function setFault({ cluster }: Sandbox, fault: Omit<FaultRule, "id">): Promise<void> {
  cluster.faults.set([{ id: "1", ...fault }]);
  await cluster.applyFaults();
}

function lineOf({ nodes }: Sandbox): string[] {
  const addresses = nodes.map(({ address }) => address).join(",");
  return ["dashboard", "--allow-changes", "-n", addresses];
}

async function installs({ cluster }: Sandbox): Promise<Readonly<Record<string, number>>> {
  return countByNode(await cluster.readHistory(), "install");
}

async function patchedNodes({ run, nodes }: Sandbox): Promise<string[]> {
  const patched: string[] = [];
  for (const { name, address } of nodes) {
    const { stdout } = await run(["get", "mc", "-o", "yaml", "-n", address]);
    if (stdout.includes("somaxconn")) patched.push(name);
  }
  return patched;
}

/** Opens an upgrade of all nodes and starts it. */
const UPGRADE_ALL: readonly Step[] = [
  READY,
  `:upgrade @all ${IMAGE}\r`,
  /press y to upgrade/,
  "y",
  /type "5" or "@all" to confirm "upgrade to \S+" of 5 nodes: _/,
  "@all\r",
];

Deno.test("marked nodes are upgraded once each, one after the other, and no other node", async () => {
  await withSandbox(NODES, async (sandbox) => {
    using quorum = watchQuorum(sandbox.cluster);
    const before = await installs(sandbox);
    const { code, stderr } = await onScreen(sandbox, lineOf(sandbox), [
      READY,
      " jj  ",
      /test-controlplane-1\*[^]*test-worker-1\*[^]*test-worker-2\*[^]*3 marked/,
      "a",
      /action on 3 nodes \(/,
      "upgrade ghcr.io/siderolabs/installer:v1.7.6\r",
      /nothing was changed: v1\.7\.6 is a downgrade of /,
      "1a",
      /action on 3 nodes \(/,
      `upgrade ${IMAGE}\r`,
      /3 nodes: test-controlplane-1, test-worker-1, test-worker-2\n/,
      /test-worker-2: v1\.8\.0-alpha\.2 → v1\.8\.4\n[^]*press y to upgrade to/,
      /y: start/,
      "y",
      /type "3" to confirm/,
      "5\r",
      /^ not confirmed: nothing was changed/m,
      "y",
      /type "3" to confirm/,
      "3\r",
      /batch 3 of 3 \(workers\)[^]*3 done[^]*upgrade to \S+: done/,
      "q",
    ], SCREEN);
    deepEqual([code, stderr], [0, ""]);
    const { controlPlanes, workers } = sandbox;
    const chosen = [controlPlanes[0]!, ...workers].map(({ name }) => [name, 1]);
    deepEqual(before, {});
    deepEqual(await installs(sandbox), Object.fromEntries(chosen));
    quorum.assertQuorum();
  });
});

Deno.test("a failed installation is named, and the nodes after it are untouched", async () => {
  await withSandbox(NODES, async (sandbox) => {
    const broken = sandbox.workers[0]!.name;
    await setFault(sandbox, { action: "install-error", node: broken, method: "*" });
    const { code } = await onScreen(sandbox, lineOf(sandbox), [
      ...UPGRADE_ALL,
      new RegExp(`4 of 5 \\(workers\\)[^]*3 done, 1 failed, 1 untouched[^]*${broken}: failed: `),
      /untouched: test-worker-2\n[^]*continue with: osctl upgrade --rolling --resume [^]*\.json/,
      new RegExp(`${TITLE}: failed: stopped: ${broken}: `),
      "q",
    ], SCREEN);
    equal(code, 0);
    const { [broken]: _, ...others } = await installs(sandbox);
    deepEqual(others, Object.fromEntries(sandbox.controlPlanes.map(({ name }) => [name, 1])));
  });
});

Deno.test("a patch of several nodes is rolling; a failed dry run names its node", async () => {
  await withSandbox(NODES, async (sandbox) => {
    const patch = `${sandbox.home}/p.yaml`;
    await Deno.writeTextFile(patch, "machine:\n  sysctls:\n    net.core.somaxconn: '4096'\n");
    // Control planes come first, the leader of etcd as the last of them.
    const broken = sandbox.workers[0]!.name;
    const fault = {
      action: "error",
      node: broken,
      method: "ApplyConfiguration",
      code: 13,
      message: "full disk",
    } as const;
    await setFault(sandbox, fault);
    const { code } = await onScreen(sandbox, lineOf(sandbox), [
      READY,
      `:patch @all ${patch}\r`,
      new RegExp(`nothing was changed: ${broken}: full disk`),
      () => Promise.resolve(sandbox.cluster.faults.set([])),
      "\x1b",
      `:patch @all ${patch}\r`,
      // The end of the diffs is below the screen.
      /\+ +net\.core\.somaxconn[^]* y: start/,
      async () => {
        deepEqual(await patchedNodes(sandbox), []);
        await setFault(sandbox, fault);
      },
      "y",
      /type "5" or "@all" to confirm "apply \S+p\.yaml" of 5 nodes: _/,
      "5\r",
      new RegExp(`3 done, 1 failed, 1 untouched[^]*${broken}: failed: [^]*full disk`),
      /continue with: osctl patch mc --patch @\S+p\.yaml --rolling --resume [^]*\.json/,
      /apply \S+p\.yaml: failed: stopped: /,
      async () => {
        sandbox.cluster.faults.set([]);
        deepEqual(await patchedNodes(sandbox), sandbox.controlPlanes.map(({ name }) => name));
      },
      "q",
    ], SCREEN);
    equal(code, 0);
    const [journal] = [...Deno.readDirSync(`${sandbox.home}/.os/rolling`)]
      .filter(({ name }) => /^apply-.*\.json$/.test(name));
    const continued = await sandbox.run([
      ...["patch", "mc", "--patch", `@${patch}`, "--rolling", "--yes"],
      ...["--resume", `${sandbox.home}/.os/rolling/${journal!.name}`],
    ]);
    equal(continued.code, 0, continued.stderr);
    deepEqual(await patchedNodes(sandbox), sandbox.nodes.map(({ name }) => name));
  });
});

Deno.test("x stops a rolling upgrade after the node in progress", async () => {
  await withSandbox(NODES, async (sandbox) => {
    const { code } = await onScreen(sandbox, lineOf(sandbox), [
      ...UPGRADE_ALL,
      /waiting for the node as requested[^]* x: stop/,
      "x",
      /type "stop" to stop "upgrade to \S+ of 5 nodes": _/,
      "no\r",
      /^ not stopped/m,
      "x",
      /type "stop" to stop/,
      "stop\r",
      /stopping …[^]*\d done, \d untouched[^]*continue with: osctl upgrade --rolling --resume/,
      new RegExp(`${TITLE}: stopped by the user`),
      "x",
      /stopped before/,
      "q",
    ], SCREEN);
    equal(code, 0);
    const counts = Object.values(await installs(sandbox));
    ok(counts.length < 5 && counts.every((count) => count === 1), String(counts));
  });
});

Deno.test("the command that continues a rolling change is printed after the dashboard", async () => {
  await withSandbox(NODES, async (sandbox) => {
    const { code, stderr } = await onScreen(sandbox, lineOf(sandbox), [
      ...UPGRADE_ALL,
      /waiting for the node as requested/,
      "q",
      /in progress: upgrade to \S+ of 5 nodes; press q again to leave it/,
      "q",
    ], SCREEN);
    equal(code, 0);
    match(stderr, /finishing test-\S+, whose change cannot be interrupted/);
    const resume = /continue with: osctl (upgrade --rolling --resume \S+\.json)\n/.exec(stderr);
    ok(resume !== null, stderr);
    match(stderr, /: the dashboard was closed\n$/);
    const counts = Object.values(await installs(sandbox));
    ok(counts.length < 5 && counts.every((count) => count === 1), String(counts));
    const continued = await sandbox.run([...resume[1]!.split(" "), "--yes"]);
    equal(continued.code, 0, continued.stderr);
    const names = sandbox.nodes.map(({ name }) => [name, 1]);
    deepEqual(await installs(sandbox), Object.fromEntries(names));
  });
});
