import type { NodeClient } from "../lib/client/types.ts";
import { containerFlags, tableFlags } from "./shared_flags.ts";
import { wantsScreen, WATCH_DETAILS, watchFlags } from "./watch_flags.ts";
import { command } from "./wiring.ts";

export default command("stats")
  .summary("Show container resource usage")
  .section("Read nodes")
  .paged()
  .details(
    `1 MB is 1,000,000 bytes. CPU time is in seconds on a terminal, in nanoseconds in a pipe. ${WATCH_DETAILS}`,
  )
  .flags(containerFlags)
  .flags(watchFlags)
  .flags(tableFlags)
  .example("osctl stats -n 10.5.0.2", "Show system containers")
  .example("osctl stats --watch --sort-by=-cpu", "Watch containers, the busiest first")
  .example("osctl stats -k -o json", "Print JSON of Kubernetes containers")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { containerSelection, sortById, statsView } = await import(
      "../lib/node/containers/mod.ts"
    );
    const view = statsView({ isTerminal: context.terminal.isTerminal("stdout") });
    const call = (client: NodeClient) =>
      client.call(MachineService.Stats, containerSelection(flags));
    if (wantsScreen(context, flags)) {
      const { watchNodeRows } = await import("../lib/node/watch_rows.ts");
      await using client = await context.openClient({ connection: flags });
      await context.status?.hide();
      await watchNodeRows(context, client, flags, {
        title: "stats",
        call,
        view,
        sortBy: flags.sortBy,
        toRows: ({ stats }) => sortById(stats ?? []),
        sortKeys: { m: "MEMORY(MB)", c: "CPU(S)" },
      });
      return;
    }
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call,
      toRows: ({ stats }) => sortById(stats ?? []),
      view,
      headerWithoutRows: true,
    });
  });
