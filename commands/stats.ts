import { containerFlags, tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("stats")
  .summary("Show container resource usage")
  .details(
    "1 MB is 1,000,000 bytes; CPU time is in nanoseconds.",
  )
  .flags(containerFlags)
  .flags(tableFlags)
  .example("osctl stats -n 10.5.0.2", "Show system containers")
  .example("osctl stats -k -o json", "Print JSON of Kubernetes containers")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { containerSelection, sortById, statsView } = await import(
      "../lib/node/containers/mod.ts"
    );
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.Stats, containerSelection(flags)),
      toRows: ({ stats }) => sortById(stats ?? []),
      view: statsView,
      headerWithoutRows: true,
    });
  });
