import { objectOutputFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("show")
  .summary("Show a local cluster")
  .flags(objectOutputFlags)
  .inherits(groupFlags)
  .example("osctl cluster show --provisioner sandbox", "Print nodes and addresses")
  .run(async (context, { flags }) => {
    const { chooseProvisioner, resolveStateFolder } = await import("../../lib/cluster/mod.ts");
    const { formatCluster, encodeCluster } = await import("../../lib/cluster/format_cluster.ts");
    const provisioner = chooseProvisioner(flags.provisioner, context);
    const status = await provisioner.status(resolveStateFolder(flags.state, context), flags.name);
    if (flags.output === "table") {
      await context.stdout.write(formatCluster(status.record));
      if (status.running) return;
      await context.stderr.write(
        `the cluster "${flags.name}" does not run any more; remove it with: ` +
          `osctl cluster destroy --provisioner ${flags.provisioner} --name ${flags.name}\n`,
      );
      return;
    }
    await context.stdout.write(await encodeCluster(status, flags.output));
  });
