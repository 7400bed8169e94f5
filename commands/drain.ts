import { OsctlError } from "../lib/errors.ts";
import { drainTimeout } from "./lifecycle_flags.ts";
import { command } from "./wiring.ts";

export default command("drain")
  .extra()
  .summary("Drain Kubernetes nodes")
  .section("Cluster")
  .changesNodes("prints")
  .details(
    "Cordons the Kubernetes nodes, one after the other, and evicts their pods with respect to " +
      "disruption budgets. Pods of DaemonSets and mirror pods stay. The nodes stay cordoned: " +
      '"uncordon" undoes it.',
  )
  .flags({ drainTimeout })
  .example("osctl drain -n worker-1", "Move the pods of a node before its hardware is serviced")
  .example("osctl drain -n @workers --drain-timeout 10m", "Give slow pods more time on each node")
  .run(async (context, { flags }) => {
    if (flags.drainTimeout <= 0) {
      throw new OsctlError("usage", "invalid --drain-timeout: not positive", {
        hint: "use a Go duration, such as 10m",
      });
    }
    const { drainNodes } = await import("../lib/procedures/drain/kubernetes_nodes.ts");
    const { reportStep } = await import("../lib/console/report_step.ts");
    await using client = await context.openClient({ connection: flags });
    const report = reportStep(context);
    await drainNodes(context, client, flags.drainTimeout, report);
  });
