import { bool, oneOf, strings } from "../lib/cli/flags.ts";
import {
  inClusterFlags,
  LOCAL_FLAGS,
  runsRollingInCluster,
  toArguments,
} from "./in_cluster_flags.ts";
import { checkTimeout, drainTimeout, lifecycleFlags } from "./lifecycle_flags.ts";
import {
  parseRollingFlags,
  rejectWithRolling,
  requireWait,
  rollingFlags,
  toRollOptions,
} from "./rolling_flags.ts";
import { command } from "./wiring.ts";

/** Wipe modes, in the order of their numbers. */
const WIPE_MODES = ["all", "system-disk", "user-disks"] as const;

const table = {
  graceful: bool({
    default: true,
    help: "first cordon and drain the Kubernetes node, and leave etcd",
  }),
  insecure: bool({ help: "use the maintenance service; implies --wait=false" }),
  reboot: bool({ help: "reboot instead of shutting down" }),
  systemLabelsToWipe: strings({
    help: "labels of the system partitions to wipe",
    placeholder: "label",
  }),
  userDisksToWipe: strings({ help: "devices of the user disks to wipe", placeholder: "device" }),
  wipeMode: oneOf(WIPE_MODES, { default: "all", help: "disks to wipe" }),
  drainTimeout,
  ...rollingFlags,
  ...inClusterFlags,
  ...lifecycleFlags,
};

export default command("reset")
  .summary("Wipe nodes")
  .section("Change nodes")
  .changesNodes("asks", { isRecorded: true })
  .details(
    "Wipes the disks of nodes, then shuts the nodes down, or reboots them with --reboot. " +
      "Without --system-labels-to-wipe, wipes the whole system disk. Waits until every node " +
      "has stopped its services; with --reboot, until it has restarted with its configuration " +
      "or in maintenance mode. With --rolling, wipes one worker at a time.",
  )
  .flags(table)
  .example("osctl reset -n 10.5.0.3 --reboot", "Wipe a node and reboot it into maintenance mode")
  .example(
    "osctl reset -n 10.5.0.3 --system-labels-to-wipe EPHEMERAL --reboot",
    "Wipe the data partition only",
  )
  .example(
    "osctl reset -n 10.5.0.3 --wipe-mode user-disks --user-disks-to-wipe /dev/sdb",
    "Wipe a user disk",
  )
  .example(
    "osctl reset -n 10.5.0.3,10.5.0.4 --rolling --in-cluster " +
      "--pod-image registry.example.com/osctl:v1",
    "Wipe workers by a Job of the cluster",
  )
  .run(async (context, { flags, given }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { runLifecycleAction } = await import(
      "../lib/console/lifecycle/run_lifecycle_action.ts"
    );
    checkTimeout(flags.timeout);
    const { graceful, reboot, insecure } = flags;
    const request = {
      graceful,
      reboot,
      systemPartitionsToWipe: flags.systemLabelsToWipe.map((label) => ({ label, wipe: true })),
      userDisksToWipe: [...flags.userDisksToWipe],
      mode: WIPE_MODES.indexOf(flags.wipeMode),
    };
    const rolling = await parseRollingFlags(flags, given);
    if (rolling !== undefined) {
      requireWait(flags);
      rejectWithRolling({ insecure });
    }
    const isInCluster = runsRollingInCluster(flags, given, rolling);
    if (rolling !== undefined && isInCluster) {
      const { launchReset } = await import("../lib/console/rolling/in_cluster/launch_reset.ts");
      return await launchReset(context, {
        flags,
        rolling,
        request,
        args: toArguments(table, flags, given, LOCAL_FLAGS),
      });
    }
    if (rolling !== undefined) {
      const { rollNodes } = await import("../lib/console/rolling/roll_nodes.ts");
      const { resetRequest } = await import("../lib/procedures/rolling/requests.ts");
      return await rollNodes(context, {
        ...toRollOptions(flags, rolling),
        command: "osctl reset --rolling",
        isDrained: graceful,
        isIrreversible: true,
        isForWorkers: true,
        request: resetRequest(context, flags, request),
      });
    }
    const completion = reboot ? "wiped" : "stopped";
    await runLifecycleAction(context, {
      flags,
      insecure,
      question: "Wipe the disks",
      effect: effectOf(flags),
      isIrreversible: true,
      action: {
        name: "reset",
        method: MachineService.Reset,
        request,
        completion,
        drains: graceful,
      },
    });
  });

/** Returns the effect on etcd, whose data is on the partition EPHEMERAL. */
function effectOf({ graceful, reboot, systemLabelsToWipe: labels, wipeMode }: {
  readonly graceful: boolean;
  readonly reboot: boolean;
  readonly systemLabelsToWipe: readonly string[];
  readonly wipeMode: string;
}): "leave-wipe" | "wipe" | "restart" | "stop" {
  if (graceful) return "leave-wipe";
  const wipes = (label: string) =>
    wipeMode !== "user-disks" && (labels.length === 0 || labels.includes(label));
  if (wipes("EPHEMERAL")) return "wipe";
  // Without its configuration the node does not return to the cluster.
  return reboot && !wipes("STATE") ? "restart" : "stop";
}
