import { tableFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { rejectLocalFlags } from "./file_flags.ts";

export default command("diff")
  .summary("Compare machine configurations of nodes and files")
  .paged()
  .details(
    "Two configurations are printed as a unified diff, more as a table: each field that differs, " +
      "each of its values, and the nodes with this value. An argument with a slash, or that ends " +
      "in .yaml, is a file. Comments, style and order are not compared; secrets are redacted. " +
      "Exit code 0: no difference, 2: differences, 1: no answer.",
  )
  .args({ operands: "[file or node]..." })
  .flags(tableFlags)
  .example("osctl cluster diff -n @workers", "Print what sets the workers apart")
  .example("osctl cluster diff 10.5.0.3 10.5.0.4", "Compare two nodes")
  .example("osctl cluster diff configs/worker-1.yaml worker-1", "Compare a file with a node")
  .extra()
  .run(async (context, { args, flags, given }) => {
    rejectLocalFlags(given);
    const { diffClusterConfigs } = await import(
      "../../lib/operations/declared_cluster/diff_configs.ts"
    );
    await diffClusterConfigs(context, args.operands, flags);
  });
