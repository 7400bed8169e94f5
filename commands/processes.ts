import { bool, string } from "../lib/cli/flags.ts";
import type { NodeClient } from "../lib/client/types.ts";
import { tableFlags } from "./shared_flags.ts";
import { intervalFlags, wantsScreen, WATCH_DETAILS } from "./watch_flags.ts";
import { command } from "./wiring.ts";

export default command("processes")
  .alias("p", "ps")
  .summary("List processes")
  .section("Read nodes")
  .paged()
  .flags({
    sort: string({
      short: "s",
      default: "rss",
      values: ["rss", "cpu"],
      help: "sort key: resident memory (rss) or CPU time (cpu)",
    }),
    watch: bool({ short: "w", help: "refresh continuously, full screen" }),
  })
  .flags(tableFlags)
  .flags(intervalFlags)
  .details(WATCH_DETAILS)
  .example("osctl processes -n 10.5.0.2", "List processes by memory")
  .example("osctl processes -s cpu -o json", "Print JSON sorted by CPU time")
  .run(async (context, { flags }) => {
    const labels = context.release !== "v1.4";
    const order = flags.sort === "cpu" ? "cpu" : "rss";
    const { MachineService } = await import("../proto/machine.ts");
    const { processesView, sortProcesses } = await import(
      "../lib/node/processes/mod.ts"
    );
    const view = processesView({ labels });
    const call = (client: NodeClient) => client.call(MachineService.Processes, {});
    if (wantsScreen(context, flags)) {
      const { watchNodeRows } = await import("../lib/node/watch_rows.ts");
      await using client = await context.openClient({ connection: flags });
      await context.status?.hide();
      await watchNodeRows(context, client, flags, {
        title: "processes",
        call,
        view,
        toRows: ({ processes }) => processes ?? [],
        sortKeys: { r: "RESMEM", m: "RESMEM", c: "CPU-TIME" },
        sortBy: flags.sortBy || (order === "cpu" ? "-CPU-TIME" : "-RESMEM"),
      });
      return;
    }
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    await printNodeRows(context, flags, {
      call,
      toRows: ({ processes }) => sortProcesses(processes ?? [], order),
      view,
    });
  });
