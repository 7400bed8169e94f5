import { bool } from "../lib/cli/flags.ts";
import { checkTimeout, drainTimeout, lifecycleFlags } from "./lifecycle_flags.ts";
import { rollingFlags } from "./rolling_flags.ts";
import { command } from "./wiring.ts";

export default command("shutdown")
  .summary("Shut down nodes")
  .details(
    "Nodes shut down in parallel. Waits until every node has stopped its services; " +
      "--wait=false returns when the nodes acknowledge the request. With --rolling, shuts " +
      "down one node at a time, control plane nodes last.",
  )
  .flags({
    force: bool({ help: "skip cordoning and draining the Kubernetes node" }),
    drainTimeout,
    ...rollingFlags,
    ...lifecycleFlags,
  })
  .example("osctl shutdown -n 10.5.0.3", "Shut down a node")
  .example("osctl shutdown -n 10.5.0.3 --force", "Shut down without draining the node")
  .example("osctl shutdown -n @workers --rolling", "Shut down workers, drained, one by one")
  .run(async (context, { flags, given }) => {
    const { parseRollingOptions } = await import("../lib/operations/rolling/parse_options.ts");
    const rolling = parseRollingOptions(flags, given);
    if (rolling !== undefined) {
      const { runRollingShutdown } = await import("../lib/operations/rolling/commands.ts");
      return await runRollingShutdown(context, { flags, given, rolling });
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { runLifecycleAction } = await import(
      "../lib/operations/lifecycle/run_lifecycle_action.ts"
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
