import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("stop")
  .summary("Stop the nodes of a cluster")
  .flags({})
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster stop", "Stop the default cluster and keep its state")
  .run(async (context, { flags, given }) => {
    const { selectCluster } = await import("../../lib/cluster/mod.ts");
    const { switchCluster } = await import("../../lib/cluster/switch_cluster.ts");
    await switchCluster("stop", selectCluster(flags, given, context), context);
  });
