import { yesFlag } from "../lib/cli/yes_flag.ts";
import { dryRunFlag, quorumFlag } from "./safety_flags.ts";
import { command } from "./wiring.ts";

export default command("rollback")
  .summary("Roll back to the previous installation")
  .section("Change nodes")
  .changesNodes("asks")
  .details("The node reboots into the version installed before the last upgrade.")
  .flags({ ...dryRunFlag, ...quorumFlag, ...yesFlag })
  .example("osctl rollback -n 10.5.0.2", "Roll back one node")
  .example("osctl rollback -n 10.5.0.2 --dry-run", "Print the effect without rolling back")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { requireSuccess } = await import("../lib/client/mod.ts");
    await using client = await context.openClient({ connection: flags });
    const { confirmOrPrint } = await import("../lib/console/confirm_disruption.ts");
    const isConfirmed = await confirmOrPrint(context, {
      action: "Roll back to the previous installation and reboot",
      connection: flags,
      yes: flags.yes,
      acceptsQuorumLoss: flags.acceptQuorumLoss,
      isDryRun: flags.dryRun,
      client,
      effect: "restart",
      describe: () => Promise.resolve("a node without a previous installation refuses"),
    });
    if (!isConfirmed) return;
    requireSuccess(await client.call(MachineService.Rollback, {}));
  });
