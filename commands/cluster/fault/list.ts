import { command } from "../../wiring.ts";
import { tableFlags } from "../../shared_flags.ts";
import { groupFlags } from "../group_flags.ts";

export default command("list")
  .summary("List active faults")
  .flags(tableFlags)
  .extra()
  .inherits(groupFlags)
  .example(
    "osctl cluster fault list --provisioner sandbox",
    "List the faults of the default cluster",
  )
  .example(
    "osctl cluster fault list --provisioner sandbox -o name",
    "Print the numbers of the faults",
  )
  .run(async (context, { flags }) => {
    const { chooseProvisioner, resolveStateFolder } = await import("../../../lib/cluster/mod.ts");
    const { faultsView, readFaults } = await import("../../../lib/cluster/faults.ts");
    const { printRows } = await import("../../../lib/output/print_rows.ts");
    chooseProvisioner(flags.provisioner, context);
    const faults = await readFaults(resolveStateFolder(flags.state, context), flags.name);
    await printRows(context, faults, faultsView, flags);
  });
