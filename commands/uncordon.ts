import { command } from "./wiring.ts";

export default command("uncordon")
  .extra()
  .summary("Uncordon Kubernetes nodes")
  .section("Cluster")
  .changesNodes("prints")
  .details(
    "Marks the Kubernetes nodes as schedulable, also after a rolling change that stopped.",
  )
  .example("osctl uncordon -n worker-1", "Let new pods start on a node again")
  .run(async (context, { flags }) => {
    const { uncordonNodes } = await import("../lib/procedures/drain/kubernetes_nodes.ts");
    const { reportStep } = await import("../lib/console/report_step.ts");
    await using client = await context.openClient({ connection: flags });
    const report = reportStep(context);
    await uncordonNodes(context, client, report);
  });
