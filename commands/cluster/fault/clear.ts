import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("clear")
  .summary("Remove faults")
  .args({ ids: "[id...]" })
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster fault clear", "Remove all faults")
  .example("osctl cluster fault clear 2", "Remove one fault")
  .run(async (context, { args, flags, given }) => {
    const { requireSandbox, resolveStateFolder } = await import("../../../lib/cluster/mod.ts");
    const { clearFaults } = await import("../../../lib/cluster/faults.ts");
    const stateFolder = resolveStateFolder(flags.state, context);
    const provisioner = given.has("provisioner") ? flags.provisioner : undefined;
    await requireSandbox({ name: flags.name, stateFolder, provisioner }, context);
    await clearFaults(stateFolder, flags.name, args.ids, context);
  });
