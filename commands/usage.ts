import { bool, int, int32 } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

/** The largest depth that has a number on the wire, where the path itself counts as 1. */
const DEEPEST = 2 ** 31 - 2;

export default command("usage")
  .alias("du")
  .summary("Show how much folders of nodes hold")
  .details(
    "A folder comes after what is in it, with the sizes of all that is in it; the path asked for " +
      "is called . in the table. Without a path, the whole node is counted.",
  )
  .args({ paths: "[path...]" }, { paths: "remotePath" })
  .usage("[path1] [path2] ... [pathN]")
  .flags({
    all: bool({ short: "a", help: "show files too, not only folders" }),
    depth: int32({
      short: "d",
      default: 1,
      help: "levels below the path to show; 0: only the path, -1: all",
      placeholder: "levels",
    }),
    humanize: bool({ short: "H", help: "sizes with units" }),
    threshold: int({
      short: "t",
      help: "only what has at least so many bytes or, when negative, at most",
      placeholder: "bytes",
    }),
  })
  .flags(tableFlags)
  .example("osctl usage /var -n 10.5.0.2", "Sizes of a folder and of the folders in it")
  .example("osctl usage -d 0 -H /var /opt", "Only the two totals, with units")
  .example("osctl usage -a -d -1 -t 100000000 /var", "Every folder and file from 100 MB on")
  .run(async (context, { args: { paths }, flags }) => {
    const { all, depth, threshold } = flags;
    const request = {
      recursionDepth: depth < 0 ? 0 : Math.min(depth, DEEPEST) + 1,
      all,
      threshold,
      paths: paths.length === 0 ? ["/"] : [...paths],
    };
    const { MachineService } = await import("../proto/machine.ts");
    const { printStreamRows } = await import("../lib/client/print_rows.ts");
    const { usageView } = await import("../lib/output/views/usage.ts");
    await printStreamRows(context, flags, {
      open: (client, node, signal) =>
        client.stream(MachineService.DiskUsage, request, node, { signal, pace: "work" }),
      problemOf: ({ error }) => error,
      view: usageView(flags),
    });
  });
