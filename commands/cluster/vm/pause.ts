import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("pause")
  .summary("Pause a virtual machine")
  .args({ node: "<node>" })
  .extra()
  .inherits(groupFlags)
  .example(
    "osctl cluster vm pause worker-1",
    "Pause a node and keep its state",
  )
  .run(async (context, { args, flags, given }) => {
    const { selectCluster } = await import("../../../lib/cluster/mod.ts");
    const { controlMachine } = await import("../../../lib/cluster/qemu/select_machine.ts");
    const selection = selectCluster(flags, given, context);
    const name = await controlMachine(selection, args.node, "stop", context);
    await context.stderr.write(`paused "${name}"\n`);
  });
