import { OsctlError } from "../lib/errors.ts";
import { bool, string } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command, type Context } from "./wiring.ts";

/** The whole screen can only be had on a terminal, and holds nothing but the table. */
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
  .summary("List the running processes of nodes")
  .flags({
    sort: string({
      short: "s",
      default: "rss",
      values: ["rss", "cpu"],
      help: "what comes first: most memory in use, or most processor time",
    }),
    watch: bool({ short: "w", help: "watch them on the whole screen" }),
  })
  .flags(tableFlags)
  .details(
    "With --watch they are shown on the whole screen, refreshed every second: r or m puts memory " +
      "first, c processor time, q ends it.",
  )
  .example("osctl processes -n 10.5.0.2", "What runs on a node, by memory")
  .example("osctl processes -s cpu -o json", "By processor time, for programs")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { split, throwFailures } = await import("../lib/client/mod.ts");
    const { rowWriter, writeRows } = await import("../lib/output/rows.ts");
    const { processesView, sortProcesses } = await import("../lib/output/views/processes.ts");
    const labels = context.release !== "v1.4";
    const order = flags.sort === "cpu" ? "cpu" : "rss";
    if (flags.watch) demandTerminal(context, flags.output);
    await using client = await context.openClient({ flags });
    const ask = async () => split(await client.call(MachineService.Processes, {}));
    if (flags.watch) {
      await context.status?.hide();
      const { watchProcesses } = await import("../lib/output/views/processes_watch.ts");
      const { wantsColour } = await import("../lib/output/colour.ts");
      const look = async () => {
        try {
          const { values, failures } = await ask();
          const found = values.map(({ node, value }) => ({
            node,
            processes: value.processes ?? [],
          }));
          return { nodes: found, failures };
        } catch (error) {
          // No endpoint at the moment: the screen says so, and the next look may find one.
          if (!(error instanceof OsctlError) || error.kind !== "connection") throw error;
          return { nodes: [], failures: client.nodes.map((node) => ({ node, error })) };
        }
      };
      const colour = wantsColour(context);
      await watchProcesses({ system: context, look, order, labels, colour });
      return;
    }
    const view = processesView({ labels });
    const writer = rowWriter(context.stdout, view, {
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
