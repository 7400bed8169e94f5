import { string } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("processes")
  .alias("p", "ps")
  .summary("List the running processes of nodes")
  .flags({
    sort: string({
      short: "s",
      default: "rss",
      values: ["rss", "cpu"],
      help: "what comes first: most memory in use, or most processor time",
    }),
  })
  .flags(tableFlags)
  .example("osctl processes -n 10.5.0.2", "What runs on a node, by memory")
  .example("osctl processes -s cpu -o json", "By processor time, for programs")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { split, throwFailures } = await import("../lib/client/mod.ts");
    const { rowWriter, writeRows } = await import("../lib/output/rows.ts");
    const { processesView, sortProcesses } = await import("../lib/output/views/processes.ts");
    await using client = await context.openClient({ flags });
    const view = processesView({ labels: context.release !== "v1.4" });
    const writer = rowWriter(context.stdout, view, {
      format: flags.output,
      headers: !flags.noHeaders,
    });
    const order = flags.sort === "cpu" ? "cpu" : "rss";
    await writeRows(writer, async () => {
      const { values, failures } = split(await client.call(MachineService.Processes, {}));
      for (const { node, value } of values) {
        for (const process of sortProcesses(value.processes ?? [], order)) {
          await writer.add(node, process);
        }
      }
      throwFailures(failures);
    });
  });
