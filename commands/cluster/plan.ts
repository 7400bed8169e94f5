import { bool, string } from "../../lib/cli/flags.ts";
import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { inClusterFlags, runsInCluster } from "../in_cluster_flags.ts";
import { fileFlags, machineFlags, rejectLocalFlags } from "./file_flags.ts";

export default command("plan")
  .summary("Compare a cluster file with the running cluster")
  .paged()
  .details(
    "Compares the Talos Linux version, schematic, Kubernetes version and machine " +
      "configuration of every node with the file, and prints the steps that would resolve the " +
      "differences. Changes nothing. Nodes that do not respond are listed as unknown. Members " +
      "that the file does not declare are listed, never removed. Exit code 0: no difference, " +
      "2: differences, 1: error.",
  )
  .flags({
    ...fileFlags,
    ...machineFlags,
    diff: bool({ help: "print the differences of the configurations", extra: true }),
    out: string({
      help: "file to store the plan in, for cluster apply",
      placeholder: "path",
      complete: "localFile",
      extra: true,
    }),
  })
  .flags(tableFlags)
  .flags(inClusterFlags)
  .example("osctl cluster plan", "Compare cluster.yaml with the cluster of the current context")
  .example("osctl cluster plan --diff -f lab.yaml", "Print the differences, secrets redacted")
  .example("osctl cluster plan --out plan.json", "Store the plan for cluster apply")
  .extra()
  .run(async (context, { flags, given }) => {
    rejectLocalFlags(given);
    if (runsInCluster(flags, given)) {
      const { launchPlan } = await import("../../lib/console/rolling/in_cluster/launch_cluster.ts");
      return await launchPlan(context, { ...flags, yes: true });
    }
    const { runTask } = await import("../../lib/procedures/rolling/in_cluster/task_status.ts");
    const { countStates } = await import("../../lib/procedures/cluster/count_states.ts");
    const { printPlan } = await import("../../lib/console/cluster/plan_view.ts");
    await runTask(
      context,
      (numbers) => printPlan(context, flags, (plan) => countStates(plan, numbers)),
    );
  });
