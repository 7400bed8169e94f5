/**
 * Releases of talosctl and osctl upgrade Kubernetes of equal clusters to an equal state, and plan the
 * same changes. Runs where `OSCTL_BENCH_REFERENCE` (v1.8) and `OSCTL_BENCH_REFERENCE_V1_4` name their
 * executables.
 */
import assert from "node:assert/strict";
import { type KubernetesState, settledState } from "../helpers/kubernetes_state.ts";
import { type SandboxOptions, withSandbox } from "../helpers/sandbox.ts";

const CLIENTS = [
  {
    release: "v1.8",
    from: "1.30.3",
    to: "1.31.1",
    osVersion: "v1.8.0",
    path: Deno.env.get("OSCTL_BENCH_REFERENCE"),
  },
  {
    release: "v1.4",
    from: "1.26.4",
    to: "1.27.1",
    osVersion: "v1.4.8",
    path: Deno.env.get("OSCTL_BENCH_REFERENCE_V1_4"),
  },
] as const;

/** Two control planes because an upgrade of one interrupts its API server. */
const CLUSTER = {
  controlPlanes: 2,
  workers: 1,
  alpn: true,
  podReadyMs: 300,
  kubeletRestartMs: 1000,
  imagePullMs: 20,
};

interface Result {
  readonly state: KubernetesState;
  readonly output: string;
}

/** Runs talosctl in a new cluster. */
async function runReference(
  path: string,
  cluster: SandboxOptions,
  args: readonly string[],
): Promise<Result> {
  let result: Result | undefined;
  await withSandbox({ ...CLUSTER, ...cluster }, async (sandbox) => {
    await settledState(sandbox);
    const node = sandbox.controlPlanes[0]!.address;
    const command = ["upgrade-k8s", "-n", node, "--talosconfig", sandbox.osconfig, ...args];
    const { code, stdout, stderr } = await new Deno.Command(path, {
      args: command,
      env: { HOME: sandbox.home },
    }).output();
    const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assert.equal(code, 0, output);
    result = { state: await settledState(sandbox), output };
  });
  return result!;
}

/** Runs osctl in a new cluster. */
async function runOurs(
  release: string,
  cluster: SandboxOptions,
  args: readonly string[],
): Promise<Result> {
  let result: Result | undefined;
  await withSandbox({ ...CLUSTER, ...cluster }, async (sandbox) => {
    await settledState(sandbox);
    const node = sandbox.controlPlanes[0]!.address;
    const { code, stdout, stderr } = await sandbox.run(
      ["upgrade-k8s", "-n", node, "-o", "json", ...args],
      { release },
    );
    assert.equal(code, 0, stderr);
    result = { state: await settledState(sandbox), output: stdout };
  });
  return result!;
}

for (const { release, from, to, osVersion, path } of CLIENTS) {
  const cluster = { kubernetesVersion: from, osVersion };
  Deno.test({
    name: `upgrade-k8s ends in the same state as talosctl ${release}`,
    ignore: path === undefined,
    async fn() {
      const theirs = await runReference(path!, cluster, ["--to", to]);
      const ours = await runOurs(release, cluster, ["--to", to]);
      assert.deepEqual(ours.state, theirs.state);
      assert.match(ours.state["node test-worker-1"]!, new RegExp(`^v${to} ready=true$`));
    },
  });

  Deno.test({
    name: `a dry run of upgrade-k8s plans the changes of talosctl ${release}`,
    ignore: path === undefined,
    async fn() {
      const theirs = await runReference(path!, cluster, ["--to", to, "--dry-run"]);
      const ours = await runOurs(release, cluster, ["--to", to, "--dry-run"]);
      // talosctl prints neither kube-proxy nor the node in these lines.
      const listed = [...theirs.output.matchAll(/ > update ([\w-]+): v?([\d.]+) -> v?([\d.]+)/g)]
        .map(([, component, before, after]) => `${component} ${before} ${after}`);
      const planned = ours.output.split("\n").filter((line) => line !== "").map((line) =>
        JSON.parse(line)
      ).filter(({ from, component }) => from !== null && component !== "kube-proxy");
      const version = (image: string) => image.slice(image.lastIndexOf(":v") + 2);
      assert.deepEqual(
        planned.map(({ component, from, to }) => `${component} ${version(from)} ${version(to)}`),
        listed,
      );
      assert.equal(listed.length, 9);
      const before = Object.values(ours.state).filter((text) => text.includes(to));
      assert.deepEqual(before, [], "the dry run changes nothing");
    },
  });
}
