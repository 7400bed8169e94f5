import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { rejectLocalFlags } from "./file_flags.ts";

export default command("diff")
  .summary("Compare machine configurations of nodes and files")
  .paged()
  .details(
    "Prints the differences of two configurations as a unified diff, and of more as a table " +
      "of the differing fields, their values and the nodes with each value. An argument that " +
      "contains a slash or ends in .yaml is a file. Ignores comments, style and order, and " +
      "redacts secrets. Exit code 0: no difference, 2: differences, 1: error.",
  )
  .args({ operands: "[file or node]..." })
  .flags(tableFlags)
  .example("osctl cluster diff -n @workers", "Show how the workers differ")
  .example("osctl cluster diff 10.5.0.3 10.5.0.4", "Compare two nodes")
  .example("osctl cluster diff configs/worker-1.yaml worker-1", "Compare a file with a node")
  .extra()
  .run(async (context, { args, flags, given }) => {
    rejectLocalFlags(given);
    const { diffClusterConfigs } = await import(
      "../../lib/console/cluster/diff_configs.ts"
    );
    await diffClusterConfigs(context, args.operands, flags);
  });
