import { bool } from "../lib/cli/flags.ts";
import { checkTimeout, lifecycleFlags } from "./lifecycle_flags.ts";
import { command } from "./wiring.ts";

export default command("shutdown")
  .summary("Shut down nodes")
  .details(
    "Nodes shut down in parallel. Waits until every node stops its services; --wait=false " +
      "returns when the nodes acknowledge the request.",
  )
  .flags({
    force: bool({ help: "do not cordon and drain the Kubernetes node" }),
    ...lifecycleFlags,
  })
  .example("osctl shutdown -n 10.5.0.3", "Shut down a node")
  .example("osctl shutdown -n 10.5.0.3 --force", "Shut down without draining the node")
  .run(async (context, { flags }) => {
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
