import { bool, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import {
  checkTimeout,
  drainTimeout,
  FORCED_MODE,
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
import { parseRollingFlags, requireWait, rollingFlags, toRollOptions } from "./rolling_flags.ts";
import { command } from "./wiring.ts";

const table = {
  mode: string({
    short: "m",
    default: "default",
    values: [...REBOOT_MODES, FORCED_MODE],
    help: "reboot mode; powercycle skips kexec, force does not stop pods and services " +
      "(nodes of v1.12 or later)",
  }),
  drain: bool({
    help: "cordon and drain the Kubernetes nodes first; uncordon them afterwards",
    extra: true,
  }),
  drainTimeout,
  ...rollingFlags,
  ...inClusterFlags,
  ...lifecycleFlags,
};

export default command("reboot")
  .summary("Reboot nodes")
  .section("Change nodes")
  .changesNodes("asks", { isRecorded: true })
  .details(
    "Nodes reboot in parallel. Waits until every node has restarted and is ready; " +
      "--wait=false returns when the nodes acknowledge the request. With --rolling, drains " +
      "and reboots one node at a time, and etcd never loses its quorum.",
  )
  .flags(table)
  .example("osctl reboot -n 10.5.0.3", "Reboot a node and wait for it")
  .example("osctl reboot -n 10.5.0.3,10.5.0.4 -o json", "Print the progress as JSON lines")
  .example("osctl reboot -n 10.5.0.3 --drain", "Evict the pods of the node first")
  .example("osctl reboot -n 10.5.0.3 --wait=false", "Request a reboot")
  .example("osctl reboot -n @workers --dry-run", "Print the nodes without rebooting them")
  .example("osctl reboot -n @all --rolling --gate pods", "Reboot a cluster node by node")
  .example(
    "osctl reboot -n @all --rolling --in-cluster --pod-image registry.example.com/osctl:v1",
    "Reboot a cluster from a Job inside it",
  )
  .run(async (context, { flags, given }) => {
    const rolling = await parseRollingFlags(flags, given);
    if (rolling !== undefined) requireWait(flags);
    const isInCluster = runsRollingInCluster(flags, given, rolling);
    if (rolling !== undefined && isInCluster) {
      const { launchRolling } = await import("../lib/console/rolling/in_cluster/launch_rolling.ts");
      return await launchRolling(context, {
        flags,
        rolling,
        purpose: "reboot",
        title: flags.mode === "default" ? "reboot" : `reboot in mode ${flags.mode}`,
        isDrained: !given.has("drain") || flags.drain,
        args: ["reboot", ...toArguments(table, flags, given, LOCAL_FLAGS)],
      });
    }
    if (rolling !== undefined) {
      const { rollNodes } = await import("../lib/console/rolling/roll_nodes.ts");
      const { rebootRequest } = await import("../lib/procedures/rolling/requests.ts");
      return await rollNodes(context, {
        ...toRollOptions(flags, rolling),
        command: "osctl reboot --rolling",
        isDrained: !given.has("drain") || flags.drain,
        request: rebootRequest({ value: flags.mode, isDefault: !given.has("mode") }),
      });
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { runLifecycleAction } = await import(
      "../lib/console/lifecycle/run_lifecycle_action.ts"
    );
    checkTimeout(flags.timeout);
    if (flags.drain && !flags.wait && !flags.debug) {
      throw new OsctlError("usage", "--drain requires --wait", {
        hint: "remove --drain, or --wait=false",
      });
    }
    const { planDrained } = await import("../lib/procedures/lifecycle/plan_reboots.ts");
    const request = { mode: toRebootMode(flags.mode) };
    const action = {
      name: "reboot",
      method: MachineService.Reboot,
      request,
      completion: "running" as const,
    };
    await runLifecycleAction(context, {
      flags,
      question: "Reboot",
      effect: "restart",
      prepare: async (client) => {
        if (flags.mode !== FORCED_MODE) return;
        const { requireFeature } = await import("../lib/node/version/require_feature.ts");
        await requireFeature(client, "forcedReboot", "--mode force");
      },
      action,
      ...flags.drain && {
        plan: (client) =>
          planDrained(context, client, { action, drainTimeout: flags.drainTimeout }),
      },
    });
  });
