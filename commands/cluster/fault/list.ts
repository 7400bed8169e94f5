import { command } from "../../wiring.ts";
import { tableFlags } from "../../shared_flags.ts";
import { groupFlags } from "../group_flags.ts";

export default command("list")
  .summary("List active faults")
  .paged()
  .flags(tableFlags)
  .details("Without --name, the cluster of the current context is used.")
  .extra()
  .inherits(groupFlags)
  .example(
    "osctl cluster fault list",
    "List the faults of the current cluster",
  )
  .example(
    "osctl cluster fault list -o name",
    "Print the numbers of the faults",
  )
  .run(async (context, { flags, given }) => {
    const { requireSandbox, selectCurrentCluster } = await import("../../../lib/cluster/mod.ts");
    const { faultsView, readFaults } = await import("../../../lib/cluster/faults.ts");
    const { printRows } = await import("../../../lib/output/print_rows.ts");
    const selection = await selectCurrentCluster(flags, given, context);
    const { name, stateFolder } = selection;
    await requireSandbox(selection, context);
    const faults = await readFaults(stateFolder, name);
    await printRows(context, faults, faultsView, flags, {
      text: `no faults in cluster "${name}"; add one with: osctl cluster fault add <action>`,
      to: context.stderr,
    });
  });
