import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("clear")
  .summary("Remove faults")
  .args({ ids: "[id...]" })
  .details("Without --name, the cluster of the current context is used.")
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster fault clear", "Remove all faults")
  .example("osctl cluster fault clear 2", "Remove one fault")
  .run(async (context, { args, flags, given }) => {
    const { requireSandbox, selectCurrentCluster } = await import("../../../lib/cluster/mod.ts");
    const { clearFaults } = await import("../../../lib/cluster/faults.ts");
    const selection = await selectCurrentCluster(flags, given, context);
    const { name, stateFolder } = selection;
    await requireSandbox(selection, context);
    await clearFaults(stateFolder, name, args.ids, context);
  });
