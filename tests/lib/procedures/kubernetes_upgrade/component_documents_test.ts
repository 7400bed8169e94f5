import { doesNotMatch, equal, match } from "node:assert/strict";
import { command } from "../../../../commands/wiring.ts";
import { group } from "../../../../lib/cli/command.ts";
import { globalFlags } from "../../../../lib/cli/global_flags.ts";
import type { NodeClient } from "../../../../lib/client/types.ts";
import { fetchKubeconfig } from "../../../../lib/kubernetes/download/fetch_kubeconfig.ts";
import { createKubernetesClient, resolveConnection } from "../../../../lib/kubernetes/mod.ts";
import { KubernetesAccess } from "../../../../lib/procedures/kubernetes_upgrade/access.ts";
import {
  planUpgrade,
  runUpgrade,
} from "../../../../lib/procedures/kubernetes_upgrade/run_upgrade.ts";
import { StepLog } from "../../../../lib/procedures/kubernetes_upgrade/steps.ts";
import type { UpgradeContext } from "../../../../lib/procedures/kubernetes_upgrade/upgrade_context.ts";
import {
  parseVersion,
  type UpgradePath,
} from "../../../../lib/procedures/kubernetes_upgrade/versions.ts";
import { limitsOf } from "../../../../lib/procedures/kubernetes_upgrade/wait_limits.ts";
import { ResourceReader } from "../../../../lib/resource/mod.ts";
import { settledState } from "../../../helpers/kubernetes_state.ts";
import { type Sandbox, withSandbox } from "../../../helpers/sandbox.ts";

const FAST = { podReadyMs: 60, kubeletRestartMs: 60 };

Deno.test("images in documents of their own are changed on nodes of v1.14", () =>
  withSandbox({ ...FAST, osVersion: "v1.14.0", kubernetesVersion: "1.32.1" }, async (sandbox) => {
    const { address, name, folder } = sandbox.controlPlanes[0]!;
    const kinds = {
      KubeAPIServerConfig: "registry.k8s.io/kube-apiserver:v1.32.0",
      KubeControllerManagerConfig: "registry.k8s.io/kube-controller-manager:v1.32.0",
      KubeSchedulerConfig: "registry.k8s.io/kube-scheduler:v1.32.0",
      KubeletConfig: "ghcr.io/siderolabs/kubelet:v1.32.0",
    };
    const patches = Object.entries(kinds).map(([kind, image]) =>
      JSON.stringify({ apiVersion: "v1alpha1", kind, image })
    );
    const emptied = JSON.stringify({
      machine: { kubelet: { $patch: "delete" } },
      cluster: Object.fromEntries(
        ["apiServer", "controllerManager", "scheduler"].map((field) => [
          field,
          { $patch: "delete" },
        ]),
      ),
    });
    const patched = await sandbox.run([
      ...["patch", "mc", "-n", address, "-m", "no-reboot"],
      ...[emptied, ...patches].flatMap((patch) => ["-p", patch]),
    ]);
    equal(patched.code, 0, patched.stderr);
    match((await settledState(sandbox))[`node ${name}`]!, /^v1\.32\.0 /);
    // Beyond the versions that the interfaces know.
    const path = { from: parseVersion("1.32.0", "--from"), to: parseVersion("1.32.1", "--to") };
    const { code, stderr } = await runLibrary(sandbox, path);
    equal(code, 0, stderr);
    const config = await Deno.readTextFile(`${folder}/config.yaml`);
    for (const [kind, image] of Object.entries(kinds)) {
      match(config, new RegExp(`kind: ${kind}\nimage: ${image.replace(/0$/, "1")}\n`));
    }
    doesNotMatch(config, /apiServer:|kubelet:$/m);
    match((await settledState(sandbox))[`node ${name}`]!, /^v1\.32\.1 ready=true$/);
  }));

/** Upgrades a cluster on any path, with the default images. */
async function runLibrary(sandbox: Sandbox, path: UpgradePath) {
  const upgrade = command("upgrade").summary("Upgrade").run(async (context, { flags }) => {
    const { clock, signal } = context;
    await using client = await context.openClient({ connection: flags });
    const [node] = client.nodes;
    const { kubeconfig } = await fetchKubeconfig(client, node!);
    const settings = await resolveConnection(kubeconfig);
    const note = () => {};
    using kubernetes = new KubernetesAccess({
      clock,
      note,
      servers: [settings.server],
      open: (server) => createKubernetesClient({ ...settings, server }, context),
    });
    const images = {
      "kube-apiserver": "registry.k8s.io/kube-apiserver",
      "kube-controller-manager": "registry.k8s.io/kube-controller-manager",
      "kube-proxy": "registry.k8s.io/kube-proxy",
      "kube-scheduler": "registry.k8s.io/kube-scheduler",
      kubelet: "ghcr.io/siderolabs/kubelet",
    };
    const upgradeContext: UpgradeContext = {
      client,
      kubernetes,
      clock,
      signal,
      callMs: 30_000,
      note,
      resources: new ResourceReader(client, { clock, callMs: 30_000 }),
      log: new StepLog(clock, () => {}),
      options: {
        release: "v1.8",
        path,
        images,
        prePullImages: false,
        upgradeKubelet: true,
        excluded: new Set(),
        comments: { docs: false, examples: false },
        limits: limitsOf(undefined),
      },
    };
    await runUpgrade(upgradeContext, await planUpgrade(upgradeContext));
  });
  const tree = group<NodeClient>("osctl", {
    summary: "Test",
    flags: globalFlags,
    children: [upgrade],
  });
  const { address } = sandbox.controlPlanes[0]!;
  return await sandbox.run(["upgrade", "-n", address], { tree });
}
