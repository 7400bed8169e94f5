import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("reset")
  .summary("Reset a virtual machine")
  .args({ node: "<node>" })
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster vm reset worker-1", "Restart a node without a clean shutdown")
  .run(async (context, { args, flags, given }) => {
    const { selectCluster } = await import("../../../lib/cluster/mod.ts");
    const { controlMachine } = await import("../../../lib/cluster/qemu/select_machine.ts");
    const selection = selectCluster(flags, given, context);
    const name = await controlMachine(selection, args.node, "system_reset", context);
    await context.stderr.write(`reset "${name}"\n`);
  });
