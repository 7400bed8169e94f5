import { command } from "../../wiring.ts";
import { groupFlags } from "../group_flags.ts";

export default command("list")
  .summary("List active faults")
  .extra()
  .inherits(groupFlags)
  .example(
    "osctl cluster fault list --provisioner sandbox",
    "List the faults of the default cluster",
  )
  .run(async (context, { flags }) => {
    const { chooseProvisioner, resolveStateFolder } = await import("../../../lib/cluster/mod.ts");
    const { formatFaults, readFaults } = await import("../../../lib/cluster/faults.ts");
    chooseProvisioner(flags.provisioner, context);
    const faults = await readFaults(resolveStateFolder(flags.state, context), flags.name);
    await context.stdout.write(formatFaults(faults));
  });
