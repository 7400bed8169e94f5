import { bool, string } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { fileFlags, rejectLocalFlags } from "./file_flags.ts";

export default command("render")
  .summary("Write the machine configurations of a cluster file")
  .details(
    "Writes NODE.yaml with mode 0600 for each node to the folder of --output. Without it, prints " +
      "the configuration of one node. Later steps win: what the contract generates, the fields " +
      "of the cluster file, the patches of the cluster, of the group and of the node.",
  )
  .args({ names: "[node]..." })
  .flags({
    ...fileFlags,
    output: string({
      short: "o",
      help: "folder to write to; empty: print the only node",
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
  .example("osctl cluster render --explain worker-1", "Print a configuration with its origins")
  .extra()
  .run(async (context, { args, flags, given }) => {
    rejectLocalFlags(given);
    const { renderCluster } = await import(
      "../../lib/operations/declared_cluster/render_cluster.ts"
    );
    await renderCluster(context, args.names, flags);
  });
