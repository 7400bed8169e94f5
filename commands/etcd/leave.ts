import { yesFlag } from "../../lib/cli/yes_flag.ts";
import { dryRunFlag, quorumFlag } from "../safety_flags.ts";
import { command } from "../wiring.ts";

export default command("leave")
  .summary("Remove the node from the etcd cluster")
  .changesNodes("asks")
  .details(
    "The member leaves the cluster and its data is deleted. The remaining members must keep " +
      "their quorum. Accepts one node.",
  )
  .flags({ ...dryRunFlag, ...quorumFlag, ...yesFlag })
  .example("osctl etcd leave -n 10.5.0.4", "Remove a control plane node from etcd")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { splitResults, throwFailures } = await import("../../lib/client/mod.ts");
    const { addQuorumHint } = await import("../../lib/node/etcd/mod.ts");
    await using client = await context.openClient({ connection: flags });
    client.singleNode("etcd leave");
    const { confirmOrPrint } = await import("../../lib/console/confirm_disruption.ts");
    const isConfirmed = await confirmOrPrint(context, {
      action: "Leave the etcd cluster",
      connection: flags,
      yes: flags.yes,
      acceptsQuorumLoss: flags.acceptQuorumLoss,
      isDryRun: flags.dryRun,
      client,
      effect: "leave",
    });
    if (!isConfirmed) return;
    const answers = await client.call(MachineService.EtcdLeaveCluster, {});
    throwFailures(splitResults(answers).failures.map(addQuorumHint));
  });
