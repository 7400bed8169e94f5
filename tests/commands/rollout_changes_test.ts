/** Rolling changes of configurations, shutdowns and resets by a Job of the cluster. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Json, openKubernetes } from "../helpers/kubernetes.ts";
import { countByNode } from "../helpers/quorum_watcher.ts";
import {
  IN_CLUSTER,
  launchRollout,
  NAMESPACE,
  permitPods,
  podProcesses,
  readRolloutData,
} from "../helpers/rollouts.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";
import { isFrom } from "../../lib/procedures/rolling/phases.ts";
import { parseYaml, toData } from "../../lib/yaml/mod.ts";

const FAST = { runsPods: true, podReadyMs: 100, kubeletRestartMs: 100 };
const PODS = [`--pod-namespace=${NAMESPACE}`, ...IN_CLUSTER];
const PATCH = JSON.stringify({
  machine: { network: { nameservers: ["192.0.2.53"] }, nodeLabels: { rack: "r1" } },
});

async function readConfigs({ run }: Sandbox, nodes: string): Promise<string> {
  const { code, stdout, stderr } = await run(["get", "mc", "-n", nodes, "-o", "yaml"]);
  equal(code, 0, stderr);
  return stdout;
}

async function complete({ run }: Sandbox, name: string): Promise<void> {
  const { code, stderr } = await run(["rollout", "status", name]);
  equal(code, 0, stderr);
}

Deno.test("a Job patches nodes; lists are extended once, although its pod is killed", async () => {
  await withSandbox({ controlPlanes: 1, workers: 3, ...FAST }, async (sandbox) => {
    const { cluster, workers } = sandbox;
    await permitPods(sandbox, "os:admin");
    const peer = await openKubernetes(sandbox);
    const patch = ["patch", "mc", "-n", "@workers", "-p", PATCH, "--rolling"];
    const printed = await sandbox.run([...patch, "--manifests", ...PODS]);
    // Nodes with the same configuration share its text.
    equal(printed.stdout.match(/192\.0\.2\.53/g)?.length, 1, printed.stderr);
    equal(printed.stdout.match(/path: "?configurations\//g)?.length, 3);
    const before = countByNode(await cluster.readHistory(), "boot");
    const name = await launchRollout(sandbox, [
      ...["patch", "mc", "-n", "@workers", "-p", PATCH, "--mode=reboot"],
      `--pod-namespace=${NAMESPACE}`,
    ]);
    match(name, /^osctl-config-/);
    const journal = async () => JSON.parse((await readRolloutData(peer, name)).journal ?? "null");
    const begun = (node: Json) => node.state === "active" && isFrom(node.phase, "start");
    await until(journal, (read: Json) => read?.nodes.some(begun));
    for (const pid of podProcesses(sandbox)) Deno.kill(pid, "SIGKILL");
    await complete(sandbox, name);
    const after = countByNode(await cluster.readHistory(), "boot");
    for (const { name: node } of workers) equal(after[node]! - before[node]!, 1, node);
    const configs = await readConfigs(sandbox, "@workers");
    equal(configs.match(/192\.0\.2\.53/g)?.length, 3);
    const pods = `/api/v1/namespaces/${NAMESPACE}/pods`;
    // Pods that were evicted are gone already.
    const { items } = await peer.get(pods);
    for (const { metadata } of items) {
      await peer.call("DELETE", `${pods}/${metadata.name}?gracePeriodSeconds=0`);
    }
    const { log } = await readRolloutData(peer, name);
    const names: string[] = JSON.parse(log).map(({ pod }: Json) => pod);
    ok(names.length > 1, names.join());
    const logs = await sandbox.run(["rollout", "logs", name]);
    for (const pod of names) match(logs.stderr, new RegExp(`log of pod ${pod} on .* is gone; its`));
    match(logs.stdout, /T\d\d:\d\d:\d\dZ .*draining/);
    match(logs.stdout, /all nodes are done/);
    const job = await peer.get(`/apis/batch/v1/namespaces/${NAMESPACE}/jobs/${name}`);
    ok(!JSON.stringify(job).includes("192.0.2.53"));
  });
});

Deno.test("a Job applies a configuration, and what an editor wrote", async () => {
  await withSandbox({ controlPlanes: 1, workers: 2, ...FAST }, async (sandbox) => {
    const { run, home, workers } = sandbox;
    await permitPods(sandbox, "os:admin");
    const [{ address } = { address: "" }] = workers;
    const { stdout } = await run([
      "get",
      "mc",
      "v1alpha1",
      "-n",
      address,
      "-o",
      "jsonpath={.spec}",
    ]);
    await Deno.mkdir(`${home}/nodes`, { recursive: true });
    const file = `${home}/nodes/${address}.yaml`;
    await Deno.writeTextFile(file, stdout);
    const apply = ["apply-config", "-n", address, "-p", PATCH, "-f"];
    const printed = await run([...apply, file, "--rolling", "--manifests", ...PODS]);
    equal(printed.code, 0, printed.stderr);
    const manifests: Json[] = parseYaml(printed.stdout).documents.map(({ root }) => toData(root));
    const [secret] = manifests.filter(({ kind }) => kind === "Secret");
    deepEqual(Object.keys(secret.stringData), [`configurations_-${address}.yaml`]);
    match(secret.stringData[`configurations_-${address}.yaml`], /192\.0\.2\.53/);
    const [container] = manifests.at(-1).spec.template.spec.containers;
    ok(container.args.includes("--file=/etc/osctl/configurations/"));
    ok(!JSON.stringify(manifests.at(-1)).includes("192.0.2.53"));
    // The folder has a file for each node.
    const name = await launchRollout(sandbox, [...apply, "nodes/", `--pod-namespace=${NAMESPACE}`]);
    await complete(sandbox, name);
    match(await readConfigs(sandbox, address), /192\.0\.2\.53/);
    const missing = await run(["apply-config", "-n", "@workers", "-f", "nodes/"]);
    match(missing.stderr, /cannot read "nodes\/[\d.]+\.yaml": no such file/);

    const editor = `${home}/editor`;
    await Deno.writeTextFile(editor, '#!/bin/sh\nsed -i s/192.0.2.53/192.0.2.54/ "$1"\n', {
      mode: 0o755,
    });
    const env = { EDITOR: editor, TMPDIR: home };
    const edit = ["edit", "mc", "-n", "@workers", ...PODS];
    match((await run(edit, { env })).stderr, /--in-cluster requires --rolling/);
    const edited = await run([...edit, "--rolling", "--yes"], { env });
    equal(edited.code, 0, edited.stderr);
    // The other worker is unchanged.
    match(edited.stderr, /: unchanged\n/);
    await complete(sandbox, edited.stdout.trim());
    match(await readConfigs(sandbox, address), /192\.0\.2\.54/);
    const again = await run([...edit, "--rolling", "--yes"], { env });
    deepEqual([again.code, again.stdout], [0, ""]);
  });
});

Deno.test("a Job shuts workers down and wipes them, and outlives them", async () => {
  await withSandbox({ controlPlanes: 1, workers: 4, ...FAST }, async (sandbox) => {
    const { run, workers, nodes } = sandbox;
    await permitPods(sandbox, "os:admin");
    const peer = await openKubernetes(sandbox);
    const [first, second, third] = workers.map(({ address }) => address);
    const refused = async (args: readonly string[], code: number, text: RegExp) => {
      const outcome = await run([...args, "--yes", ...PODS]);
      equal(outcome.code, code, outcome.stderr);
      match(outcome.stderr, text);
    };
    const all = ["-n", "@all", "--rolling"];
    await refused(["shutdown", "-n", first!], 2, /--in-cluster requires --rolling/);
    await refused(["reset", "-n", first!], 2, /--in-cluster requires --rolling/);
    await refused(["apply-config", "-n", first!, "-f", "x.yaml"], 2, /--in-cluster requires --rol/);
    await refused(["patch", "mc", "-n", first!, "-p", PATCH], 2, /--in-cluster requires --rolling/);
    await refused(["shutdown", ...all], 2, /a Job cannot stop 1 of 1 control planes/);
    await refused(["shutdown", ...all, "--wait=false"], 2, /combined with --wait=false/);
    await refused(["reset", ...all], 2, /--rolling wipes workers only, not test-controlplane-1/);
    await refused(
      ["reset", ...all, "--insecure"],
      2,
      /--rolling cannot be combined with --insecure/,
    );
    const unschedulable = (value: boolean) =>
      peer.call("PATCH", "/api/v1/nodes/test-controlplane-1", {
        body: { spec: { unschedulable: value } },
        headers: { "content-type": "application/merge-patch+json" },
      });
    await unschedulable(true);
    const stop = ["shutdown", "-n", "@workers", "--rolling"];
    await refused(stop, 1, /the pod cannot leave nodes that stop: no other node accepts pods/);
    await unschedulable(false);
    const forced = await run([...stop, "--force", "--manifests", ...PODS]);
    // Nodes that are not drained need no right to evict pods.
    ok(!forced.stdout.includes("eviction"), forced.stdout);
    const wipes = ["reset", "--rolling", "--yes", "-n"];
    const printed = await run([
      ...[...wipes, second!, "--manifests", "--system-labels-to-wipe=EPHEMERAL", "--reboot"],
      ...["--graceful=false", ...PODS],
    ]);
    match(printed.stdout, /- "?--system-labels-to-wipe=EPHEMERAL/);

    const wiped = await launchRollout(sandbox, [
      ...["reset", "--reboot", "-n", `${second},${third}`, `--pod-namespace=${NAMESPACE}`],
    ]);
    await complete(sandbox, wiped);
    const disks = await run(["get", "disks", "--insecure", "-n", `${second},${third}`]);
    equal(disks.code, 0, disks.stderr);
    const name = await launchRollout(sandbox, [
      ...["shutdown", "-n", first!, `--pod-namespace=${NAMESPACE}`],
    ]);
    await complete(sandbox, name);
    const off = await run(["version", "-n", first!]);
    equal(off.code, 1);
    const { items } = await peer.get("/api/v1/nodes");
    equal(items.length, nodes.length);
    ok(!JSON.stringify(items).includes("osctl/changing"));
  });
});
