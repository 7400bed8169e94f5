import { bool, string } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { fileFlags, rejectLocalFlags } from "./file_flags.ts";

export default command("render")
  .summary("Generate machine configurations from a cluster file")
  .details(
    "Writes <node>.yaml with mode 0600 for each node to the directory of --output; without " +
      "--output, prints the configuration of one node. Later sources override earlier ones: " +
      "generated defaults, fields of the cluster file, and patches of the cluster, the group " +
      "and the node.",
  )
  .args({ names: "[node]..." })
  .flags({
    ...fileFlags,
    output: string({
      short: "o",
      help: "directory to write to; empty: print the configuration of the only node",
      placeholder: "directory",
      complete: "localFolder",
      extra: true,
    }),
    explain: bool({
      help: "print where each value comes from, as comments",
      extra: true,
    }),
    force: bool({ help: "replace existing files", extra: true }),
  })
  .example("osctl cluster render -o configs", "Write the configurations of all nodes")
  .example(
    "osctl cluster render --explain worker-1",
    "Print a configuration and where its values come from",
  )
  .extra()
  .run(async (context, { args, flags, given }) => {
    rejectLocalFlags(given);
    const { renderCluster } = await import(
      "../../lib/console/cluster/render_cluster.ts"
    );
    await renderCluster(context, args.names, flags);
  });
