import { containerFlags, tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("stats")
  .summary("Show how much memory and processor time containers of nodes use")
  .details("A MB is 1,000,000 bytes; processor time is as the node counts it, in nanoseconds.")
  .flags(containerFlags)
  .flags(tableFlags)
  .example("osctl stats -n 10.5.0.2", "What a node's own services use")
  .example("osctl stats -k -o json", "What pods use, for programs")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { containersOf } = await import("../lib/client/containers.ts");
    const { printNodeRows } = await import("../lib/client/print_rows.ts");
    const { sortById, statsView } = await import("../lib/output/views/containers.ts");
    await printNodeRows(context, flags, {
      ask: (client) => client.call(MachineService.Stats, containersOf(flags)),
      rowsOf: ({ stats }) => sortById(stats ?? []),
      view: statsView,
      headerAlone: true,
    });
  });
