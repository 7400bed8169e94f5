import { command } from "./wiring.ts";

export default command("cordon")
  .extra()
  .summary("Cordon Kubernetes nodes")
  .section("Cluster")
  .changesNodes("prints")
  .details(
    'Marks the Kubernetes nodes as unschedulable: no new pod starts on them. "uncordon" undoes it.',
  )
  .example("osctl cordon -n worker-1", "Keep new pods off a node")
  .run(async (context, { flags }) => {
    const { cordonNodes } = await import("../lib/procedures/drain/kubernetes_nodes.ts");
    const { reportStep } = await import("../lib/console/report_step.ts");
    await using client = await context.openClient({ connection: flags });
    const report = reportStep(context);
    await cordonNodes(context, client, report);
  });
