import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("resume")
  .summary("Resume a paused virtual machine")
  .args({ node: "<node>" })
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster vm resume worker-1", "Continue a paused node")
  .run(async (context, { args, flags, given }) => {
    const { selectCluster } = await import("../../../lib/cluster/mod.ts");
    const { controlMachine } = await import("../../../lib/cluster/qemu/select_machine.ts");
    const selection = selectCluster(flags, given, context);
    const name = await controlMachine(selection, args.node, "cont", context);
    await context.stderr.write(`resumed "${name}"\n`);
  });
