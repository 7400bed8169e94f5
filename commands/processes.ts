import { OsctlError } from "../lib/errors.ts";
import { bool, string } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command, type Context } from "./wiring.ts";

/** Full screen mode requires a terminal and prints a table only. */
function requireTerminal({ terminal }: Pick<Context, "terminal">, output: string): void {
  if (output !== "table") {
    throw new OsctlError("usage", `--watch cannot be combined with --output ${output}`, {
      hint: "remove one of them",
    });
  }
  if (terminal.isTerminal("stdin") && terminal.isTerminal("stdout")) return;
  throw new OsctlError("usage", "--watch requires a terminal", {
    hint: "remove it to print the processes once",
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
    const labels = context.release !== "v1.4";
    const order = flags.sort === "cpu" ? "cpu" : "rss";
    if (flags.watch) {
      requireTerminal(context, flags.output);
      const { readProcesses, watchProcesses } = await import(
        "../lib/node/processes/watch_processes.ts"
      );
      const { hasColour } = await import("../lib/output/colour.ts");
      await using client = await context.openClient({ flags });
      await context.status?.hide();
      const read = () => readProcesses(client);
      await watchProcesses({ system: context, read, order, labels, colour: hasColour(context) });
      return;
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    const { processesView, sortProcesses } = await import(
      "../lib/node/processes/mod.ts"
    );
    await printNodeRows(context, flags, {
      call: (client) => client.call(MachineService.Processes, {}),
      toRows: ({ processes }) => sortProcesses(processes ?? [], order),
      view: processesView({ labels }),
    });
  });
