import { bool, int, int32 } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

/** Largest depth on the wire (int32), where the path itself counts as 1. */
const MAX_DEPTH = 2 ** 31 - 2;

export default command("usage")
  .alias("du")
  .summary("Show disk usage")
  .section("Read nodes")
  .paged()
  .details(
    "Directories are listed after their contents and include their size; . is the path itself. " +
      "Without a path, measures the root directory.",
  )
  .args({ paths: "[path...]" }, { paths: "remotePath" })
  .usage("[path1] [path2] ... [pathN]")
  .flags({
    all: bool({ short: "a", help: "include files" }),
    depth: int32({
      short: "d",
      default: 1,
      help: "levels below the path; 0: the path only, -1: all",
      placeholder: "levels",
    }),
    humanize: bool({ short: "H", help: "print sizes with units" }),
    threshold: int({
      short: "t",
      help: "minimum size in bytes; negative: maximum size",
      placeholder: "bytes",
    }),
  })
  .flags(tableFlags)
  .example("osctl usage /var -n 10.5.0.2", "Show a directory and its subdirectories")
  .example("osctl usage -d 0 -H /var /opt", "Show two totals, with units")
  .example(
    "osctl usage -a -d -1 -t 100000000 /var",
    "Show directories and files of at least 100 MB",
  )
  .run(async (context, { args: { paths }, flags }) => {
    const { all, depth, threshold } = flags;
    const request = {
      recursionDepth: depth < 0 ? 0 : Math.min(depth, MAX_DEPTH) + 1,
      all,
      threshold,
      paths: paths.length === 0 ? ["/"] : [...paths],
    };
    const { MachineService } = await import("../proto/machine.ts");
    const { printStreamRows } = await import("../lib/node/print_rows.ts");
    const { usageView } = await import("../lib/node/files/mod.ts");
    await printStreamRows(context, flags, {
      open: (client, node, signal) =>
        client.stream(MachineService.DiskUsage, request, node, { signal, idleLimit: "scan" }),
      problemOf: ({ error }) => error,
      view: usageView(flags),
    });
  });
