import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("qemu-run")
  .summary("Run virtual machines in the foreground")
  .extra()
  .hidden()
  .inherits(groupFlags)
  .example(
    "osctl cluster qemu-run --name demo",
    "Run the background process of cluster create",
  )
  .run(async (context, { flags }) => {
    const { resolveStateFolder } = await import("../../lib/cluster/mod.ts");
    const { runCluster } = await import("../../lib/cluster/qemu/run_cluster.ts");
    await runCluster(context, resolveStateFolder(flags.state, context), flags.name);
  });
