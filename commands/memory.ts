import { bool } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("memory")
  .alias("m", "free")
  .summary("Show memory usage per node")
  .section("Read nodes")
  .paged()
  .details(
    "The table is in MiB; used excludes free memory and caches. --verbose prints all " +
      "kernel counters, one per line.",
  )
  .flags({ verbose: bool({ short: "v", help: "print all of /proc/meminfo" }) })
  .flags(tableFlags)
  .example("osctl memory -n 10.5.0.2,10.5.0.3", "Show the memory of two nodes")
  .example("osctl memory -v", "Print all kernel memory counters")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { formatCounters, memoryView } = await import("../lib/node/system/mod.ts");
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.Memory, {}),
      toRows: (memory) => [memory],
      view: memoryView,
      toText: flags.verbose ? formatCounters : undefined,
    });
  });
