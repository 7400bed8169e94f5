import { IMAGE_NAMESPACE, OS_VERSION } from "../lib/distribution.ts";
import { OsctlError } from "../lib/errors.ts";
import { bool, string } from "../lib/cli/flags.ts";
import {
  checkTimeout,
  drainTimeout,
  lifecycleFlags,
  REBOOT_MODES,
  toRebootMode,
} from "./lifecycle_flags.ts";
import {
  inClusterFlags,
  LOCAL_FLAGS,
  runsRollingInCluster,
  toArguments,
} from "./in_cluster_flags.ts";
import {
  parseRollingFlags,
  reinstallFlag,
  rejectWithRolling,
  requireWait,
  rollingFlags,
  toRollOptions,
} from "./rolling_flags.ts";
import { command } from "./wiring.ts";

const table = {
  allowDowngrade: bool({ help: "accept an image older than the node", extra: true }),
  drain: bool({
    default: true,
    help: "drain Kubernetes nodes before the reboot; nodes before v1.13 always do",
    extra: true,
  }),
  drainTimeout,
  force: bool({ short: "f", help: "skip checks of etcd health and members" }),
  image: string({
    short: "i",
    default: {
      "v1.4": `${IMAGE_NAMESPACE}/installer:${OS_VERSION["v1.4"]}`,
      "v1.8": `${IMAGE_NAMESPACE}/installer:${OS_VERSION["v1.8"]}`,
    },
    help: "installer image",
  }),
  insecure: bool({ help: "use the maintenance service; implies --wait=false" }),
  legacy: bool({
    help: "use the single request of older nodes on all nodes; nodes before v1.18",
    extra: true,
  }),
  noReboot: bool({ help: "install without rebooting; nodes of v1.13 or later", extra: true }),
  preserve: bool({ short: "p", until: "v1.4", help: "keep the data partition" }),
  rebootMode: string({
    short: "m",
    since: "v1.8",
    default: "default",
    values: REBOOT_MODES,
    help: "reboot mode; powercycle skips kexec",
  }),
  stage: bool({ short: "s", help: "install during the reboot, when disks are not in use" }),
  ...rollingFlags,
  ...reinstallFlag,
  ...inClusterFlags,
  ...lifecycleFlags,
  dryRun: bool({ help: "print the plan and change nothing", extra: true }),
};

export default command("upgrade")
  .summary("Upgrade Talos Linux on nodes")
  .section("Change nodes")
  .changesNodes("asks", { isRecorded: true })
  .details(
    "Nodes install the image and reboot, in parallel. Waits until every node has restarted " +
      "and is ready; --wait=false prints the acknowledgements. Nodes of v1.13 or later are " +
      "upgraded step by step: pull, install, drain, reboot, uncordon; with --force, --stage " +
      "or --wait=false, by a single request. With --rolling, upgrades one node at a time, and " +
      "etcd never loses its quorum.",
  )
  .flags(table)
  .example(
    `osctl upgrade -n 10.5.0.3 -i ${IMAGE_NAMESPACE}/installer:v1.8.4`,
    "Upgrade a node and wait for it",
  )
  .example("osctl upgrade -n 10.5.0.3,10.5.0.4 --dry-run", "Print versions before and after")
  .example("osctl upgrade -n 10.5.0.3 --no-reboot", "Install now, and reboot later")
  .example(
    `osctl upgrade -n @all -i ${IMAGE_NAMESPACE}/installer:v1.8.4 --rolling --max-unavailable 10%`,
    "Upgrade a cluster, control planes first",
  )
  .run(async (context, { flags, given }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { runLifecycleAction } = await import(
      "../lib/console/lifecycle/run_lifecycle_action.ts"
    );
    const { checkImage, describeKept, findDroppedArguments, lostExtensions } = await import(
      "../lib/procedures/lifecycle/mod.ts"
    );
    const { checkUpgradePath, describeUpgrades } = await import(
      "../lib/node/version/upgrade_path.ts"
    );
    checkTimeout(flags.timeout);
    const rolling = await parseRollingFlags(flags, given);
    if (rolling !== undefined) {
      checkImage(flags.image);
      requireWait(flags);
      const { stage, force, insecure, noReboot } = flags;
      rejectWithRolling({ stage, force, insecure, "no-reboot": noReboot });
    }
    const isInCluster = runsRollingInCluster(flags, given, rolling);
    if (rolling !== undefined && isInCluster) {
      const { launchRolling } = await import("../lib/console/rolling/in_cluster/launch_rolling.ts");
      return await launchRolling(context, {
        flags,
        rolling,
        purpose: "upgrade",
        isDrained: flags.drain,
        title: `upgrade to ${flags.image}`,
        args: [
          "upgrade",
          ...toArguments(table, flags, given, [...LOCAL_FLAGS, "image"]),
          `--image=${flags.image}`,
        ],
      });
    }
    if (rolling !== undefined) {
      const { rollNodes } = await import("../lib/console/rolling/roll_nodes.ts");
      const { upgradeRequest } = await import("../lib/procedures/rolling/requests.ts");
      const { image, rebootMode = "default", preserve = false, allowDowngrade } = flags;
      return await rollNodes(context, {
        ...toRollOptions(flags, rolling),
        command: "osctl upgrade --rolling",
        isDrained: flags.drain,
        request: upgradeRequest({
          image: { value: image, isDefault: !given.has("image") },
          rebootMode: { value: rebootMode, isDefault: !given.has("rebootMode") },
          preserve: { value: preserve, isDefault: !given.has("preserve") },
          isLegacy: flags.legacy,
          allowDowngrade,
          timeoutMs: flags.timeout,
        }),
      });
    }
    const { image, stage, force, preserve = false, rebootMode = "default", insecure } = flags;
    checkImage(image);
    const path = { image, isDefault: !given.has("image"), allowDowngrade: flags.allowDowngrade };
    const request = {
      image,
      stage,
      force,
      preserve,
      rebootMode: toRebootMode(rebootMode),
    };
    if (flags.dryRun) {
      const { printPlan } = await import("../lib/console/lifecycle/upgrade_view.ts");
      await using client = await context.openClient({ connection: flags, insecure });
      await printPlan(context, client, { ...path, ...flags });
      if (insecure || flags.noReboot) return;
      const { printEffect } = await import("../lib/console/print_effect.ts");
      return await printEffect(context, {
        action: `Upgrade to ${image}`,
        connection: flags,
        acceptsQuorumLoss: flags.acceptQuorumLoss,
        client,
        effect: "restart",
      });
    }
    if (flags.noReboot) {
      checkNoReboot(flags);
      const { runInstallation } = await import("../lib/console/lifecycle/run_installation.ts");
      return await runInstallation(context, { flags, ...path });
    }
    const action = {
      name: "upgrade",
      method: MachineService.Upgrade,
      request,
      completion: "running" as const,
      isSlow: true,
    };
    // Nodes accept these options in the single request only.
    const isStepwise = !stage && !force && !preserve && !flags.legacy;
    let dropped: ReadonlyMap<string, readonly string[]> = new Map();
    const { planUpgrade } = await import("../lib/procedures/lifecycle/plan_reboots.ts");
    const { drain, timeout: timeoutMs } = flags;
    await runLifecycleAction(context, {
      flags,
      insecure,
      action,
      question: `Upgrade to ${image}`,
      effect: "restart",
      checkVersions: async (nodes, tags) => ({
        // Before v1.13, maintenance mode does not serve the version.
        warning: await checkUpgradePath(insecure ? [] : nodes, tags, path),
        notes: describeUpgrades(tags, image),
      }),
      ...isStepwise && {
        plan: (client, versions) =>
          planUpgrade(context, client, {
            versions,
            older: action,
            withOlder: new Set(dropped.keys()),
            image,
            drain,
            drainTimeout: flags.drainTimeout,
            mode: toRebootMode(rebootMode),
            timeoutMs,
          }),
      },
      prepare: async (client, versions) => {
        if (insecure) return;
        if (isStepwise) {
          const { clock, signal } = context;
          dropped = await findDroppedArguments(client, versions, { clock, signal });
          if (dropped.size > 0) await context.stderr.write(`osctl: ${describeKept(dropped)}\n`);
        }
        const warning = await lostExtensions(client, image, context.signal);
        if (warning !== undefined) await context.stderr.write(warning);
      },
      printResponses: async (values) => {
        const { printAcknowledgements } = await import("../lib/console/lifecycle/upgrade_view.ts");
        await printAcknowledgements(context, values, flags.output);
      },
    });
  });

/** Rejects options of the upgrade that reboots. */
function checkNoReboot(flags: {
  readonly force: boolean;
  readonly insecure: boolean;
  readonly legacy: boolean;
  readonly stage: boolean;
}): void {
  const name = (["force", "insecure", "legacy", "stage"] as const).find((name) => flags[name]);
  if (name === undefined) return;
  throw new OsctlError("usage", `--no-reboot cannot be combined with --${name}`);
}
