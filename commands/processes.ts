import { OsctlError } from "../lib/errors.ts";
import { bool, string } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command, type Context } from "./wiring.ts";

/** Full screen mode requires a terminal and prints a table only. */
function demandTerminal({ terminal }: Pick<Context, "terminal">, output: string): void {
  if (output !== "table") {
    throw new OsctlError("usage", `--watch cannot be combined with --output ${output}`, {
      hint: "leave out one of them",
    });
  }
  if (terminal.isTerminal("stdin") && terminal.isTerminal("stdout")) return;
  throw new OsctlError("usage", "--watch needs a terminal", {
    hint: "leave it out to print the processes once",
  });
}

export default command("processes")
  .alias("p", "ps")
  .summary("List processes")
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
  .details(
    "--watch refreshes every second, full screen: r or m sorts by memory, c by CPU time, " +
      "q quits.",
  )
  .example("osctl processes -n 10.5.0.2", "List processes by memory")
  .example("osctl processes -s cpu -o json", "Print JSON sorted by CPU time")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { splitResults, throwFailures } = await import("../lib/client/mod.ts");
    const { createRowWriter, writeRows } = await import("../lib/output/rows.ts");
    const { processesView, sortProcesses } = await import(
      "../lib/node/processes/processes_view.ts"
    );
    const labels = context.release !== "v1.4";
    const order = flags.sort === "cpu" ? "cpu" : "rss";
    if (flags.watch) demandTerminal(context, flags.output);
    await using client = await context.openClient({ flags });
    const ask = async () => splitResults(await client.call(MachineService.Processes, {}));
    if (flags.watch) {
      await context.status?.hide();
      const { watchProcesses } = await import("../lib/node/processes/watch_processes.ts");
      const { hasColour } = await import("../lib/output/colour.ts");
      const look = async () => {
        try {
          const { values, failures } = await ask();
          const found = values.map(({ node, value }) => ({
            node,
            processes: value.processes ?? [],
          }));
          return { nodes: found, failures };
        } catch (error) {
          // All endpoints are unreachable: show the error and retry at the next refresh.
          if (!(error instanceof OsctlError) || error.kind !== "connection") throw error;
          return { nodes: [], failures: client.nodes.map((node) => ({ node, error })) };
        }
      };
      const colour = hasColour(context);
      await watchProcesses({ system: context, look, order, labels, colour });
      return;
    }
    const view = processesView({ labels });
    const writer = createRowWriter(context.stdout, view, {
      format: flags.output,
      headers: !flags.noHeaders,
    });
    await writeRows(writer, async () => {
      const { values, failures } = await ask();
      for (const { node, value } of values) {
        for (const process of sortProcesses(value.processes ?? [], order)) {
          const full = writer.add(node, process);
          if (full) await full;
        }
      }
      throwFailures(failures);
    });
  });
