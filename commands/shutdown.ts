import { bool } from "../lib/cli/flags.ts";
import {
  inClusterFlags,
  LOCAL_FLAGS,
  runsRollingInCluster,
  toArguments,
} from "./in_cluster_flags.ts";
import { checkTimeout, drainTimeout, lifecycleFlags } from "./lifecycle_flags.ts";
import { parseRollingFlags, requireWait, rollingFlags, toRollOptions } from "./rolling_flags.ts";
import { command } from "./wiring.ts";

const table = {
  force: bool({ help: "skip cordoning and draining the Kubernetes node" }),
  drainTimeout,
  ...rollingFlags,
  ...inClusterFlags,
  ...lifecycleFlags,
};

export default command("shutdown")
  .summary("Shut down nodes")
  .section("Change nodes")
  .changesNodes("asks", { isRecorded: true })
  .details(
    "Nodes shut down in parallel. Waits until every node has stopped its services; " +
      "--wait=false returns when the nodes acknowledge the request. With --rolling, shuts " +
      "down one node at a time, control plane nodes last.",
  )
  .flags(table)
  .example("osctl shutdown -n 10.5.0.3", "Shut down a node")
  .example("osctl shutdown -n 10.5.0.3 --force", "Shut down without draining the node")
  .example("osctl shutdown -n @workers --rolling", "Shut down workers, drained, one by one")
  .example(
    "osctl shutdown -n 10.5.0.3,10.5.0.4 --rolling --in-cluster " +
      "--pod-image registry.example.com/osctl:v1",
    "Shut down workers by a Job of the cluster",
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
        purpose: "shutdown",
        title: "shut down",
        isDrained: !flags.force,
        isFinal: true,
        args: ["shutdown", ...toArguments(table, flags, given, LOCAL_FLAGS)],
      });
    }
    if (rolling !== undefined) {
      const { rollNodes } = await import("../lib/console/rolling/roll_nodes.ts");
      const { shutdownRequest } = await import("../lib/procedures/rolling/requests.ts");
      return await rollNodes(context, {
        ...toRollOptions(flags, rolling),
        command: "osctl shutdown --rolling",
        isDrained: !flags.force,
        request: shutdownRequest(),
      });
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { runLifecycleAction } = await import(
      "../lib/console/lifecycle/run_lifecycle_action.ts"
    );
    checkTimeout(flags.timeout);
    const { force } = flags;
    await runLifecycleAction(context, {
      flags,
      question: "Shut down",
      effect: "stop",
      action: {
        name: "shutdown",
        method: MachineService.Shutdown,
        request: { force },
        completion: "off",
        drains: !force,
      },
    });
  });
