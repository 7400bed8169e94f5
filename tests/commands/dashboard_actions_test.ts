/** Actions of the dashboard: off, confirmed, dry run, tracked. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { onScreen } from "../helpers/screen.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const SIZE = { size: { columns: 120, rows: 40 }, isRendered: true };

Deno.test("actions are off without --allow-changes", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const { code } = await onScreen(sandbox, ["dashboard", "-n", nodes], [
      /test-worker-1 +worker/,
      "a",
      /changes are not permitted; start the dashboard with --allow-changes/,
      ":reboot worker-1\r",
      /changes are not permitted/,
      "q",
    ], SIZE);
    equal(code, 0);
    for (const other of ["--web", "--once"]) {
      const { code, stderr } = await sandbox.run(["dashboard", "--allow-changes", other]);
      equal(code, 2);
      match(stderr, new RegExp(`--allow-changes cannot be combined with ${other}`));
    }
  });
});

Deno.test("a reboot asks for the node's name and is followed to its end", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const line = ["dashboard", "--allow-changes", "-n", nodes];
    const { code, stderr } = await onScreen(sandbox, line, [
      /test \(changes\)[^]*test-worker-1 +worker/,
      ":reboot\r",
      /"reboot" requires a node; use :reboot <node> \[drain\]/,
      ":restart worker-1\r",
      /invalid arguments of "restart"; use :restart <node> <service>/,
      ":reboot worker-1\r",
      /Reboot[^]*test-worker-1 +worker[^]*press y to reboot/,
      "y",
      /type "test-worker-1" to reboot: _/,
      "test-worker-2\r",
      /not confirmed: nothing was changed/,
      ":links worker-1\r",
      /test-worker-1 +network +lo/,
      "a",
      /action on test-worker-1/,
      "reb\t\r",
      /press y to reboot/,
      "y",
      /type "test-worker-1" to reboot: _/,
      "test-worker-1\r",
      /reboot: started/,
      "q",
      /in progress: reboot of test-worker-1; press q again|reboot: done/,
      /reboot: done/,
      "q",
    ], SIZE);
    deepEqual([code, stderr], [0, ""]);
  });
});

Deno.test("a reboot that would end the quorum of etcd is refused, before and after its confirmation", async () => {
  await withSandbox({ controlPlanes: 3 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const down = sandbox.nodes[2]!;
    // The member of a node that is not reachable may still vote.
    const refusal = "refused: includes 1 of 3 control planes: etcd may lose quorum until enough " +
      "are back \\(1 of 3 members remains, 2 needed\\); not known to be healthy: " +
      "test-controlplane-3 \\(cannot be reached";
    const line = ["dashboard", "--allow-changes", "-n", nodes];
    const { code, stderr } = await onScreen(sandbox, line, [
      /test-controlplane-3 +\S+ +controlplane/,
      ":reboot controlplane-2\r",
      /etcd keeps its quorum[^]*press y to reboot/,
      async () => {
        sandbox.cluster.faults.set([{ id: "1", action: "down", node: down.name, method: "*" }]);
        await sandbox.cluster.applyFaults();
      },
      "y",
      /type "test-controlplane-2" to reboot: _/,
      "test-controlplane-2\r",
      new RegExp(`reboot: failed: ${refusal}`),
      "\x1b:reboot controlplane-2\r",
      new RegExp(`nothing was changed: ${refusal}`),
      "y",
      /^(?![^]*(press y|type "test-controlplane-2"))[^]*nothing was changed: refused/,
      "q",
    ], { ...SIZE, size: { columns: 300, rows: 40 } });
    deepEqual([code, stderr], [0, ""]);
    for (const { folder } of sandbox.nodes) {
      const log = await Deno.readTextFile(`${folder}/logs/machined.log`);
      match(log, /MachineService\/Etcd/);
      ok(!log.includes("MachineService/Reboot"), log);
    }
  });
});

Deno.test("an upgrade shows its versions, refuses a downgrade and is followed to its end", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const worker = sandbox.nodes[1]!.address;
    const image = (version: string) => `ghcr.io/siderolabs/installer:${version}`;
    const line = ["dashboard", "--allow-changes", "-n", nodes];
    const { code } = await onScreen(sandbox, line, [
      /test-worker-1 +worker/,
      `:upgrade worker-1 ${image("v1.7.6")}\r`,
      /v1\.7\.6 is a downgrade of [\d.]+ \(v1\.8\.0-alpha\.2\)/,
      `:upgrade worker-1 ${image("v1.10.0")}\r`,
      /v1\.10\.0 skips minor versions[^]*press y to upgrade/,
      "n",
      `:upgrade worker-1 ${image("v1.8.4")}\r`,
      /Upgrade: v1\.8\.0-alpha\.2 → v1\.8\.4[^]*press y to upgrade/,
      "y",
      /type "test-worker-1" to upgrade/,
      "test-worker-1\r",
      /upgrade to \S+:v1\.8\.4: done/,
      "q",
    ], SIZE);
    equal(code, 0);
    const { stdout } = await sandbox.run(["version", "-n", worker, "-o", "json=tag"]);
    deepEqual(JSON.parse(stdout), [{ tag: "v1.8.4" }]);
  });
});

Deno.test("a service is restarted, a patch is applied after its dry run", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const worker = sandbox.nodes[1]!.address;
    const patch = `${sandbox.home}/patch.yaml`;
    await Deno.writeTextFile(patch, "machine:\n  sysctls:\n    net.core.somaxconn: '4096'\n");
    const line = ["dashboard", "--allow-changes", "-n", nodes];
    const { code } = await onScreen(sandbox, line, [
      /test-worker-1 +worker/,
      ":restart worker-1 kubelet\r",
      /press y to restart kubelet/,
      "y",
      /type "test-worker-1" to restart kubelet: _/,
      "test-worker-1\r",
      /restart kubelet: done/,
      `:patch worker-1 ${patch}\r`,
      /\+ +net\.core\.somaxconn: "4096"[^]*press y to apply/,
      async () => {
        const { stdout } = await sandbox.run(["get", "mc", "-o", "yaml", "-n", worker]);
        ok(!stdout.includes("somaxconn"), "the dry run changes nothing");
      },
      "y",
      /type "test-worker-1" to apply/,
      "test-worker-1\r",
      /apply \S+patch\.yaml: done/,
      ":patch worker-1 /nonexistent.yaml\r",
      /nothing was changed: .*nonexistent\.yaml/,
      "q",
    ], SIZE);
    equal(code, 0);
    const { stdout } = await sandbox.run(["get", "mc", "-o", "yaml", "-n", worker]);
    match(stdout, /net\.core\.somaxconn: .?4096/);
  });
});

Deno.test("a Kubernetes node is cordoned, drained and uncordoned", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const line = ["dashboard", "--allow-changes", "-n", nodes];
    const step = (command: string, done: RegExp) => [
      `:${command} worker-1\r`,
      new RegExp(`press y to ${command}`),
      "y",
      new RegExp(`type "test-worker-1" to ${command}: _`),
      "test-worker-1\r",
      done,
    ];
    const { code } = await onScreen(sandbox, line, [
      /test-worker-1 +worker/,
      ...step("cordon", /cordoned test-worker-1[^]*cordon: done/),
      ...step("drain", /test-worker-1 was cordoned before[^]*drain: done/),
      ...step("uncordon", /uncordoned test-worker-1[^]*uncordon: done/),
      "q",
    ], SIZE);
    equal(code, 0);
  });
});

Deno.test("marked nodes are rebooted one after the other after one confirmation", async () => {
  await withSandbox({ controlPlanes: 1, workers: 2 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const line = ["dashboard", "--allow-changes", "-n", nodes];
    const bootTimes = async () => {
      const boots = await Promise.all(sandbox.workers.map(async ({ address }) => {
        const args = ["read", "/proc/sys/kernel/random/boot_id", "-n", address];
        return (await sandbox.run(args)).stdout;
      }));
      return boots;
    };
    const before = await bootTimes();
    const { code, stderr } = await onScreen(sandbox, line, [
      /test-worker-2 +worker/,
      "j  ",
      /test-worker-1\* [^]*test-worker-2\* [^]*2 marked/,
      "D",
      /^Configurations of test-worker-1, test-worker-2$/m,
      "1a",
      /action on 2 nodes \(/,
      "reboot\r",
      /Drain and reboot of 2 nodes|drain and reboot of 2 nodes/,
      /2 nodes: test-worker-1, test-worker-2[^]*one node at a time[^]*press y to drain and reboot/,
      "y",
      /type "2" to confirm "drain and reboot" of 2 nodes: _/,
      "3\r",
      /not confirmed: nothing was changed/,
      "y",
      /type "2" to confirm "drain and reboot" of 2 nodes: _/,
      "2\r",
      /drain and reboot: started[^]*batch 1 of 2/,
      ":ctx test\r",
      /in progress: drain and reboot of 2 nodes; select other nodes after its end/,
      /drain and reboot: done/,
      ":cordon @workers\r",
      /one node at a time; a failure stops it\n+ *press y to cordon/,
      "y",
      /type "2" or "@workers" to confirm "cordon" of 2 nodes: _/,
      "@workers\r",
      /test-worker-2: cordoned test-worker-2[^]*cordon: done/,
      "q",
    ], SIZE);
    deepEqual([code, stderr], [0, ""]);
    const after = await bootTimes();
    ok(before.every((boot, index) => boot !== after[index]), `${before} ${after}`);
  });
});

Deno.test("a failure stops an action on several nodes", async () => {
  await withSandbox({ controlPlanes: 1, workers: 2 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const { faults } = sandbox.cluster;
    const line = ["dashboard", "--allow-changes", "-n", nodes];
    const { code } = await onScreen(sandbox, line, [
      /test-worker-2 +worker/,
      ":restart worker-1 worker-2 kubelet\r",
      /press y to restart kubelet/,
      async () => {
        faults.set([{
          id: "1",
          action: "refuse",
          node: sandbox.workers[0]!.name,
          method: "ServiceRestart",
        }]);
        await sandbox.cluster.applyFaults();
      },
      "y",
      /type "2" to confirm "restart kubelet" of 2 nodes/,
      "2\r",
      /test-worker-1 \(1 of 2\)[^]*restart kubelet: failed: /,
      /^(?![^]*test-worker-2 \(2 of 2\))[^]*restart kubelet: failed: /,
      "q",
    ], SIZE);
    equal(code, 0);
  });
});
