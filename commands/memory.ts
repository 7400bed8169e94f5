import { bool } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("memory")
  .alias("m", "free")
  .summary("Show how much memory nodes have and use")
  .details(
    "The table is in mebibytes; used is what is neither free nor a cache. With --verbose every " +
      "figure of the kernel is shown, one a line.",
  )
  .flags({ verbose: bool({ short: "v", help: "show every figure of the kernel" }) })
  .flags(tableFlags)
  .example("osctl memory -n 10.5.0.2,10.5.0.3", "The memory of two nodes")
  .example("osctl memory -v", "Everything the kernel counts")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { memoryBlock, memoryView } = await import("../lib/output/views/memory.ts");
    if (!flags.verbose || flags.output !== "table") {
      const { printNodeRows } = await import("../lib/client/print_rows.ts");
      await printNodeRows(context, flags, {
        ask: (client) => client.call(MachineService.Memory, {}),
        rowsOf: (answer) => [answer],
        view: memoryView,
      });
      return;
    }
    const { split, throwFailures } = await import("../lib/client/mod.ts");
    await using client = await context.openClient({ flags });
    const { values, failures } = split(await client.call(MachineService.Memory, {}));
    for (const { node, value } of values) await context.stdout.write(memoryBlock(node, value));
    throwFailures(failures);
  });
