import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("sandbox-run")
  .summary("Run sandbox nodes in the foreground")
  .extra()
  .hidden()
  .inherits(groupFlags)
  .example(
    "osctl cluster sandbox-run --name demo",
    "Run the background process of cluster create",
  )
  .run(async (context, { flags }) => {
    const { resolveStateFolder } = await import("../../lib/cluster/mod.ts");
    const { serveCluster } = await import("../../lib/cluster/serve_cluster.ts");
    const { healthCheckBinding } = await import("../../lib/procedures/health/serve.ts");
    const folder = resolveStateFolder(flags.state, context);
    await serveCluster(context, folder, flags.name, (system, cluster) => [
      healthCheckBinding({ system, issue: (...roles) => cluster().issue(...roles) }),
    ]);
  });
