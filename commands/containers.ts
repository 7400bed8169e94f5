import { containerFlags, tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("containers")
  .alias("c")
  .summary("List containers")
  .section("Read nodes")
  .paged()
  .details(
    "Containers of a pod are listed below it.",
  )
  .flags(containerFlags)
  .flags(tableFlags)
  .example("osctl containers -n 10.5.0.2", "List system containers")
  .example("osctl containers -k", "List pods and their containers")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { containerSelection, containersView, sortById } = await import(
      "../lib/node/containers/mod.ts"
    );
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.Containers, containerSelection(flags)),
      toRows: ({ containers }) => sortById(containers ?? []),
      view: containersView,
      headerWithoutRows: true,
    });
  });
