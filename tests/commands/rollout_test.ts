/** Rolling changes by a Job of the cluster, whose pods run as processes of the sandbox. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { OsctlError } from "../../lib/errors.ts";
import type { Rollout } from "../../lib/procedures/rolling/in_cluster/rollout_map.ts";
import { parseYaml, toData } from "../../lib/yaml/mod.ts";
import { countByNode, watchQuorum } from "../helpers/quorum_watcher.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";

const IN_CLUSTER = ["--in-cluster", "--pod-image=registry.example.com/osctl:v1"];
const REBOOT = ["reboot", "-n", "@all", "--rolling", "--yes", ...IN_CLUSTER];

/** Gives pods of the namespace the node API, by the command that the error of a launch prints. */
async function permit({ run }: Sandbox, args: readonly string[] = REBOOT): Promise<string> {
  const { code, stderr } = await run(args);
  equal(code, 1, stderr);
  const command = /permit it with: osctl (patch machineconfig -n \S+ --patch) '(\S+)'/.exec(stderr);
  ok(command, stderr);
  const [, words = "", patch = ""] = command;
  const patched = await run([...words.split(" "), patch]);
  equal(patched.code, 0, patched.stderr);
  return patch;
}

/** Starts a rollout and returns its name. */
async function launch({ run }: Sandbox, args: readonly string[] = REBOOT): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  equal(code, 0, stderr);
  return stdout.trim();
}

async function list({ run }: Sandbox): Promise<(Rollout & { done: number; runsOn: string })[]> {
  const { code, stdout, stderr } = await run(["rollout", "list", "-o", "json"]);
  equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const boots = async ({ cluster }: Sandbox) => countByNode(await cluster.readHistory(), "boot");

Deno.test("a rollout needs an image, --rolling, and gates that a pod can check", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async ({ run }) => {
    const refused = async (args: readonly string[], text: RegExp) => {
      const { code, stderr } = await run(args);
      equal(code, 2, stderr);
      match(stderr, text);
    };
    const reboot = ["reboot", "-n", "@all"];
    await refused([...reboot, "--rolling", "--in-cluster"], /--in-cluster requires --pod-image/);
    await refused([...reboot, "--rolling", "--manifests"], /--manifests requires --in-cluster/);
    await refused([...reboot, ...IN_CLUSTER], /--in-cluster requires --rolling/);
    await refused([...REBOOT, "--plan"], /--in-cluster cannot be combined with --plan/);
    await refused([...REBOOT, "--report=r.md"], /--in-cluster cannot be combined with --report/);
  });
});

Deno.test("the patch that a cluster lacks is printed, and permits the rollout", async () => {
  await withSandbox({ controlPlanes: 1, workers: 2 }, async (sandbox) => {
    const { run } = sandbox;
    const other = [...REBOOT, "--pod-namespace=changes", "--accept-quorum-loss", "--no-snapshot"];
    const patch = await permit(sandbox, other);
    deepEqual(JSON.parse(patch), {
      machine: {
        features: {
          kubernetesTalosAPIAccess: {
            enabled: true,
            allowedRoles: ["os:admin"],
            allowedKubernetesNamespaces: ["changes"],
          },
        },
      },
    });
    // Only the namespace is missing now.
    deepEqual(JSON.parse(await permit(sandbox)), {
      machine: {
        features: {
          kubernetesTalosAPIAccess: { allowedKubernetesNamespaces: ["osctl-system"] },
        },
      },
    });
    const command = await run([...other, "--gate=command:true"]);
    equal(command.code, 2);
    match(command.stderr, /a pod cannot check the gate "command:true"/);
    const all = await run([...REBOOT, "--max-unavailable=2"]);
    equal(all.code, 0, all.stderr);
    const both = await run([...REBOOT, "--max-unavailable=3"]);
    equal(both.code, 1);
    match(both.stderr, /the pod cannot leave nodes that change: 3 of 3 nodes accept pods/);
    const upgrade = [
      ...["upgrade", "-n", "@all", "--rolling", "--drain=false", "--max-unavailable=50%"],
      ...["--timeout=10m", "--gate=longhorn", "--gate=cel:v1/Node:true", ...IN_CLUSTER],
      ...["--manifests", "--pod-namespace=changes"],
    ];
    const longhorn = await run(upgrade);
    match(longhorn.stderr, /Volume/);
    const reboot = await run([...REBOOT, "--manifests", "--pod-namespace=changes"]);
    match(reboot.stdout, /^---\napiVersion: v1\nkind: Namespace\n/);
    const printed = await run(upgrade.filter((arg) => arg !== "--gate=longhorn"));
    equal(printed.code, 0, printed.stderr);
    const { documents } = parseYaml(printed.stdout);
    // deno-lint-ignore no-explicit-any -- the manifests are of many kinds
    const manifests = documents.map(({ root }) => toData(root)) as any[];
    deepEqual(manifests.map(({ kind }) => kind), [
      ...["Namespace", "ServiceAccount", "ServiceAccount", "ClusterRole", "ClusterRoleBinding"],
      ...["Role", "RoleBinding", "Role", "RoleBinding", "ConfigMap", "Job"],
    ]);
    const { spec: { template } } = manifests.at(-1);
    const [container] = template.spec.containers;
    ok(container.args.includes("--max-unavailable=50%"));
    ok(container.args.includes("--timeout=600000ms"));
    ok(container.args.includes("--drain=false"));
    equal(container.image, "registry.example.com/osctl:v1");
    ok(
      manifests.every(({ metadata }) =>
        [undefined, "changes", "kube-system"].includes(metadata.namespace)
      ),
    );
  });
});

Deno.test("a Job reboots each node once; its pod leaves nodes first, and is followed", async () => {
  await withSandbox({ controlPlanes: 3, workers: 2, runsPods: true }, async (sandbox) => {
    const { run, nodes, cluster } = sandbox;
    await permit(sandbox);
    using quorum = watchQuorum(cluster);
    const before = await boots(sandbox);
    const name = await launch(sandbox);
    const status = await run(["rollout", "status", name]);
    equal(status.code, 0, status.stderr);
    match(status.stderr, /osctl: reboot: 5 done/);
    match(status.stderr, /moves|runs on/);
    const after = await boots(sandbox);
    for (const node of nodes) equal(after[node.name]! - (before[node.name] ?? 0), 1, node.name);
    quorum.assertQuorum();
    const namespace = "--pod-namespace=osctl-system";
    const [found] = await list(sandbox);
    deepEqual([found!.name, found!.state, found!.done], [name, "complete", 5]);
    const labels = await run(["rollout", "logs"]);
    match(labels.stdout, /all nodes are done/);
    const json = await run(["rollout", "status", name, namespace, "--watch=false", "-o", "json"]);
    equal(json.code, 0, json.stderr);
    const layout = ["--columns=name,state", "--sort-by=-name", "--no-headers", "--wide"];
    const table = await run([
      ...["rollout", "list", namespace, ...layout, "--filter=state == 'complete'"],
    ]);
    match(table.stdout, new RegExp(`^${name} +complete\n$`));
    for (const verb of ["pause", "resume", "stop"]) {
      const ended = await run(["rollout", verb, name, namespace]);
      match(ended.stderr, /the rollout "\S+" is complete/);
    }
    const followed = await run(["rollout", "logs", name, namespace, "--follow"]);
    match(followed.stdout, /all nodes are done/);
    const unknown = await run(["rollout", "status", `${name}x`]);
    match(unknown.stderr, /no rollout "\S+" in namespace "osctl-system"; did you mean/);
    const empty = await run(["rollout", "status", "--pod-namespace=other"]);
    match(empty.stderr, /no rollout in namespace "other"/);
  });
});

Deno.test("a rollout is paused, continued, stopped and continued with its journal", async () => {
  await withSandbox({ controlPlanes: 1, workers: 3, runsPods: true }, async (sandbox) => {
    const { run, cluster, workers } = sandbox;
    const args = REBOOT.map((arg) => arg === "@all" ? "@workers" : arg);
    await permit(sandbox, args);
    const before = await boots(sandbox);
    await launch(sandbox, args);
    await until(() => list(sandbox), ([one]) => one?.done === 1);
    equal((await run(["rollout", "pause"])).code, 0);
    await until(() => list(sandbox), ([one]) => one?.state === "paused");
    const paused = await boots(sandbox);
    equal((await run(["rollout", "resume"])).code, 0);
    await until(() => list(sandbox), ([one]) => one?.state === "running");
    const stopped = await run(["rollout", "stop"]);
    match(stopped.stderr, /stops after the nodes that are being changed/);
    const status = await run(["rollout", "status"]);
    const isDone = Object.keys(paused).length === cluster.nodes.length && status.code === 0;
    if (!isDone) {
      equal(status.code, 1, status.stderr);
      match(status.stderr, /the rollout has failed: stopped by the operator/);
      const resumed = await run(["rollout", "resume"]);
      match(resumed.stderr, /continues with a new Job/);
      const end = await run(["rollout", "status"]);
      equal(end.code, 0, end.stderr);
    }
    const after = await boots(sandbox);
    for (const { name } of workers) equal(after[name]! - (before[name] ?? 0), 1, name);
  });
});

Deno.test("status prints why the pod of a rollout cannot start, or failed", async () => {
  let isRemoved = true;
  const options = {
    controlPlanes: 1,
    workers: 1,
    runsPods: true,
    podReadyMs: 100,
    podCommand: () => {
      if (isRemoved) throw new OsctlError("file", 'cannot start osctl again: "/o" was removed');
      return {
        command: "/bin/sh",
        args: ["-c", "echo first >&2; echo no credentials >&2; exit 3"],
      };
    },
  };
  await withSandbox(options, async (sandbox) => {
    await permit(sandbox);
    const status = async (name: string, text: RegExp) => {
      const shown = await until(
        () => sandbox.run(["rollout", "status", name, "--watch=false"]),
        ({ stderr }) => text.test(stderr),
      );
      equal(shown.code, 0, shown.stderr);
    };
    const removed = await launch(sandbox);
    await status(
      removed,
      /^pod \S+ could not start: StartError \(exit code 128\): cannot start osctl again: "\/o" was removed$/m,
    );
    isRemoved = false;
    const failing = await launch(sandbox);
    await status(failing, /^pod \S+ failed: Error \(exit code 3\): no credentials$/m);
    const stop = new AbortController();
    const watched = sandbox.run(["rollout", "status", failing], { signal: stop.signal });
    setTimeout(() => stop.abort(), 3000);
    match((await watched).stderr, /^pod \S+ failed: Error \(exit code 3\): no credentials$/m);
  });
});
