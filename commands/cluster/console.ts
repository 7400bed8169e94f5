import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("console")
  .summary("Attach to a virtual machine's serial console")
  .details(
    "Accepts a node's name, its suffix such as worker-1, or its address. ^] detaches; all " +
      "other keys are sent to the machine. Several terminals can attach at the same time. " +
      "Without a terminal, prints output until interrupted.",
  )
  .args({ node: "<node>" })
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster console controlplane-1", "Attach to the first control plane node")
  .run(async (context, { args, flags, given }) => {
    const { selectCluster } = await import("../../lib/cluster/mod.ts");
    const { selectMachine } = await import("../../lib/cluster/qemu/select_machine.ts");
    const { attachConsole } = await import("../../lib/cluster/qemu/attach_console.ts");
    const selection = selectCluster(flags, given, context);
    await attachConsole(context, await selectMachine(selection, args.node, context));
  });
