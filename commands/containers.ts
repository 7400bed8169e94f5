import { containerFlags, tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("containers")
  .alias("c")
  .summary("List the containers of nodes")
  .details("A container in a pod follows the pod and is drawn below it.")
  .flags(containerFlags)
  .flags(tableFlags)
  .example("osctl containers -n 10.5.0.2", "The containers of a node's own services")
  .example("osctl containers -k", "Pods and their containers")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { containersOf } = await import("../lib/client/containers.ts");
    const { printNodeRows } = await import("../lib/client/print_rows.ts");
    const { containersView, sortById } = await import("../lib/output/views/containers.ts");
    await printNodeRows(context, flags, {
      ask: (client) => client.call(MachineService.Containers, containersOf(flags)),
      rowsOf: ({ containers }) => sortById(containers ?? []),
      view: containersView,
      headerAlone: true,
    });
  });
