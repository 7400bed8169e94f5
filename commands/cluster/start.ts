import { bool } from "../../lib/cli/flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("start")
  .summary("Start the nodes of a stopped cluster")
  .flags({
    wait: bool({ default: true, help: "wait until nodes in containers respond" }),
  })
  .extra()
  .inherits(groupFlags)
  .example("osctl cluster start", "Start the default cluster, for example after a reboot")
  .run(async (context, { flags, given }) => {
    const { selectCluster } = await import("../../lib/cluster/mod.ts");
    const { switchCluster } = await import("../../lib/cluster/switch_cluster.ts");
    const selection = selectCluster(flags, given, context);
    await switchCluster("start", selection, context, flags);
  });
