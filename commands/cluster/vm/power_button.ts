import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("power-button")
  .summary("Press the power button of a machine")
  .args({ node: "<node>" })
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster vm power-button worker-1", "Request a clean shutdown")
  .run(async (context, { args, flags, given }) => {
    const { selectCluster } = await import("../../../lib/cluster/mod.ts");
    const { controlMachine } = await import("../../../lib/cluster/qemu/select_machine.ts");
    const selection = selectCluster(flags, given, context);
    const name = await controlMachine(selection, args.node, "system_powerdown", context);
    await context.stderr.write(`pressed the power button of "${name}"\n`);
  });
