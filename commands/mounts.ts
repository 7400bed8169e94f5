import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("mounts")
  .alias("mount")
  .summary("List mounts")
  .section("Read nodes")
  .paged()
  .details(
    "Omits file systems without a size, such as /proc. 1 GB is 1,000,000,000 bytes.",
  )
  .flags(tableFlags)
  .example("osctl mounts -n 10.5.0.2", "List mounts with their usage")
  .example("osctl mounts -o json", "Print JSON with sizes in bytes")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { hasSize, mountsView } = await import("../lib/node/system/mod.ts");
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.Mounts, {}),
      toRows: ({ stats }) => (stats ?? []).filter(hasSize),
      view: mountsView,
      headerWithoutRows: true,
    });
  });
