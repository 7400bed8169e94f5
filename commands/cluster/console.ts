import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("console")
  .summary("Attach to a virtual machine's serial console")
  .details(
    "The node is a name or its suffix, such as worker-1, or an address. ^] detaches; every other " +
      "key is sent to the machine. Several terminals can be attached. Without a terminal, output " +
      "is printed until the command is interrupted.",
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
