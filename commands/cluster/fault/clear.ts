import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("clear")
  .summary("Remove faults")
  .args({ ids: "[id...]" })
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster fault clear --provisioner sandbox", "Remove all faults")
  .example("osctl cluster fault clear 2 --provisioner sandbox", "Remove one fault")
  .run(async (context, { args, flags }) => {
    const { chooseProvisioner, resolveStateFolder } = await import("../../../lib/cluster/mod.ts");
    const { clearFaults } = await import("../../../lib/cluster/faults.ts");
    chooseProvisioner(flags.provisioner, context);
    await clearFaults(resolveStateFolder(flags.state, context), flags.name, args.ids, context);
  });
