import { command } from "../wiring.ts";

export default command("node-run")
  .summary("Run a node as a container's first process")
  .extra()
  .hidden()
  .example("osctl cluster node-run", "Run the node of a container")
  .run(async (context) => {
    const { serveNode } = await import("../../lib/cluster/serve_node.ts");
    const { healthCheckBinding } = await import("../../lib/procedures/health/serve.ts");
    await serveNode(context, (system, cluster) => [
      healthCheckBinding({ system, issue: (...roles) => cluster().issue(...roles) }),
    ]);
  });
