import { yesFlag } from "../lib/cli/yes_flag.ts";
import { command } from "./wiring.ts";

export default command("rollback")
  .summary("Roll back to the previous installation")
  .details("The node reboots into the version installed before the last upgrade.")
  .flags(yesFlag)
  .example("osctl rollback -n 10.5.0.2", "Roll back one node")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { requireSuccess } = await import("../lib/client/mod.ts");
    await using client = await context.openClient({ connection: flags });
    const { confirmDisruption } = await import("../lib/console/confirm_disruption.ts");
    await confirmDisruption(context, {
      action: "Roll back to the previous installation and reboot",
      connection: flags,
      yes: flags.yes,
      client,
      effect: "restart",
    });
    requireSuccess(await client.call(MachineService.Rollback, {}));
  });
