import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("sandbox-run")
  .summary("Run sandbox nodes in the foreground")
  .extra()
  .hidden()
  .inherits(groupFlags)
  .example(
    "osctl cluster sandbox-run --name demo",
    "Run the process that create starts in the background",
  )
  .run(async (context, { flags }) => {
    const { resolveStateFolder } = await import("../../lib/cluster/mod.ts");
    const { serveCluster } = await import("../../lib/cluster/serve_cluster.ts");
    await serveCluster(context, resolveStateFolder(flags.state, context), flags.name);
  });
